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

export const VALUE_CHARS = 80;

/** A cell as it is shown and named: texts that begin alike are one value. */
export const namedValue = (cell: string): string => cell.slice(0, VALUE_CHARS).toWellFormed();

/** The same for readers, who see that it goes on. */
export const shownValue = (named: string): string => (named.length < VALUE_CHARS - 1 ? named : `${named}…`);

/** Told apart by more than blanks, case and the way accents are written. */
const folded = (cell: string): string => cleanText(namedValue(cell)).toLowerCase();

/** Reads a cell as it was said to mean, else as `read` does. */
export function toldReader(
  { out, not, others }: OptOutValues,
  read: (cell: string) => boolean | null,
): (cell: string) => boolean | null {
  const told = new Map([
    ...not.map((value) => [folded(value), false] as const),
    ...out.map((value) => [folded(value), true] as const),
  ]);
  const other = others === undefined ? null : others === "out";
  return (cell) => told.get(folded(cell)) ?? read(cell) ?? other;
}

/** Each value once, as it is written first. */
export function distinctValues(values: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const value of values) if (!byFolded.has(folded(value))) byFolded.set(folded(value), value);
  return [...byFolded.values()];
}

/** What a value was said to mean. */
export function meaningOf({ out, not }: OptOutValues, value: string): Meaning | null {
  const isSame = (one: string) => folded(one) === folded(value);
  if (out.some(isSame)) return "out";
  return not.some(isSame) ? "not" : null;
}

/** The same with another meaning of this value; null takes it back. */
export function withMeaning(told: OptOutValues, value: string, meaning: Meaning | null): OptOutValues {
  const without = (list: string[]) => list.filter((one) => folded(one) !== folded(value));
  const next = { ...told, out: without(told.out), not: without(told.not) };
  if (meaning) next[meaning] = [...next[meaning], value];
  return next;
}

/** Whether a value is said to mean both. */
export function contradicts({ out, not }: OptOutValues): boolean {
  const no = new Set(not.map(folded));
  return out.some((value) => no.has(folded(value)));
}

/** Whether it is said of each of these values what it means. */
export function tellsAll({ out, not, others }: OptOutValues, values: readonly string[]): boolean {
  const told = new Set([...out, ...not].map(folded));
  return others !== undefined || values.every((value) => told.has(folded(value)));
}
