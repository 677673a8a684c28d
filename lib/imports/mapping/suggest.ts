import { isConsentTarget } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { isLonger } from "@/lib/text";
import { STRUCK } from "./about-mail";
import { namesLeaversList, weighAddresses } from "./addresses";
import { asked, LIST, meaningOf, quoted } from "./asking";
import { type Claim, isMisspeltFlag, readColumn } from "./columns";
import { alsoNamesOptOuts, mayHoldConsent, mayNameOthers, namesOptOuts } from "./consent";
import { cellsOf, namesLeavers, namesLeaving, unreadValues } from "./consent-cells";
import { hasLegend, hasTurnedLegend, isClearDirection, isSignUp } from "./direction";
import { isOwnColumn } from "./error-columns";
import type { Field } from "./fields";
import { compileFlag, isCross, isDay, isFlagWord } from "./flags";
import { isPlaceholder } from "./headers";
import { mayChoose } from "./lost-fields";
import { chooseNames } from "./names";
import { claimNames } from "./names-by-cells";
import { distinctValues, namedValue } from "./opt-out-values";
import { isOtherThing } from "./other-things";
import type { FilledBy, ReasonCode } from "./reasons";
import { lookingAtFile } from "./recall";
import { namesStates } from "./states";
import { findMeaning, NAME_MEANINGS } from "./synonyms";

type Confidence = "high" | "medium" | "low";
export type Suggestion = {
  header: string;
  field: Field;
  confidence: Confidence;
  reason: string;
  reason_code: ReasonCode;
  filled_by?: FilledBy;
  /** This mapping may lose opt-outs, so the user has to say what the column contains. */
  question?: "consent";
  /** Cells of a flag that cannot be read, from all over the file. */
  unread?: string[];
};

/**
 * Suggests a field for every column, by its header (synonyms in many languages) and by what its cells look like.
 * `headers` as shown (displayHeaders), `samples` data rows in their order, the first ones and those that bring new
 * values. Every field except opt-outs goes to at most one column, the best one; columns that fit nothing are suggested
 * as `skip` with low confidence. Deterministic.
 */
export const suggestMapping = (headers: string[], samples: string[][]): Suggestion[] =>
  lookingAtFile(() => suggestFields(headers, samples));

function suggestFields(headers: string[], samples: string[][]): Suggestion[] {
  const rows = rowsOfContacts(samples, headers.length);
  const claims = headers.map((header, column) =>
    isOwnColumn(header) ? [] : readColumn(header, column, samples, rows),
  );
  const winners = new Map<number, Claim>();
  const taken = new Map<string, string>();
  const ordered = weighAddresses(claims.flat(), headers, samples).sort(
    (a, b) => b.score - a.score || a.column - b.column,
  );
  const chosen = chooseNames(ordered, headers, samples);
  const award = () => {
    for (const claim of chosen) {
      if (isConsentTarget(claim.field) && hasTurnedLegend(headers[claim.column] ?? "")) continue;
      if (winners.has(claim.column) || (taken.has(claim.field) && !saysWhoLeft(claim))) continue;
      winners.set(claim.column, claim);
      taken.set(claim.field, headers[claim.column] ?? "");
    }
  };
  award();
  const freed = addNames(winners, claims, headers, rows);
  if (freed && taken.delete(freed.field)) award();
  const unmarked = rowsUnmarked(
    rows,
    headers,
    [...winners.values()].filter(({ field }) => isConsentTarget(field)),
  );
  return headers.map((header, column) => {
    if (isOwnColumn(header)) {
      return {
        header,
        field: "skip",
        confidence: "high",
        reason: "Kith added this column to a file of rejected rows.",
        reason_code: "own_error_column",
      };
    }
    if (isOwnCustomField(header)) {
      return {
        header,
        field: header,
        confidence: "high",
        reason: "Kith exported this custom field under this name.",
        reason_code: "own_custom_field",
      };
    }
    const claim = winners.get(column);
    const lost = claims[column] ?? [];
    if (claim) {
      const { field, confidence, reason, reason_code } = claim;
      const unread = unreadOf(field, header, column, rows);
      const doubt = doubtAbout(claim, header, { rows, unmarked }, unread);
      const suggestion = {
        header,
        field,
        confidence,
        reason,
        reason_code,
        // What yes means comes first; unreadable cells are reported again by the dry run.
        ...(unread.length > 0 && doubt !== TURNED && { unread }),
      };
      // Some cells beside names may say who opted out, as in a column that has no field.
      const isGuess = reason_code === "cells_are_names" && mayHide(header, column, lost, { rows, unmarked });
      return doubt !== null || isGuess ? asked(suggestion, doubt ?? CONSENT) : suggestion;
    }
    if (cellsOf(rows, column)[0] === STRUCK) return asked({ header, ...STRUCK_ROWS }, CONSENT_OF_STRUCK);
    const suggestion = namesLeavers(column, rows)
      ? { ...skipped(header, lost, taken), ...LEAVERS }
      : skipped(header, lost, taken);
    return mayHide(header, column, lost, { rows, unmarked }) ? asked(suggestion, CONSENT) : suggestion;
  });
}

