import { CUSTOM_FIELD_LIMITS } from "@/lib/contacts/custom-fields";
import { EXPORTED_FIELDS } from "@/lib/contacts/fields";
import { freeField, keyOf } from "@/lib/imports/free-field";
import { SAMPLE_ROWS } from "@/lib/imports/limits";
import type { Suggestion } from "@/lib/imports/schemas";
import { LIMITS } from "@/lib/limits";
import { readColumn } from "./columns";
import { consentOf } from "./consent";
import { LEFT, OPTED_OUT } from "./consent-words";
import { isDay, isFlagWord } from "./flags";
import { isPlaceholder } from "./headers";
import { OTHER_WAY } from "./mail-words";
import { isOwnExport, isReadOnly } from "./own-export";
import { headerWords } from "./synonyms";

const { keys: MOST_KEYS, bytes } = CUSTOM_FIELD_LIMITS;
/** The share of a contact's room that the sampled rows may use: other rows may be longer. */
const MOST_BYTES = bytes / 2;
const KEPT = ["no_field", "no_header", "field_taken"];
/** Headers of columns that only count the rows. */
const COUNTER =
  /^(?:#|nr|no|num|number|index|idx|row|row number|row no|row nr|line|lfd nr|lfd|zeile|unnamed \d+)$/;

/**
 * Suggestions in which columns that fit no field of a contact become custom fields of their own name, so that nobody
 * loses data by continuing; without a header, it is called "Column 5". Still left out are empty columns, row counters,
 * whole names that the columns of their parts repeat, our own timestamps, and what says when and why people opted out:
 * that is asked about, or adds nothing. Since when people want mail is kept. At most `room` of them; those beyond say so, and what to do to keep them.
 */
export function keepUnmatched(suggestions: Suggestion[], samples: string[][], room: number): Suggestion[] {
  const headers = suggestions.map(({ header }) => header);
  const fields = suggestions.map(({ field }) => field);
  const taken = new Set(fields);
  const parts = [fields.indexOf("first_name"), fields.indexOf("last_name")].filter((column) => column >= 0);
  let roomOfContact = MOST_KEYS - fields.filter((field) => field.startsWith("custom_fields.")).length;
  let roomOfWorkspace = room;
  const used = samples.map(() => 0);
  return suggestions.map((suggestion, column) => {
    const { header, filled_by, reason: unfit } = suggestion;
    if (isReadOnly(header, headers) || !isKept(suggestion, column, samples, parts)) return suggestion;
    const field = freeField(header, headers, taken);
    if (isCounter(header, column, samples)) return leftOut(suggestion, "row_counter");
    if (roomOfContact <= 0) return leftOut(suggestion, "beyond_custom_fields");
    if (roomOfWorkspace <= 0) return leftOut(suggestion, "beyond_workspace_fields");
    if (!fits(used, column, samples, field.length)) return leftOut(suggestion, "beyond_custom_size");
    roomOfContact--;
    roomOfWorkspace--;
    taken.add(field);
    const why = (filled_by && unfit?.replace(/\.$/, "")) || "No field of a contact fits";
    const reason = `${why}, so it is kept as a custom field.`;
    const kept = { header, field, confidence: "low", reason, reason_code: "kept_as_custom" } as const;
    return filled_by ? { ...kept, filled_by } : kept;
  });
}

/** Why a column is left out that could be a custom field, and what to do to keep it. */
const LEFT_OUT = {
  row_counter: "It only counts the rows, so it is left out; map it to a custom field to keep it.",
  beyond_custom_fields: `A contact has at most ${MOST_KEYS} custom fields, and other columns take them; to keep this one, skip one of those and map this one to a custom field.`,
  beyond_workspace_fields: `The workspace has its ${LIMITS.custom_keys_per_workspace.max} custom fields already; to keep this column, map it to one of them, or delete one first.`,
  beyond_custom_size: `With those of other columns, its texts may not fit into the custom fields of a contact (${bytes} bytes); map it to a custom field to keep it, and rows that do not fit are rejected.`,
};

function leftOut(suggestion: Suggestion, code: keyof typeof LEFT_OUT): Suggestion {
  return { ...suggestion, reason: LEFT_OUT[code], reason_code: code };
}

function isKept(
  { header, field, question, reason_code }: Suggestion,
  column: number,
  samples: string[][],
  parts: number[],
): boolean {
  if (field !== "skip" || question || !KEPT.some((code) => code === reason_code)) return false;
  const cells = samples.map((row) => row[column]?.trim() ?? "");
  if (keyOf(header) === "" || cells.every((cell) => cell === "")) return false;
  const claims = readColumn(header, column, samples).map((claim) => claim.field);
  if (claims.includes("full_name") && saysNames(column, samples, parts)) return false;
  const areAll = (isOne: (cell: string) => boolean) => cells.every((cell) => cell === "" || isOne(cell));
  // Since when people want mail, and numbers: how often they took part, of what they are subscribers.
  const isAdded = (cell: string) => isDay(cell) || /^[\d.,]+$/.test(cell);
  if (areAll(isAdded) && consentOf(header) === "opted_in") return true;
  return areAll(isFlagWord) || !addsToConsent(header, claims);
}

/** Whether all of its cells say a name that the columns of its parts say, too. */
function saysNames(column: number, samples: string[][], parts: number[]): boolean {
  const wordsAt = (row: string[], at: number) => headerWords(row[at] ?? "");
  return samples.every((row) => {
    const said = wordsAt(row, column);
    return said === "" || parts.some((at) => wordsAt(row, at) !== "" && said.includes(wordsAt(row, at)));
  });
}

/** Whether it is about consent though nobody need be asked, as the date of an opt-out beside its flag. */
function addsToConsent(header: string, claims: string[]): boolean {
  const words = headerWords(header);
  if (OTHER_WAY.test(words)) return false;
  if (claims.includes("is_unsubscribed") || claims.includes("is_subscribed")) return true;
  return consentOf(header) !== null || OPTED_OUT.test(words) || LEFT.test(words);
}

function isCounter(header: string, column: number, samples: string[][]): boolean {
  // Only the first rows are consecutive.
  const first = samples.slice(0, SAMPLE_ROWS).map((row) => row[column]?.trim() ?? "");
  const isUnnamed = isPlaceholder(header) && first.length > 1 && /^[01]$/.test(first[0] ?? "");
  const counted = isUnnamed || header.trim() === "#" || COUNTER.test(headerWords(header).trim());
  return counted && first.every((cell, at) => at === 0 || Number(cell) === Number(first[at - 1]) + 1);
}

/** Whether each row has room for its cell, which it then reserves. */
function fits(used: number[], column: number, samples: string[][], keyBytes: number): boolean {
  const sizes = samples.map((row) => Buffer.byteLength(JSON.stringify(row[column] ?? "")) + 3 * keyBytes);
  if (sizes.some((size, row) => (used[row] ?? 0) + size > MOST_BYTES)) return false;
  for (const [row, size] of sizes.entries()) used[row] = (used[row] ?? 0) + size;
  return true;
}

/** Suggestions in which the text columns of Kith's own export are what they are called, whatever their cells look like. */
export function asExported(suggestions: Suggestion[]): Suggestion[] {
  if (!isOwnExport(suggestions.map(({ header }) => header))) return suggestions;
  return suggestions.map((one) => {
    const field = EXPORTED_FIELDS.find((name) => name === one.header);
    if (!field || one.field === field || one.question || one.reason_code === "remembered") return one;
    const reason = `“${field}” means ${field.replace("_", " ")}.`;
    return { header: field, field, confidence: "high", reason, reason_code: "header_means" };
  });
}
