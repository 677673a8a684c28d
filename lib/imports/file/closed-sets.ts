import { headerWords } from "@/lib/imports/mapping/synonyms";

/**
 * Words of headers below which a few values are a set that seldom grows, as `headerWords` writes them. Towns, countries,
 * people and the like recur as well, and the next file has others, whose rows would be rejected.
 */
const CLOSED =
  /(?<!\p{L})(?:plans?|tiers?|levels?|stages?|phases?|status(?:es)?|types?|categor(?:y|ies)|class(?:es)?|grades?|ratings?|priorit(?:y|ies)|segments?|sizes?|gender|sex|salutation|editions?|memberships?|tarife?|pakete?|stufen?|arten|art|typen?|kategorien?|klassen?|prioritat(?:en)?|grossen?|geschlecht|anrede|bewertung|tarifs?|formules?|niveaux?|etapes?|statuts?|genres?|civilite|tailles?|priorites?|planes?|niveles?|etapas?|tipos?|categorias?|prioridad(?:es)?|prioridade|tallas?|sexo|genero|piani|livell[oi]|tip[oi]|categori[ae]|taglie?|sesso|plano|nivel|niveis|fases?|tamanhos?|soort(?:en)?|niveaus?|geslacht|aanhef|poziom|etap|rodzaj|typ|kategoria|rozmiar|plec|priorytet|тариф|план|уровень|этап|статус|тип|категория|размер|пол|приоритет|niva|kategori|storlek|storrelse|kjonn|koko|taso|tyyppi|luokka|sukupuoli|uroven|velikost|pohlavi|szint|tipus|meret|seviye|cinsiyet|durum)(?!\p{L})|プラン|種別|種類|区分|ランク|等級|ステータス|状態|性別|サイズ|级别|级|類別|类别|类型|類型|等级|等級|状态|狀態|性别|性別|尺寸|套餐|요금제|등급|유형|종류|상태|성별|사이즈|단계/u;

/** Whether the values below a header are likely to be a set that seldom grows. */
export const namesClosedSet = (header: string): boolean => CLOSED.test(headerWords(header));
