import type { TableSource } from "./schemas-reading";

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
