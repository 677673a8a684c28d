import { unguardFormula } from "@/lib/csv/formula";
import { NO_VALUE } from "@/lib/csv/no-value";
import { trimBlanks } from "@/lib/text";
import { GRANTED, isGone, NEVER, NO_MARKS, REFUSED, YES_MARKS } from "./about-mail";
import {
  MORE_NO,
  MORE_SUBSCRIBED,
  MORE_UNSUBSCRIBED,
  MORE_YES,
  OPTED_OUT,
  STAYED,
  STAYED_WITHIN,
  VAGUE,
} from "./consent-words";
import { leavesElsewhere } from "./leaving-pairs";
import { recalling } from "./recall";
import { shapeOf } from "./shapes";
import { compactHeader, headerWords } from "./synonyms";

/** The variation selector that turns a sign into a picture has no meaning, and is invisible. */
const PICTURE = /\ufe0f/g;

/** One and zero as programs with fractions write them. */
const WHOLE_NUMBER = /^\s*([01])[.,]0{1,6}\s*$/;

/** Words that say, whatever the column is called, that somebody must not be written to. */
const UNSUBSCRIBED = words(
  "unsubscribed, unsubscribe, opted out, opt out, optout, blocklisted, blacklisted, blocked, unsub, cleaned, bounced, hard bounce, hard bounced, undeliverable, suppressed, do not contact, do not email, complained, complaint, spam complaint, abgemeldet, abbestellt, ausgetragen, gesperrt, widerrufen, désabonné, désabonnée, désabonner, désinscrit, désinscrite, se désinscrire, baja, de baja, dado de baja, dada de baja, desuscrito, desuscrita, desuscribir, disiscritto, disiscritta, disiscrivi, descadastrado, descadastrada, desinscrito, desinscrita, uitgeschreven, uitschrijven, afgemeld, afmelden, abmelden, wypisany, wypisana, wypisz, отписан, отписана, отписался, отписалась, отписать, 配信停止, 退会, 解除, 退订, 已退订, 退訂, 已退訂, 取消订阅, 取消訂閱",
  "do not allow, nicht zulassen, ne pas autoriser, no permitir, niet toestaan",
  MORE_UNSUBSCRIBED,
);
const CROSSES = new Set(["✗", "✘", "❌", "✖", "✕", "×"]);
const YES = words(
  "1, true, t, yes, y, x, on, ja, j, oui, o, si, sí, sì, s, sim, tak, да, д, はい, 有, 是, 真, ✓, ✔, wahr, vrai, verdadero, vero, verdadeiro, waar, prawda, истина",
  MORE_YES,
  YES_MARKS,
);
const NO = words(
  "0, false, f, no, n, off, nein, non, não, nee, nie, нет, н, いいえ, 無, 否, 假, falsch, faux, falso, onwaar, fałsz, ложь, unsubscribed",
  "no thanks, no thank you, nein danke, non merci, no gracias, no grazie, nee bedankt, nej tak, nei takk, nej tack, nie dziękuję",
  MORE_NO,
  NO_MARKS,
);
/** Words that say, whatever the column is called, that somebody may be written to, or not yet. */
const SUBSCRIBED = words(
  "subscribed, subscribe, opted in, opt in, optin, abonniert, angemeldet, eingetragen, anmelden, abonné, abonnée, inscrit, inscrite, suscrito, suscrita, suscribir, iscritto, iscritta, inscrito, inscrita, assinante, ingeschreven, aangemeld, inschrijven, zapisany, zapisana, подписан, подписана, подписался, подписать, 購読中, 購読, 登録中, 配信中, 已订阅, 订阅, 已訂閱, 訂閱",
  "allow, zulassen, autoriser, permitir, toestaan",
  MORE_SUBSCRIBED,
);
/** Words for the end of many things; in an opt-out column they mean that somebody opted out. */
const ENDED = words(
  "stop, ingetrokken, trukket tilbage, trukket tilbake, zurückgezogen, återkallad",
  "cancelled, canceled, cancel, ended, terminated, revoked, withdrawn, gone, left, storniert, gekündigt, beendet, annulé, annulée, résilié, résiliée, cancelado, cancelada, canceló, anulado, anulada, annullato, annullata, cessato, opgezegd, geannuleerd, beëindigd, anulowany, anulowana, anulowano, zrezygnował, zrezygnowała, отменен, отменена, отменено, отменён, отключен, отказался, отказалась, zrušen, zrušena, zrušeno, zrušený, zrušená, lemondva, lemondott, anulat, anulată, avslutad, avslutat, opsagt, oppsagt, päättynyt, скасовано, скасований, прекратен, otkazano, ακυρώθηκε, ακυρωμένη, iptal, iptal edildi, 解約, 解約済み, キャンセル, 取消, 已取消, 취소, 취소됨, 해지, בוטל, ملغاة",
);
const NOTHING = words("0, false, no, n, none, null, nein, non, não, nee, nie, нет, never", MORE_NO);

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(", ")).map(keyOf));
}

