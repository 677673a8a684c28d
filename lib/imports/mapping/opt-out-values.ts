import { FIELD_LIMITS } from "@/lib/field-limits";
import { cleanText } from "@/lib/text";

export type Meaning = "out" | "not";

/** What somebody says that the cells of a column about consent mean, whatever Kith makes of them. */
export interface OptOutValues {
  /** They unsubscribe. */
  out: string[];
  /** They do not. */
  not: string[];
  /** Every other cell that is not empty and that Kith cannot read. */
  others?: Meaning | undefined;
}

/** What stands between the beginning and the end of a long cell, where what counts may be. */
const BETWEEN = " … ";
const BEGIN = 54;
const END = FIELD_LIMITS.optOutValue - BEGIN - BETWEEN.length;

/** A cell as it is shown and named. A name is its own name. */
export function namedValue(cell: string): string {
  const text = cleanText(cell).replaceAll("\0", "\u2400");
  if (text.length <= FIELD_LIMITS.optOutValue) return text;
  return `${text.slice(0, BEGIN)}${BETWEEN}${text.slice(-END)}`.toWellFormed();
}

/** Values that differ in case alone are one. */
export const foldedValue = (cell: string): string => namedValue(cell).toLowerCase();

const meaningsOf = ({ out, not }: OptOutValues): ReadonlyMap<string, Meaning> =>
  new Map([
    ...not.map((value) => [foldedValue(value), "not"] as const),
    ...out.map((value) => [foldedValue(value), "out"] as const),
  ]);

/** Reads a cell as it was said to mean, else as `read` does. */
export function toldReader(
  told: OptOutValues,
  read: (cell: string) => boolean | null,
): (cell: string) => boolean | null {
  const meanings = meaningsOf(told);
  const isOut = (meaning: Meaning | undefined) => (meaning === undefined ? null : meaning === "out");
  return (cell) => isOut(meanings.get(foldedValue(cell))) ?? read(cell) ?? isOut(told.others);
}

/** Each value once, as it is written first. */
export function distinctValues(values: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const value of values) if (!byFolded.has(foldedValue(value))) byFolded.set(foldedValue(value), value);
  return [...byFolded.values()];
}

/** What a value was said to mean. */
export function toldMeaning(told: OptOutValues, value: string): Meaning | null {
  return meaningsOf(told).get(foldedValue(value)) ?? null;
}

/** The same with another meaning of this value; null takes it back. */
export function withMeaning(told: OptOutValues, value: string, meaning: Meaning | null): OptOutValues {
  const without = (list: string[]) => list.filter((one) => foldedValue(one) !== foldedValue(value));
  const next = { ...told, out: without(told.out), not: without(told.not) };
  if (meaning) next[meaning] = [...next[meaning], value];
  return next;
}

/** Whether anything is said of any value. */
export const tellsAny = ({ out, not, others }: OptOutValues): boolean =>
  out.length + not.length > 0 || others !== undefined;

/** Whether a value is said to mean both. */
export function contradicts({ out, not }: OptOutValues): boolean {
  const no = new Set(not.map(foldedValue));
  return out.some((value) => no.has(foldedValue(value)));
}

/** Whether it is said of each of these values what it means. */
export function tellsAll(told: OptOutValues, values: readonly string[]): boolean {
  const meanings = meaningsOf(told);
  return told.others !== undefined || values.every((value) => meanings.has(foldedValue(value)));
}