/** Whether a column whose header says nothing of it may hold opt-outs; `lost` are the fields that it did not get. */
function mayHide(header: string, column: number, lost: Claim[], { rows, unmarked }: People): boolean {
  const isOther = isOtherThing(header);
  const context = { alone: unmarked === null, known: isOther || lost.length > 0, isOther };
  return (
    mayChoose(lost, column, rows) ||
    mayHoldConsent(header, column, rows, context) ||
    (lost.some(({ field }) => isText(field)) && saysInText(header, column, { rows, unmarked })) ||
    (unmarked !== null && mayNameOthers(header, column, rows, unmarked))
  );
}

/** Where no header says "name", the column of the names beside the addresses; returns what that column would have won. */
function addNames(
  winners: Map<number, Claim>,
  claims: Claim[][],
  headers: string[],
  rows: string[][],
): Claim | undefined {
  const won = [...winners.values()];
  const email = won.find(({ field }) => field === "email");
  if (!email || won.some(({ meaning }) => NAME_MEANINGS.has(meaning) || meaning === "name")) return undefined;
  // The Hungarian word for a member is that for a tag.
  const isFree = (column: number) =>
    (claims[column]?.length === 0 || winners.get(column)?.field === "tags") &&
    !isOwnColumn(headers[column] ?? "");
  const names = claimNames(headers, rows, email.column, isFree);
  const freed = names ? winners.get(names.column) : undefined;
  if (names) winners.set(names.column, names);
  return freed;
}

/**
 * The rows that can become contacts: no wider than the headers, and with an address where most rows have one. Other
 * rows (a second line of headers, shifted cells) say nothing about who opted out.
 */
export function rowsOfContacts(samples: string[][], width: number): string[][] {
  const fitting = samples.filter((row) => row.slice(width).every((cell) => cell.trim() === ""));
  const counts = new Array<number>(width).fill(0);
  for (const row of fitting)
    for (let column = 0; column < width; column++)
      if (row[column]?.includes("@")) counts[column] = (counts[column] ?? 0) + 1;
  const most = Math.max(0, ...counts);
  const addresses = counts.indexOf(most);
  return most > fitting.length / 2 ? fitting.filter((row) => row[addresses]?.includes("@")) : fitting;
}

const LEAVERS = {
  reason: "Some of its cells say that somebody unsubscribed.",
  reason_code: "cells_say_unsubscribed",
} as const;

/** Whether "yes" means opted out, for every such column: whoever left one list of several gets no mail. */
const saysWhoLeft = ({ field, meaning }: Claim) => field === "is_unsubscribed" && meaning === "unsubscribed";

/** The rows of people whom none of these flags marks as opted out; null without flags. */
function rowsUnmarked(rows: string[][], headers: string[], flags: Claim[]): string[][] | null {
  if (flags.length === 0) return null;
  const read = flags.map(({ field, column }) => {
    const isOut = compileFlag(meaningOf(field, headers[column] ?? ""));
    return (row: string[]) => isOut(row[column]?.trim() ?? "") === true;
  });
  return rows.filter((row) => !read.some((marks) => marks(row)));
}

/** Values that a suggestion has. */
const UNREAD = 20;

/** Flag values that cannot be read, each once. */
export function unreadOf(field: string, header: string, column: number, samples: string[][]): string[] {
  if (!isConsentTarget(field)) return [];
  return distinctValues(unreadValues(column, samples, meaningOf(field, header)).map(namedValue)).slice(
    0,
    UNREAD,
  );
}