/** Below consent: given, and not given. Below opting out they would mean the opposite, or nothing. */
const GIVEN = words(GRANTED);
const NOT_GIVEN = words(REFUSED);

function keyOf(text: string): string {
  const bare = text.replace(PICTURE, "").replace(WHOLE_NUMBER, "$1");
  return compactHeader(bare) || bare.trim();
}

const key = recalling(keyOf);

/** The text of a consent cell: without blanks, a formula's guard, or the formula around a text. */
export const consentCell = (cell: string | undefined): string =>
  trimBlanks(unguardFormula(trimBlanks(cell ?? "")));

/** How programs write a missing value. */
const NULL = /^(?:[<([]?null[>)\]]?|\\n|nil|nan|nat|<?na>?|n\/a|#n\/a|#nv|undefined)$/i;
/** How people write it; below consent that may be a no. */
const DASH = /^[-–—_.]+$/;

/** Whether a cell is a missing value as programs write it. */
export function isNothing(cell: string): boolean {
  // A zero alone is a no.
  return NULL.test(cell) || (cell.length > 1 && isNoDay(cell));
}

/** Whether a cell is a missing value as a person writes it. */
export function isDash(cell: string): boolean {
  return DASH.test(cell);
}

export function isEndedWord(cell: string): boolean {
  return ENDED.has(key(cell));
}

/** Whether the meaning of a flag cell is known, including a missing value. */
export function isReadable(cell: string, meaning: FlagMeaning): boolean {
  if (cell.length > MAX_WORDS_LENGTH) return false;
  if (isFlagWord(cell) || isSubscribedWord(cell) || VAGUE.test(cell) || saysOptedOut(cell)) return true;
  if (saysStayed(cell)) return true;
  if (isDay(cell) || isNoDay(cell) || NULL.test(cell)) return true;
  const word = key(cell);
  if (meaning === "subscribed") return GIVEN.has(word) || NOT_GIVEN.has(word);
  return (
    DASH.test(cell) ||
    word === "none" ||
    (meaning === "unsubscribed_at" && (NOTHING.has(word) || /[1-9]/.test(word)))
  );
}

/** Whether a cell says that consent was refused or withdrawn, by a word that means so only below such a header. */
export function isRefusedWord(cell: string): boolean {
  return NOT_GIVEN.has(key(cell));
}

/** Whether a cell says whether consent was given, by a word that means so only below such a header. */
export function isDecisionWord(cell: string): boolean {
  const word = key(cell);
  return GIVEN.has(word) || NOT_GIVEN.has(word);
}

export function isSubscribedWord(cell: string): boolean {
  return SUBSCRIBED.has(key(cell));
}

/** A cross may mean no, and may be the mark in a list that has no other. */
export function isCross(cell: string): boolean {
  return CROSSES.has(cell.replace(PICTURE, "").trim());
}

/** Whether a cell says yes or no, and nothing else. */
export function isFlagWord(cell: string): boolean {
  const word = key(cell);
  return (YES.has(word) || NO.has(word)) && !UNSUBSCRIBED.has(word);
}

/** Whether a cell is a word that says, below a header about consent, whether somebody left. */
export function isSaidOfConsent(cell: string): boolean {
  const word = key(cell);
  const lists = [YES, NO, UNSUBSCRIBED, SUBSCRIBED, ENDED, GIVEN, NOT_GIVEN];
  return lists.some((list) => list.has(word)) || isCross(cell);
}

/** Whether a cell says no, and nothing else. */
export function isNoWord(cell: string): boolean {
  const word = key(cell);
  return NO.has(word) && !UNSUBSCRIBED.has(word);
}

export function isUnsubscribedWord(cell: string): boolean {
  return UNSUBSCRIBED.has(key(cell));
}

const MAX_WORDS_LENGTH = 80;
/** A date as Excel (from 1968 on) and as Unix count it. */
const DAY_NUMBER = /^(?:2[5-9]|[3-6]\d)\d{3}(?:[.,]\d+)?$|^1\d{9}(?:\d{3})?$/;

/** A date with the name of its month, and as East Asia writes it: "Mar 12, 2024", "5. März 2024", "2024年3月5日". */
const NAMED_DAY =
  /^(?:\p{L}{2,10}\.?,? )?(?:\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}\.?[ /-]\p{L}{3,10}\.?[ /-]\d{4})(?!\d)|^\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]/u;

