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

/** Of a long cell: how it begins, and how it ends, where what counts may stand. */
const [BEGIN, END] = [54, FIELD_LIMITS.optOutValue - 57];

/** A cell as it is shown and named, in either way of writing accents; its own name is itself. */
export function namedValue(cell: string): string {
  const text = cleanText(cell).replaceAll("\0", "\u2400");
  if (text.length <= FIELD_LIMITS.optOutValue) return text;
  return `${text.slice(0, BEGIN)} … ${text.slice(-END)}`.toWellFormed();
}

/** Values that differ in case alone are one. */
export const foldedValue = (cell: string): string => namedValue(cell).toLowerCase();

/** Reads a cell as it was said to mean, else as `read` does. */
export function toldReader(
  { out, not, others }: OptOutValues,
  read: (cell: string) => boolean | null,
): (cell: string) => boolean | null {
  const told = new Map([
    ...not.map((value) => [foldedValue(value), false] as const),
    ...out.map((value) => [foldedValue(value), true] as const),
  ]);
  const other = others === undefined ? null : others === "out";
  return (cell) => told.get(foldedValue(cell)) ?? read(cell) ?? other;
}

/** Each value once, as it is written first. */
export function distinctValues(values: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const value of values) if (!byFolded.has(foldedValue(value))) byFolded.set(foldedValue(value), value);
  return [...byFolded.values()];
}

/** What a value was said to mean. */
export function toldMeaning({ out, not }: OptOutValues, value: string): Meaning | null {
  const isSame = (one: string) => foldedValue(one) === foldedValue(value);
  if (out.some(isSame)) return "out";
  return not.some(isSame) ? "not" : null;
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
export function tellsAll({ out, not, others }: OptOutValues, values: readonly string[]): boolean {
  const told = new Set([...out, ...not].map(foldedValue));
  return others !== undefined || values.every((value) => told.has(foldedValue(value)));
}
