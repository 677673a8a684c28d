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

/** What lists of people who are not to be contacted are called, and their entries. */
const LISTED =
  /^(?:(?:on |in |im |auf )?(?:the |der |our )?(?:dnc|dnm|dne|suppressions?|supression|exclusion|robinson)(?: ?(?:list[aes]?|eintrag|entry|file|datei|sperre))?|(?:list[ae]|liste de|lista de|registro) (?:de )?(?:suppression|robinson|supresion|exclusion)|robinson ?listad[oa]|supresion|soppressione|supressao)$/u;
/** The same where it may be a name, or about anything, below another header than one of these. */
const LABELLED =
  /^(?:(?:consent|permission|einwilligung|opt in|consentement|consentimiento|consenso|consentimento|zgoda) )?(?:revoked|withdrawn|revocation|withdrawal|zuruckgezogen|zuruckgenommen|revoquee?|retiree?|revocad[oa]|retirad[oa]|revocat[oa]|ritirat[oa]|revogad[oa]|ingetrokken|cofniet[ayo]|wycofan[ayo]|отозван[ао]?|aterkallad|tilbakekalt|trukket tilbage|peruttu|geri cekildi|撤回|撤回済み|已撤回|철회)$/u;
const LABEL =
  /^(?:(?:contact|kontakt|record|lead|list|suppression|e ?mail|subscriber|customer|kunden) ?)?(?:types?|typ|type de contact|tipo|tipologia|art|kind|soort|rodzaj|тип|source|quelle|herkunft|origin|origine|origen|origem|fuente|fonte|bron|zrodlo|источник|reasons?|grund|raison|motif|motivo|razon|reden|powod|причина|status|statut|state|estado|stato|flags?|labels?|kennzeichen|merkmal|list[aes]?|category|kategorie|group|gruppe|segment|種別|区分|理由|状態|类型|來源|来源|原因|유형|출처|사유)$/u;

/** Whether a cell says by itself that somebody is not to be written to, or used. */
export function isBarred(cell: string): boolean {
  if (cell.length > 40 || cell === "") return false;
  const words = wordsOf(cell);
  return BARRED.test(words) || WHOLE.test(words);
}

/**
 * Whether a cell, as a whole, names a list of people who are not to be contacted, or says that consent ended. If the
 * column is known to be about something else, only below "Type", "Source" and the like.
 */
export function namesBarred(header: string, cell: string, isKnown = false): boolean {
  if (cell.length > 40 || cell === "") return false;
  const words = wordsOf(cell);
  if (LISTED.test(words) && words !== "robinson" && !isKnown) return true;
  return (LISTED.test(words) || LABELLED.test(words)) && LABEL.test(headerWords(header));
}

/** The same for a tag; "none" only of lists and mailings. */
export function isBarringTag(header: string, tag: string): boolean {
  if (isBarred(tag) || namesBarred(header, tag) || NONE.test(tag)) return true;
  const about = headerWords(header);
  return (ABOUT_MAIL.test(about) || LIST.test(about)) && saysNever(tag);
}

const LIST = /\b(?:list[aes]?|listen|lijst|mailings?)\b/;
