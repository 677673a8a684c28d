import { FIELD_LIMITS } from "@/lib/field-limits";
import { cleanText } from "@/lib/text";

export type Meaning = "out" | "not";

/** What the user says that the cells of a consent column mean, overriding Kith's reading. */
export interface OptOutValues {
  /** They unsubscribe. */
  out: string[];
  /** They do not. */
  not: string[];
  /** Every other cell that is not empty and that Kith cannot read. */
  others?: Meaning | undefined;
}

/** What replaces the middle of a long cell: the telling part may be at either end. */
const BETWEEN = " … ";
const BEGIN = 54;
const END = FIELD_LIMITS.optOutValue - BEGIN - BETWEEN.length;

/** A cell as it is shown and named. A name is its own name. */
export function namedValue(cell: string): string {
  const text = cleanText(cell).replaceAll("\0", "\u2400");
  if (text.length <= FIELD_LIMITS.optOutValue) return text;
  return `${text.slice(0, BEGIN)}${BETWEEN}${text.slice(-END)}`.toWellFormed();
}

/** Values that differ only in case are the same. */
export const foldedValue = (cell: string): string => namedValue(cell).toLowerCase();

const meaningsOf = ({ out, not }: OptOutValues): ReadonlyMap<string, Meaning> =>
  new Map([
    ...not.map((value) => [foldedValue(value), "not"] as const),
    ...out.map((value) => [foldedValue(value), "out"] as const),
  ]);

/** Reads a cell by its given meaning, else as `read` does. */
export function toldReader(
  told: OptOutValues,
  read: (cell: string) => boolean | null,
): (cell: string) => boolean | null {
  const meanings = meaningsOf(told);
  const isOut = (meaning: Meaning | undefined) => (meaning === undefined ? null : meaning === "out");
  return (cell) => isOut(meanings.get(foldedValue(cell))) ?? read(cell) ?? isOut(told.others);
}

/** Each value once, in its first spelling. */
export function distinctValues(values: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const value of values) if (!byFolded.has(foldedValue(value))) byFolded.set(foldedValue(value), value);
  return [...byFolded.values()];
}

/** The given meaning of a value. */
export function toldMeaning(told: OptOutValues, value: string): Meaning | null {
  return meaningsOf(told).get(foldedValue(value)) ?? null;
}

/** The same with another meaning for this value; null removes it. */
export function withMeaning(told: OptOutValues, value: string, meaning: Meaning | null): OptOutValues {
  const without = (list: string[]) => list.filter((one) => foldedValue(one) !== foldedValue(value));
  const next = { ...told, out: without(told.out), not: without(told.not) };
  if (meaning) next[meaning] = [...next[meaning], value];
  return next;
}

/** Whether any value has a given meaning. */
export const tellsAny = ({ out, not, others }: OptOutValues): boolean =>
  out.length + not.length > 0 || others !== undefined;

/** Whether a value has both meanings. */
export function contradicts({ out, not }: OptOutValues): boolean {
  const no = new Set(not.map(foldedValue));
  return out.some((value) => no.has(foldedValue(value)));
}

/** Whether each of these values has a given meaning; that of others only counts for those that `read` cannot read. */
export function tellsAll(
  told: OptOutValues,
  values: readonly string[],
  read: (cell: string) => boolean | null,
): boolean {
  const meanings = meaningsOf(told);
  const isOther = (value: string) => told.others !== undefined && read(value) === null;
  return values.every((value) => meanings.has(foldedValue(value)) || isOther(value));
}