/**
 * Why a column that has a field may lose opt-outs there, or null: a flag with unknown words, even one; tags that
 * mention people who left; addresses of people who did.
 */
function doubtAbout(
  { field, column }: Claim,
  header: string,
  { rows, unmarked }: People,
  unread: string[],
): string | null {
  if (field === "email") return namesLeaversList(header) ? LIST : null;
  if (isConsentTarget(field) && mayBeTurned(field, header, column, rows)) return TURNED;
  if (isConsentTarget(field) && isMisspeltFlag(header)) return MISSPELT;
  if (unread.length > 0) return `Not read: ${quoted(unread)}.`;
  if (!isConsentTarget(field) && isCoded(header, column, rows)) return CODED;
  if (isText(field)) return saysInText(header, column, { rows, unmarked }) ? LEFT : null;
  return !isConsentTarget(field) && namesLeaving(column, unmarked ?? rows) ? LEFT : null;
}

const isText = (field: string) => field === "tags" || field === "notes";

/** Whether tags or notes may contain opt-outs that no flag column marks. */
function saysInText(header: string, column: number, { rows, unmarked }: People): boolean {
  const isNamed = unmarked ? alsoNamesOptOuts(header, column, unmarked) : namesOptOuts(header, column, rows);
  return isNamed || namesStates(header, column, unmarked ?? rows);
}

/** All rows, and those that no flag column marks as opted out; null without flag columns. */
interface People {
  rows: string[][];
  unmarked: string[][] | null;
}

const STRUCK_ROWS = {
  field: "skip",
  confidence: "low",
  reason: "Some rows of the workbook are struck through.",
  reason_code: "struck_through",
} as const;

const CONSENT_OF_STRUCK = "Say whether these people opted out.";

const CONSENT = "Its cells may say who wants no mail: say what they mean.";

const MISSPELT = "Its header looks misspelt: say what it means.";

const LEFT = "Some of its cells may say that somebody opted out.";

const CODED = "Its header explains codes: say what they mean.";

/** Whether a header explains short codes below it: "Info (1 = no, 2 = yes)". */
function isCoded(header: string, column: number, rows: string[][]): boolean {
  const cells = rows.map((row) => row[column]?.trim() ?? "").filter((cell) => cell !== "");
  return hasLegend(header) && cells.length > 0 && cells.every((cell) => cell.length <= 2);
}

const TURNED = "Its header may mean the opposite, or something else: say what “yes” means here.";

/** Whether yes and no, or dates, are below a header that may mean the opposite of its words. */
function mayBeTurned(field: string, header: string, column: number, rows: string[][]): boolean {
  const says = meaningOf(field, header) === "subscribed" ? "opted_in" : "opted_out";
  const cells = rows.map((row) => row[column]?.trim() ?? "").filter((cell) => cell !== "");
  if (cells.length > 0 && cells.every(isCross)) return true;
  const isClear = findMeaning(header) !== null || isClearDirection(header, says);
  if (isClear && !isSignUp(header)) return false;
  return cells.some((cell) => isFlagWord(cell) || isDay(cell));
}

const CUSTOM = "custom_fields.";

/** A column of Kith's own export. */
function isOwnCustomField(header: string): header is `custom_fields.${string}` {
  const key = header.startsWith(CUSTOM) ? header.slice(CUSTOM.length) : "";
  return key !== "" && !isLonger(key, FIELD_LIMITS.customKey);
}

/** Why a column is not suggested for a field that another one fills. */
export function filledAlready(field: string, header: string) {
  const reason = `The column “${header}” already fills ${field}.`;
  return { reason, reason_code: "field_taken", filled_by: { field, header } } as const;
}

function skipped(header: string, claims: Claim[], taken: Map<string, string>): Suggestion {
  const skip = { header, field: "skip", confidence: "low" } as const;
  const lost = claims.find((claim) => taken.has(claim.field));
  const winner = lost && taken.get(lost.field);
  if (lost && winner !== undefined) return { ...skip, ...filledAlready(lost.field, winner) };
  return isPlaceholder(header)
    ? {
        ...skip,
        reason: "The column has no header, and its cells fit no field for certain.",
        reason_code: "no_header",
      }
    : {
        ...skip,
        reason: "No field of a contact fits; map it to a custom field to keep it.",
        reason_code: "no_field",
      };
}
