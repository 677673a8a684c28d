/** How MySQL and PostgreSQL write a missing value. */
export const NO_VALUE = "\\N";

/** Words of a file that stand for a missing value, by column, and others that may. */
export interface Missing {
  empty: { column: number; words: string[] }[];
  kept: string[];
  /** Words that are missing in the names of a row if nothing else is in them. */
  nameless?: { columns: number[]; words: string[] };
  /** What the user says of all these words, whatever the file shows: they are text, or missing in every column. */
  told?: MissingValues | undefined;
}

type MissingValues = "empty" | "text";

const NONE: Missing = { empty: [], kept: [] };

/** Empties the cells of a row that stand for a missing value, in these columns; the row itself if there are none. */
export function withoutMissing(
  missing: Missing = NONE,
  isMeant: (column: number) => boolean = () => true,
): (cells: string[]) => string[] {
  if (missing.told === "text") return (cells) => cells;
  if (missing.told === "empty") {
    const { empty: words } = wordsAsRead(missing);
    return (cells) =>
      cells.map((cell, column) => (isMeant(column) && words.includes(cell.trim()) ? "" : cell));
  }
  const { empty, nameless } = missing;
  const columns = empty.flatMap(({ column, words }) =>
    isMeant(column) ? [{ column, words: new Set(words) }] : [],
  );
  if (columns.length === 0 && !nameless) return (cells) => cells;
  const names = nameless?.columns ?? [];
  const isNameless = (cells: string[]) =>
    names.every((column) => isOneOf(nameless?.words ?? [], cells[column])) && names.length > 0;
  return (cells) => {
    const found = columns.flatMap(({ column, words }) =>
      words.has((cells[column] ?? "").trim()) ? [column] : [],
    );
    if (isNameless(cells)) found.push(...names);
    if (found.length === 0) return cells;
    const emptied = [...cells];
    for (const column of found) emptied[column] = "";
    return emptied;
  };
}

/** The words that are read as empty cells, in any column, and those that are kept as text. */
export function wordsAsRead({ empty, kept, nameless, told }: Missing = NONE): {
  empty: string[];
  kept: string[];
} {
  const proved = [...new Set([...empty.flatMap(({ words }) => words), ...(nameless?.words ?? [])])];
  const all = [...new Set([...proved, ...kept])];
  if (told) return { empty: told === "empty" ? all : [], kept: told === "text" ? all : [] };
  return { empty: proved, kept };
}

function isOneOf(words: readonly string[], cell = ""): boolean {
  const text = cell.trim();
  return text === "" || words.includes(text);
}
