import { isChoice } from "./choices";
import { headerWords } from "./synonyms";

/**
 * States of people whom mail no longer reaches, who complained, or who were removed: beginnings of words, in the form
 * of `headerWords`, by language. Only below a header of a state; asked about, never interpreted.
 */
const STATES: Record<string, string> = {
  en: "bounc|invalid|junk|spam|abus|complain|dropped|quarantin|held\\b|undeliver|unreachable|block|mailbox full|not subscribed",
  de: "bounce|unzustell|ungultig|blockiert|unerreichbar|rucklauf|spam|\\p{L}*beschwerde|nicht (?:abonniert|zustellbar|erreichbar)",
  fr: "rebond|plainte|radie|npai|oppose|bloque|injoignable|invalide|non (?:distribu|abonne|inscrit)",
  es: "rebot|queja|bloquead|invalid|devuelt|no (?:suscrit|entregad)",
  it: "rimbalz|segnalat|disattivat|bloccat|reclam|non (?:valid|iscritt|recapitat)",
  pt: "devolvid|reclamac|bloquead|invalid|nao (?:inscrit|entreg)",
  nl: "geblokkeerd|gebounce|klacht|ongeldig|onbestelbaar|niet (?:ingeschreven|actief)",
  pl: "zablokowan|odbi[tj]|skarg|niezapisan|nieprawidl|niedostarcz",
  russian: "недоступ|жалоб|заблокир|недеиств|недостав|спам|не подписан",
  ukrainian: "видален|скарг|недостав|заблокован|недіис|не підписан",
  bulgarian: "оплак|върнат|блокир|невалид|неактив|не е абониран",
  czech: "nedoruc|neaktivn|odebran|stiznost|staznost|(?:za)?blokov|neplatn|odrazen|neprihlas",
  hu: "visszapattan|inaktiv|panasz|(?:le)?tilt|ervenytelen|kezbesithetetlen|nem (?:aktiv|feliratkoz)",
  ro: "respins|reclamat|plangere|blocat|invalid|neabonat",
  fi: "palautun|valitus|estet|virheel|ei aktiivi|epaaktiivi",
  nordic:
    "studs|klagomal|klage|sp[aæe]rr|ogiltig|ugyldig|block?era|blokk?er|a[fv]vist|returneret|ikke aktiv|inte aktiv",
  tr: "geri don|sikayet|engelle|gecersiz",
  el: "αποκλεισ|ανενεργ|επιστραφ|παραπον|ακυρ",
  yugoslav:
    "blokiran|neaktiv|vracen|prituzb|(?:iz|o)brisan|zavrnjen|zavracen|neveljav|nevazec|блокиран|неактив|враћен|обрисан",
  baltic:
    "uzblok|istrint|atmest|skund|neaktyv|bloket|dzest|neaktiv|sudz|blokeeri|kustuta|kaebus|mitteaktiiv|kehtetu|tagasi",
  he: "לא פעיל|חזר|תלונה|מבוטל|חסום|נמחק|שגוי",
  arabic: "غير (?:نشط|صالح)|مرتد|محذوف|شكوى|محظور|غیر ?فعال|مسدود|حذف|شکایت",
  vi: "khong (?:hoat|hop le)|đa xoa|khieu nai|bi chan",
  malay: "diblokir|disekat|t(?:id)?ak (?:aktif|valid|sah)|dihapus|dipadam|keluhan|aduan",
  hi: "निष्क्रिय|अवरुद्ध|शिकायत|हटाया",
};
/** The same where words are not separated. */
const WITHIN =
  /エラー|削除|ブロック|苦情|無効|不達|バウンス|비활성|반송|차단|무효|스팸|신고|屏蔽|退信|投诉|投訴|无效|無效|失效|拉黑|停用|บล็อก|ไม่ใช้งาน|ลบแล้ว|ร้องเรียน|ตีกลับ/u;

const UNREACHED = new RegExp(
  `^(?:(?:is|was|hard|soft|automatically|auto|temporarily|permanently|marked as|email) )*(?:${Object.values(STATES).join("|")})`,
  "u",
);
const LONGEST = 40;

/** Whether a state says that somebody is not reached any more, or does not want to be. */
export function isUnreached(cell: string): boolean {
  if (cell.length > LONGEST) return false;
  return UNREACHED.test(headerWords(cell)) || WITHIN.test(cell);
}

/** That somebody is active, in many languages. */
const ACTIVE =
  /^(?:a[ck]ti[vf]|acti?ef|attiv|ativ|aktyw|aktyv|aktii?v|актив|ενεργ|enabled$|有効|正常|有效|정상|활성|פעיל|نشط|فعال|hoat đong|ใช้งาน|सक्रिय)/u;
/** What people are beside that in clubs, companies and sales: these words say nothing of mail. */
const OF_OTHER_KIND =
  /^(?:passi[vf]|pasyw|pasivn|ehren|honou?r|onorari|cestn|trial|probe|essai|prueba|prova|on leave|beurlaubt|elternzeit|retired|pension|rentner|emerit|new\b|neu|leads?\b|prospect|customer|kund|client|interess|partner|vip|member|mitglied|membre|socio|junior|senior|student|famil|supporter|forder|alumn|guest|gast\b|visitor|open\b|closed|won\b|lost\b|paid|draft|complete|done|in progress|not started)/u;

/** Whether some people are active, and others something else that no list has: they may not want mail any more. */
export function isBesideActive(cells: string[]): boolean {
  const states = [...new Set(cells)].filter(isChoice).map(headerWords);
  const isActive = (state: string) => ACTIVE.test(state);
  return states.some(isActive) && states.some((state) => !isActive(state) && !OF_OTHER_KIND.test(state));
}
