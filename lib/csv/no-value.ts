/** How MySQL and PostgreSQL write a missing value. */
export const NO_VALUE = "\\N";

/** Words of a file that stand for a missing value, by column, and others that may. */
export interface Missing {
  empty: { column: number; words: string[] }[];
  kept: string[];
}

const NONE: Missing = { empty: [], kept: [] };

/** Empties the cells of a row that stand for a missing value, in these columns; the row itself if there are none. */
export function withoutMissing(
  { empty }: Missing = NONE,
  isMeant: (column: number) => boolean = () => true,
): (cells: string[]) => string[] {
  const columns = empty.flatMap(({ column, words }) =>
    isMeant(column) ? [{ column, words: new Set(words) }] : [],
  );
  if (columns.length === 0) return (cells) => cells;
  return (cells) => {
    const found = columns.filter(({ column, words }) => words.has(cells[column] ?? ""));
    if (found.length === 0) return cells;
    const emptied = [...cells];
    for (const { column } of found) emptied[column] = "";
    return emptied;
  };
}