/** Whether a cell is a date, as people or as programs write it. */
export function isDay(cell: string): boolean {
  const text = cell.trim();
  return (shapeOf(text) === "date" && !isNoDay(text)) || DAY_NUMBER.test(text) || NAMED_DAY.test(text);
}

/**
 * The date that programs write for a missing one: all zeros (MySQL), the first that they can represent (1970-01-01
 * and, west of Greenwich, the evening before; 1900, 1899, 1753, 1601, year 1), or the last.
 */
const NO_DAY =
  /^(?:(?:0001|1601|1753|1900|1970)[-./]0?1[-./]0?[01]|(?:1899|1969|9999)[-./]12[-./]3[01])(?!\d)|^(?:0?1[./-]0?1[./-](?:0001|1601|1753|1900|1970)|31[./-]12[./-](?:1899|1969|9999)|12[./-]31[./-](?:1899|1969|9999)|30[./-]12[./-]1899|12[./-]30[./-]1899|0?1[./-]0[./-]1900)(?!\d)/;

function isNoDay(cell: string): boolean {
  const text = cell.trim();
  return isStandInDay(text) || (text.includes("0") && /^[0\s./:TZ+-]+$/.test(text));
}

/** Such a date, except for zeros: it might be written for an unknown one, too. */
export const isStandInDay = (cell: string): boolean => NO_DAY.test(cell);

/** Whether a cell says in its words, alone or among others, that somebody left: "vip; unsubscribed", "abgemeldet am 3.5.". */
export const saysOptedOut = recalling((cell) => {
  if (cell.length > MAX_WORDS_LENGTH) return false;
  if (cell.split(/[;,|/()]|:::| [-–—] /).some((part) => isUnsubscribedWord(part.trim()))) return true;
  const words = headerWords(cell);
  return OPTED_OUT.test(words) && !saysStayed(cell) && !leavesElsewhere(words);
});

/** Whether a cell says that somebody did not leave: "not unsubscribed", 未退订. */
export function saysStayed(cell: string): boolean {
  const words = headerWords(cell);
  return STAYED_WITHIN.test(words) || (OPTED_OUT.test(words) && STAYED.test(words));
}

/** Whether a cell of a column about mail may say that somebody wants none, whatever its header means by yes. */
export function mayRefuse(cell: string): boolean {
  const word = key(cell);
  if (NO.has(word) || NOT_GIVEN.has(word) || ENDED.has(word) || word === "none") return true;
  return isGone(cell) || NEVER.test(cell) || saysOptedOut(cell);
}

/** What a value in the column means: the person left, the person is subscribed, or the date on which the person left. */
export type FlagMeaning = "unsubscribed" | "subscribed" | "unsubscribed_at";

/**
 * Reads a cell of a column mapped to is_unsubscribed: true when it says that the person unsubscribed, null when its
 * meaning is unknown. An unclear cell unsubscribes nobody, but is reported. A date below "Unsubscribed" is the day on
 * which it happened.
 */
export function compileFlag(meaning: FlagMeaning): (cell: string) => boolean | null {
  const seen = new Map<string, boolean | null>();
  return (cell) => {
    if (cell.length > MAX_WORDS_LENGTH) return null;
    const known = seen.get(cell);
    if (known !== undefined) return known;
    const isOut =
      readFlag(cell, meaning) || saysOptedOut(cell) || (meaning === "unsubscribed" && isEntry(cell));
    const flag = isOut || (cell === "" || isReadable(cell, meaning) ? isOut : null);
    if (seen.size < 1000) seen.set(cell, flag);
    return flag;
  };
}

/** Below "Unsubscribed", a date is the day on which it happened, an address that of the person who did. */
const isEntry = (cell: string) => isDay(cell) || shapeOf(cell) === "email";

function readFlag(cell: string, meaning: FlagMeaning): boolean {
  const word = key(cell);
  if (word === "" || cell === NO_VALUE) return false;
  if (UNSUBSCRIBED.has(word) || ENDED.has(word)) return true;
  if (meaning === "unsubscribed_at") return /\d/.test(word) && !NOTHING.has(word) && !isNoDay(cell);
  return meaning === "subscribed" ? NO.has(word) || NOT_GIVEN.has(word) || isGone(cell) : YES.has(word);
}
