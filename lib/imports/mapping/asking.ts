import { isConsentTarget } from "@/lib/contacts/fields";
import type { Suggestion } from "@/lib/imports/schemas";
import { namesLeaversList } from "./addresses";
import { flagMeaning } from "./columns";
import { consentOf } from "./consent";
import { hasLegend } from "./direction";
import { type FlagMeaning, isDay, isFlagWord } from "./flags";

/** Questions to the user, and those that what is around the table raises: titles, other sheets, other rows of headers. */

export interface Askable {
  field: string;
  confidence: "high" | "medium" | "low";
  reason?: string;
  reason_code?: Suggestion["reason_code"];
  question?: "consent";
  unread?: string[];
}

/** Reasons that raise no question: nothing fits. */
const NO_REASONS: ReadonlySet<unknown> = new Set(["no_field", "no_header"]);

/** A suggestion that the user has to decide about is never certain, whatever its header says. */
export function asked<S extends Askable>(suggestion: S, doubt: string): S {
  const confidence = suggestion.confidence === "high" ? "medium" : suggestion.confidence;
  const isOfDoubt = NO_REASONS.has(suggestion.reason_code);
  return {
    ...suggestion,
    confidence,
    reason: isOfDoubt ? doubt : `${suggestion.reason ?? ""} ${doubt}`.trim(),
    ...(isOfDoubt && { reason_code: "may_be_consent" }),
    question: "consent",
  };
}

/** Values that a doubt lists. */
const NAMED = 3;

export const quoted = (values: string[]) =>
  `${values
    .slice(0, NAMED)
    .map((value) => (value === "" ? "empty cells" : `“${value.slice(0, 40).toWellFormed()}”`))
    .join(", ")}${values.length > NAMED ? ", …" : ""}`;

/** How a column that fills a flag is read. */
export const meaningOf = (field: string, header: string): FlagMeaning =>
  field === "is_subscribed" ? "subscribed" : flagMeaning(header);

export const LIST = "This looks like a list of people who opted out; nothing in it unsubscribes them.";

/**
 * Suggestions that ask about the addresses when a title of the file (lines above its header, its name) says that they
 * are of people who opted out, and no column does.
 */
export function askAboutTitles<S extends Askable>(suggestions: S[], titles: string[]): S[] {
  const isSaid = suggestions.some(({ field }) => isConsentTarget(field));
  if (isSaid || !titles.some(namesLeaversList)) return suggestions;
  return askOfAddress(suggestions, (one) => asked(one, LIST));
}

/** The same when another sheet of the workbook, which is not imported, is called so. */
export function askAboutSheets(suggestions: Suggestion[], others: string[]): Suggestion[] {
  return askAboutPart(
    suggestions,
    "other_sheet",
    others.filter(namesLeaversList),
    (name) => `The sheet ${name} is not imported, and may list people who opted out.`,
  );
}

/**
 * The same when a row between the others may be the title of a second table, or its first header; or when `headers` of one,
 * whose rows are all rejected, are about consent.
 */
export function askAboutTablesBelow(
  suggestions: Suggestion[],
  titles: string[],
  headers: string[] = [],
): Suggestion[] {
  return askAboutPart(
    suggestions,
    "table_below",
    [...titles.filter(namesLeaversList), ...headers.filter(isOfConsent)],
    (name) => `The rows below ${name} may be of people who opted out; nothing in them unsubscribes them.`,
  );
}

/** The same suggestions, in which the question about rows that are struck through names them. */
export function nameStruckRows(
  suggestions: Suggestion[],
  struck: { count: number; lines: number[] } | undefined,
): Suggestion[] {
  if (!struck) return suggestions;
  const { count, lines } = struck;
  const rest = count > lines.length ? ` and ${count - lines.length} more` : "";
  const rows = `${count === 1 ? "Row" : "Rows"} ${lines.join(", ")}${rest} of the workbook`;
  const reason = `${rows} ${count === 1 ? "is" : "are"} struck through. Say whether these people opted out.`;
  return suggestions.map((one) => (one.reason_code === "struck_through" ? { ...one, reason } : one));
}

const isOfConsent = (header: string) => namesLeaversList(header) || consentOf(header) !== null;

function askAboutPart(
  suggestions: Suggestion[],
  reasonCode: "other_sheet" | "table_below",
  [title]: string[],
  doubtAbout: (title: string) => string,
): Suggestion[] {
  if (title === undefined) return suggestions;
  const doubt = doubtAbout(quoted([title]));
  return askOfAddress(suggestions, (one) => ({ ...asked(one, doubt), reason_code: reasonCode }));
}

/** What is asked about a whole list is asked about its addresses, unless something is asked about them already. */
function askOfAddress<S extends Askable>(suggestions: S[], ask: (one: S) => S): S[] {
  return suggestions.map((one) => (one.field === "email" && !one.question ? ask(one) : one));
}

/**
 * Suggestions that ask about columns for which another header row (`above`: the cells of the lines over the table)
 * says something else about consent: "Kein Newsletter" above "consent".
 */
export function askAboutOtherHeaders<S extends Askable & { header: string }>(
  suggestions: S[],
  above: string[][],
): S[] {
  const isHead = (cells: string[]) =>
    cells.some(hasLegend) || cells.filter((cell) => cell.trim() !== "").length > suggestions.length / 2;
  const heads = above.filter(isHead);
  return suggestions.map((one, column) => {
    if (one.field === "email" || (one.question && !one.unread)) return one;
    const other = heads
      .map((cells) => cells[column]?.trim() ?? "")
      .find((text) => text !== "" && !isOfPerson(text) && consentOf(text) !== saidBy(one));
    if (other === undefined) return one;
    // What yes means comes first.
    const { unread: _, ...rest } = one;
    return asked(rest as S, `Another row of headers calls it ${quoted([other])}.`);
  });
}

/** What a row of a person without an address says, not a header. */
const isOfPerson = (text: string) => isFlagWord(text) || isDay(text);

/** The meaning of a column's flag; null for any other field. */
export function saidBy({ field, header }: Askable & { header: string }): ReturnType<typeof consentOf> {
  if (!isConsentTarget(field)) return null;
  return meaningOf(field, header) === "subscribed" ? "opted_in" : "opted_out";
}
