import type { ImportTarget } from "@/lib/contacts/fields";
import { consentOf, flagShare, isOtherWay } from "./consent";
import { cellsOf } from "./consent-cells";
import { withoutLegend } from "./direction";
import {
  type FlagMeaning,
  isDay,
  isFlagWord,
  isNothing,
  isSubscribedWord,
  isUnsubscribedWord,
} from "./flags";
import { isPlaceholder } from "./headers";
import { MAY_MAIL } from "./mail-words";
import { isFlag, type Meaning } from "./meanings";
import { isOrdinaryThing } from "./ordinary";
import { isEventOfMail, isOtherThing, NOISE } from "./other-things";
import { namesPeople } from "./people-words";
import type { ReasonCode } from "./reasons";
import { type ColumnShape, columnShape, isJson, isSurelyPhone, mayIdentify, shareOf } from "./shapes";
import { findMisspelt, findShortSlip } from "./spelling";
import { isStateWord } from "./states";
import { findMeaning, headerWords } from "./synonyms";

/** A column's claim to a field. `meaning` is kept, because names are settled among all columns. */
export type Claim = {
  column: number;
  field: ImportTarget;
  meaning: Meaning;
  score: number;
  confidence: "high" | "medium" | "low";
  reason: string;
  reason_code: ReasonCode;
};

/** `isVague`: it may as well be another word. */
type Named = { meaning: Meaning; rank: number; how: "exact" | "part" | "spelling"; isVague?: true };

/** Which fields the column may fill, by header and cells; for opt-outs, by the cells of `rows`, which can be contacts. */
export function readColumn(
  header: string,
  column: number,
  samples: string[][],
  rows: string[][] = samples,
): Claim[] {
  const shape = columnShape(samples, column);
  const meant = nameMeaning(header);
  const claims = claimConsent(header, column, rows, meant);
  const isData = !(meant && isFlag(meant.meaning)) && shareOf(samples, column, isJson) >= 0.5;
  const named = claims.length > 0 || isData ? null : meant;
  if (named) {
    const claim = claimByName(named, header, column, shape, mayIdentify(samples, column));
    if (claim) claims.push(claim, ...(named.how === "spelling" ? [] : secondFlag(claim)));
  }
  if (named?.meaning !== "email") claims.push(...claimEmailByCells(column, shape, named));
  if (!named && claims.length === 0) claims.push(...claimFlagByCells(header, column, rows));
  if (!named && !isOtherThing(header)) claims.push(...claimPhoneByCells(column, samples));
  return claims;
}

/** What "yes" means in a column that the user mapped to is_unsubscribed. */
export function flagMeaning(written: string): FlagMeaning {
  const header = withoutLegend(written);
  const named = nameMeaning(header);
  const isOut = consentOf(header) === "opted_out";
  if (named?.meaning === "subscribed" && named.how !== "exact" && isOut) return "unsubscribed";
  const meaning = named?.meaning;
  if (meaning === "subscribed" || meaning === "unsubscribed_at") return meaning;
  // "Active contact", but not "Confirmed opt-out".
  return !isOut && MAY_MAIL.test(headerWords(header)) ? "subscribed" : "unsubscribed";
}

/** Whether a header is a word of consent only if it is misspelt: "newsletter ok" has one as it should be. */
export function isMisspeltFlag(header: string): boolean {
  const isFlagName = (named: Pick<Named, "meaning"> | null) =>
    named !== null && targetOf(named.meaning) === "is_unsubscribed";
  const named = nameMeaning(header);
  const isWord = headerWords(header).split(" ").map(findMeaning).some(isFlagName);
  return named?.how === "spelling" && isFlagName(named) && !isWord;
}

/** The columns that continue NAME1, an organisation's name in SAP's tables of customers and suppliers. */
const SAP_NAME_MORE = /^NAME[2-4]$/;

/** The meaning of a header: as it is, without words that say nothing, or with a typo. */
function nameMeaning(header: string): Named | null {
  if (isPlaceholder(header) || SAP_NAME_MORE.test(header)) return null;
  const exact = findMeaning(header);
  if (exact) return { ...exact, how: "exact" };
  const words = headerWords(header).replace(/\d+/g, " ").split(" ").filter(Boolean);
  if (isOtherThing(words.join(" "))) return null;
  const whole = findMeaning(words.join(""));
  if (whole) return { meaning: whole.meaning, rank: whole.rank - 0.1, how: "part" };
  const bare = header.replace(OF_WHOM, "");
  if (bare !== header) return nameMeaning(bare);
  const bracketless = findMeaning(header.replace(BRACKETED, ""));
  if (bracketless) {
    const meaning = isOfCompany(header, bracketless.meaning) ? "company" : bracketless.meaning;
    return { meaning, rank: bracketless.rank - 0.1, how: "part" };
  }
  if (isWholeName(header)) return { meaning: "full_name", rank: 0.8, how: "part" };
  const parts = [words.filter((word) => !NOISE.has(word)).join(""), ...eitherOr(header)];
  const telling = parts.map(findMeaning).find((meaning) => meaning !== null);
  if (telling) return { meaning: telling.meaning, rank: telling.rank - 0.2, how: "part" };
  // "Referent" is no slip of the Italian word for a contact person.
  if (namesPeople(header)) return null;
  const slip = findMisspelt(words.join(""));
  if (slip) return { meaning: slip.meaning, rank: slip.rank - 0.3, how: "spelling" };
  const short = findShortSlip(words.join(""));
  return short && { meaning: short.meaning, rank: short.rank - 0.6, how: "spelling", isVague: true };
}

