import type { ReadingWarning, TableSource } from "./schemas-reading";

/** What `receiveImport` stored about a converted file; null for one that was text with a row per line. */
export function sourceOf(dialect: unknown): TableSource | null {
  const { table } = dialect as { table?: TableSource };
  return table ?? null;
}

/**
 * Number of the first line of the text. For JSON and vCards that is the header added by the conversion; the first line
 * of the file itself is 1.
 */
export const firstLineOf = (source: TableSource | null): 0 | 1 => (source && source.kind !== "xlsx" ? 0 : 1);

/** Line numbers that a warning names. */
const NAMED_LINES = 5;

/** What somebody who looks at the original would not expect: rows that are hidden there, properties that are not read. */
export function sourceWarnings(source: TableSource | null): ReadingWarning[] {
  const { hidden, left_out: leftOut } = source ?? {};
  const warnings: ReadingWarning[] = [];
  if (hidden) {
    const lines = { count: hidden.count, first: hidden.lines.slice(0, NAMED_LINES) };
    warnings.push({ code: "hidden_rows", example: null, lines });
  }
  if (leftOut) warnings.push({ code: "left_out", example: leftOut.join(", ") });
  return warnings;
}
