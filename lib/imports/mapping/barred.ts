import { ABOUT_MAIL, saysNever } from "./about-mail";
import { wordsOf } from "./letters";
import { headerWords } from "./synonyms";

/** Tags and labels of people who are not to be written to, by themselves: "gesperrt", "Do not use", "keiner". */

/** Blocked, barred, closed: the whole tag. */
const BARRED =
  /^(?:(?:is|is t|ist|est|esta|e|wurde|contact|kontakt|person|kunde|client|cliente) )?(?:block(?:ed|iert)|barred|banned|gesperrt|sperre|sperrung|bloque[er]?|bloquead[oa]|bloccat[oa]|cancellat[oaie]|geblokkeerd|zablokowan[yae]|заблок\p{L}*|блокира[нт]\p{L}*|zablok\p{L}*|blokov\p{L}*|letiltv?a?|letiltott|tiltott|blocat[ae]?|sparra[dt]|spærret|sperret|estetty|engelli|engellendi|engellenmis|μπλοκαρισμεν\p{L}*|blokiran[ao]?|diblokir|bi chan|chan|使用不可|禁用|禁止|勿联系|勿聯繫|封禁|차단|차단됨|사용금지|חסומ?[הם]?|חסום|محظور\p{L}*)$/u;
/** None, of a list in German. */
const NONE = /^(?:keiner|ohne|niemand)$/i;
/** Not to be used: a denial and a word for using, and nothing else. */
const NOT_USED =
  /^(?:(?:please|bitte|pls) )?(?:(?:do|to be|be) not|don t|dont|not to be|not|never|nicht(?: mehr)?|ne p(?:as|lus)|a ne pas|no|non|nao|niet(?: meer)?|nie|не|ne|nem|a nu|nu|ej|inte|ikke|ma ikke|ala|alkaa|jangan|đung|khong|لا|לא) (?:W )?(?:use[d]?|verwenden|benutzen|nutzen|verwendet|utiliser|employer|usar|utilizar|usare|utilizzare|gebruiken|uzywac|использ\p{L}*|користув\p{L}*|pouzivat|hasznal\p{L}*|foloseste|folosi|folosit|anvand\p{L}*|bruk\p{L}*|bruges|kayta|digunakan|pakai|dung|تستخدم|להשתמש)$|^(?:anvand|bruk|brug) (?:ej|inte|ikke)$|^(?:nepouziv|kullanma|niepouz)\p{L}*$|使用しない/u;
const WHOLE = new RegExp(NOT_USED.source.replaceAll("W ", "\\p{L}+ "), "u");

/** Whether a cell says by itself that somebody is not to be written to, or used. */
export function isBarred(cell: string): boolean {
  if (cell.length > 40 || cell === "") return false;
  const words = wordsOf(cell);
  return BARRED.test(words) || WHOLE.test(words);
}

/** The same for a tag; "none" only of lists and mailings. */
export function isBarringTag(header: string, tag: string): boolean {
  if (isBarred(tag) || NONE.test(tag)) return true;
  const about = headerWords(header);
  return (ABOUT_MAIL.test(about) || LIST.test(about)) && saysNever(tag);
}

const LIST = /\b(?:list[aes]?|listen|lijst|mailings?)\b/;
