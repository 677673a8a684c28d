import { FIELD_LIMITS } from "@/lib/field-limits";

const keyLength = FIELD_LIMITS.customKey;

/** A header as the key of a custom field. */
export function keyOf(header: string): string {
  return header.slice(0, keyLength).toWellFormed().trim();
}

const HALF = keyLength / 2;
/** Room for the number of a name that others have, too. */
const NUMBER = 6;

/**
 * The field of a column, which no other fills. Long headers may begin alike, as those of a survey do that repeat their
 * question for each answer: their ends tell them apart.
 */
export function freeField(header: string, headers: readonly string[], taken: ReadonlySet<string>): string {
  const start = keyOf(header);
  const isLong =
    header.length > keyLength && headers.some((other) => other !== header && keyOf(other) === start);
  const ends = `${header.slice(0, HALF - 1)}…${header.slice(-HALF)}`;
  let key = isLong ? keyOf(ends) : start;
  for (let copy = 2; taken.has(`custom_fields.${key}`); copy++)
    key = `${keyOf(header.slice(0, keyLength - NUMBER))} (${copy})`;
  return `custom_fields.${key}`;
}