/** Prefixes that say only that a column belongs to a contact: "Contact/Email", "Kontakt: Vorname", "users[name]". */
const OF_WHOM =
  /^(?:contacts?|kontakte?|contacto|contatto|contato|persons?|people|kunden?|customers?|clients?|users?|partner_id|partner|members?|subscribers?|profile|attributes|properties|c|u)\s*[./:>[]+\s*(?=\p{L})/iu;

const BRACKETED = /[([{（【].*$/u;

/** Suffixes that say whose name it is: "Name (Adressattyp Unternehmen)". */
function isOfCompany(header: string, meaning: Meaning): boolean {
  const inside = headerWords(BRACKETED.exec(header)?.[0] ?? "").split(" ");
  return meaning === "name" && inside.some((word) => findMeaning(word)?.meaning === "company");
}

/** "Name and surname" in a language where only one of the words is known, "First name / last name", "Nachname Vorname". */
function isWholeName(header: string): boolean {
  const [first, second, more] = header.split(JOINED.test(header) ? JOINED : " ");
  if (first === undefined || second === undefined || more !== undefined) return false;
  const names = [first, second].map((part) => findMeaning(part)?.meaning);
  const known = names.filter((name) => name === "first_name" || name === "last_name" || name === "name");
  return known.length === 2
    ? names[0] !== names[1]
    : known.length === 1 && AND.test(header) && names.includes(undefined);
}

const JOINED = /\s*[/,／、]\s*|\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|и|или)\s+/iu;
const AND = /\s(?:and|und|et|y|e|en|i|и)\s/iu;

/** The parts of "Company / Organisation" and "Comments and questions", and the rest after polite Chinese prefixes. */
function eitherOr(header: string): string[] {
  const parts = header.split(JOINED);
  const bare = header.replace(/^(?:您的|你的|其他|其它|請填寫|请填写)/u, "");
  return [...(parts.length > 1 ? parts : []), ...(bare === header ? [] : [bare])];
}

/** The field that a column of that meaning fills. */
function targetOf(meaning: Meaning): ImportTarget {
  if (meaning === "name") return "full_name";
  return isFlag(meaning) ? "is_unsubscribed" : meaning;
}

function claimByName(
  named: Named,
  header: string,
  column: number,
  shape: ColumnShape,
  mayBeId: boolean,
): Claim | null {
  const { meaning } = named;
  const field = targetOf(meaning);
  // A guess may not overwrite somebody else, nor notes where short words resemble each other.
  const mayOverwrite = meaning === "external_id" || (meaning === "notes" && header.length <= 6);
  if (named.how === "spelling" && mayOverwrite) return null;
  // A value in two rows is the number of a household, a company or an order.
  if (meaning === "external_id" && !mayBeId) return null;
  if (meaning === "phone" && shape.isWithoutDigits()) return null;
  const agrees = agreement(meaning, shape);
  // Dates below "Subscribed" say since when: taken for a flag, they would only confuse. And nobody is called "yes".
  const isOther = meaning === "subscribed" || (meaning !== "email" && shape.share("boolean") > 0.8);
  if (agrees === "no" && (named.how !== "exact" || isOther)) return null;
  if (meaning === "subscribed" && shape.filled > 0 && shape.share("date") === 1) return null;
  const preference = meaning === "subscribed" ? -0.2 : meaning === "unsubscribed_at" ? -0.25 : 0;
  const score =
    named.rank + preference + (shape.filled > 0 ? 0.02 : 0) + { yes: 0.5, unknown: 0, no: -0.9 }[agrees];
  const sure = named.how === "exact" && agrees !== "no";
  const confidence =
    sure || (named.how === "part" && agrees === "yes")
      ? "high"
      : agrees === "no" || named.isVague
        ? "low"
        : "medium";
  const reason = describe(named, header, field, agrees);
  return { column, field, meaning, score, confidence, reason, reason_code: codeOf(named, field, agrees) };
}

/** A column of subscriptions beside one of opt-outs fills a field of its own. */
function secondFlag(claim: Claim): Claim[] {
  return claim.meaning === "subscribed"
    ? [{ ...claim, field: "is_subscribed", score: claim.score - 0.5 }]
    : [];
}

/** A column in no list, whose header means opting out or in and whose cells are flags, or its date. */
function claimConsent(header: string, column: number, samples: string[][], named: Named | null): Claim[] {
  const isOut = consentOf(header) === "opted_out";
  const words = headerWords(header);
  if ((!isOut && consentOf(header) === null) || isOrdinaryThing(words) || isEventOfMail(words)) return [];
  if (named?.how === "exact" || (named?.meaning === "subscribed" && !isOut)) return [];
  const share = flagShare(samples, column);
  const told = samples.filter((row) => !isNothing(row[column]?.trim() ?? ""));
  const isDate = isOut && shareOf(told, column, isDay) >= 0.8;
  if (share === null ? !isOut || isOtherThing(header) : share < 0.8 && !isDate) return [];
  // Cells that say it in words need no header.
  if (!isOut && shareOf(samples, column, isFlagWord) === 0) return [];
  const meaning = isOut ? "unsubscribed" : "subscribed";
  const field = isOut ? "is_unsubscribed" : "is_subscribed";
  const reason = `“${header}” speaks of ${flagReason(meaning)}.`;
  const reason_code = `${meaning}_flag` as const;
  return [{ column, field, meaning, score: 0.6, confidence: "medium", reason, reason_code }];
}

type Agreement = "yes" | "no" | "unknown";

/** Whether the cells can be what the header says. */
function agreement(meaning: Meaning, shape: ColumnShape): Agreement {
  const { filled, share } = shape;
  if (filled === 0) return "unknown";
  if (meaning === "email")
    return share("email") >= 0.5 ? "yes" : filled >= 3 && share("email") === 0 ? "no" : "unknown";
  if (meaning === "phone") {
    if (share("phone") + share("number") >= 0.5) return "yes";
    return filled >= 3 && share("text") + share("email") + share("boolean") + share("date") > 0.8
      ? "no"
      : "unknown";
  }
  // An address can be nothing else, and two of them prove as much as more.
  if (share("email") > 0.8) return "no";
  if (meaning === "unsubscribed" || meaning === "unsubscribed_at") return "unknown";
  const dated = share("email") + share("date");
  const isWrong = meaning === "subscribed" ? dated : dated + share("url") + share("boolean");
  return (filled >= 3 || share("date") === 1) && isWrong > 0.8 ? "no" : "unknown";
}

function describe(named: Named, header: string, field: ImportTarget, agrees: Agreement): string {
  const meaning = field === "is_unsubscribed" ? flagReason(named.meaning) : field.replace("_", " ");
  const verb = named.how === "spelling" ? "looks like" : named.how === "part" ? "contains" : "means";
  const cells = { yes: ", and its cells agree", no: ", but its cells look like something else", unknown: "" }[
    agrees
  ];
  return `“${header}” ${verb} ${meaning}${cells}.`;
}

const VERBS = { exact: "header_means", part: "header_contains", spelling: "header_resembles" } as const;

function codeOf({ how, meaning }: Named, field: ImportTarget, agrees: Agreement): ReasonCode {
  if (field === "is_unsubscribed") {
    if (meaning === "subscribed") return "subscribed_flag";
    return meaning === "unsubscribed_at" ? "unsubscribed_date" : "unsubscribed_flag";
  }
  if (agrees === "unknown") return VERBS[how];
  return agrees === "yes" ? `${VERBS[how]}_cells_agree` : `${VERBS[how]}_cells_differ`;
}

function flagReason(meaning: Meaning): string {
  if (meaning === "subscribed")
    return "a subscription: “no” marks a contact as unsubscribed, “yes” changes nothing";
  if (meaning === "unsubscribed_at")
    return "when somebody unsubscribed: any entry marks a contact as unsubscribed";
  return "unsubscribed: “yes” marks a contact as unsubscribed, “no” changes nothing";
}

function claimEmailByCells(column: number, shape: ColumnShape, named: Named | null): Claim[] {
  const share = shape.share("email");
  if (share < 0.6) return [];
  const reason = `${Math.round(share * 100)} % of its cells are e-mail addresses.`;
  const confidence = share >= 0.9 && shape.filled >= 3 && !named ? "high" : "medium";
  const score = 0.4 + share / 2;
  const reason_code = "cells_are_emails";
  return [{ column, field: "email", meaning: "email", score, confidence, reason, reason_code }];
}

function claimPhoneByCells(column: number, samples: string[][]): Claim[] {
  const share = shareOf(samples, column, isSurelyPhone);
  if (share < 0.8) return [];
  const reason = `${Math.round(share * 100)} % of its cells look like phone numbers.`;
  const claim = { column, field: "phone", meaning: "phone", score: share / 2, confidence: "medium" } as const;
  return [{ ...claim, reason, reason_code: "cells_are_phones" }];
}

/** A status column whose words are about subscriptions, or one of actions. */
function claimFlagByCells(header: string, column: number, samples: string[][]): Claim[] {
  // Consent to another channel says nothing about mail.
  if (isOtherWay(header) || isOrdinaryThing(headerWords(header), cellsOf(samples, column))) return [];
  const share = shareOf(samples, column, isUnsubscribedWord);
  const subscribed = shareOf(samples, column, isSubscribedWord);
  const vague = shareOf(samples, column, isStateWord);
  if (share + subscribed === 0 || share + subscribed + vague < 0.8) return [];
  const reason = `The words in “${header}” say who has unsubscribed.`;
  const claim = { column, field: "is_unsubscribed", meaning: "unsubscribed", score: 0.3 } as const;
  return [{ ...claim, confidence: "medium", reason, reason_code: "cells_say_unsubscribed" }];
}
