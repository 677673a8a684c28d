import { readColumn } from "@/lib/imports/mapping/columns";
import { shapeOf } from "@/lib/imports/mapping/shapes";
import { findMeaning } from "@/lib/imports/mapping/synonyms";
import type { HeadRecord } from "./records";

const isAddress = (cell = "") => shapeOf(cell) === "email";

/** Whether addresses are in one column of these rows, and nothing else. */
function areAddresses(rows: readonly string[][], column: number): boolean {
  const cells = rows.map((cells) => cells[column]?.trim() ?? "").filter((cell) => cell !== "");
  return cells.length > 0 && cells.every(isAddress);
}

/**
 * The header of a table in which every row begins with a name of its own that the header does not count, as R writes
 * it: with an empty name for that column. Only where the first cells cannot be a part of the next ones that an
 * unquoted delimiter has cut off: numbers in their order, or unique texts beside tabs or in quotation marks.
 */
export function withRowNames(header: string[], rows: readonly HeadRecord[], delimiter: string): string[] {
  if (rows.length === 0 || header.length < 2) return header;
  if (rows.some(({ error, cells }) => error || cells.length !== header.length + 1)) return header;
  const all = rows.map(({ cells }) => cells);
  // A delimiter at the end of every row counts one cell more as well, and shifts nothing.
  const isEmail = (column: number) => findMeaning(header[column] ?? "")?.meaning === "email";
  const isShifted = header.some(
    (_, column) =>
      isEmail(column) && areAddresses(all, column + 1) && !all.some((row) => isAddress(row[column])),
  );
  const names = all.map(([first = ""]) => first);
  const isCounted = names.every(
    (name, at) => /^\d+$/.test(name) && Number(name) > Number(names[at - 1] ?? 0),
  );
  const isApart = delimiter === "\t" || rows.every(({ raw }) => raw.startsWith('"'));
  const isOwn = new Set(names).size === names.length && !names.some((name) => name === "" || isAddress(name));
  return isShifted && (isCounted || (isApart && isOwn)) ? ["", ...header] : header;
}

/** A table right of another one. */
export interface SecondTable {
  column: number;
  headers: string[];
}

const NAMES: ReadonlySet<string> = new Set(["first_name", "last_name", "full_name"]);

/**
 * What is right of an empty column, if both sides have a column of addresses and the same column of names: other people.
 * A second address and telephone beside one name are of the same person. Of several tables, all but the first.
 */
export function secondTable(header: readonly string[], rows: readonly string[][]): SecondTable | null {
  const samples = rows.map((cells) => [...cells]);
  const isEmpty = (column: number) =>
    header[column]?.trim() === "" && rows.every((cells) => (cells[column] ?? "").trim() === "");
  const columns = header.map((_, column) => column);
  const gaps = columns.filter((column) => isEmpty(column) && header[column + 1]?.trim());
  if (gaps.length === 0) return null;
  const isAddresses = (column: number) =>
    areAddresses(rows, column) || findMeaning(header[column] ?? "")?.meaning === "email";
  const addresses = columns.filter(isAddresses);
  const namesIn = (part: number[]) =>
    part.flatMap((column) =>
      readColumn(header[column] ?? "", column, samples).flatMap(({ field }) =>
        NAMES.has(field) ? field : [],
      ),
    );
  const isSecond = (gap: number) => {
    if (!addresses.some((column) => column < gap) || !addresses.some((column) => column > gap)) return false;
    const before = new Set(namesIn(columns.slice(0, gap)));
    return namesIn(columns.slice(gap + 1)).some((name) => before.has(name));
  };
  const gap = gaps.find(isSecond);
  if (gap === undefined) return null;
  const headers = header.slice(gap + 1).map((name) => name.trim());
  return { column: gap + 1, headers: headers.filter((name) => name !== "") };
}

/** An address among other words that blanks keep apart. */
const AMONG_BLANKS = /(?<=^|\s)[^\s@,;|]+@[^\s@,;|]+(?=\s|$)/;

/** Whether the columns of a text are where they are because of blanks: addresses begin at one place, below a word that does. */
export function isFixedWidth(text: string): boolean {
  const [first = "", ...lines] = text.split(/\r\n?|\n/, MOST_LINES).filter((line) => line.trim() !== "");
  if (/[,;|\t]/.test(first) || !/ {2}/.test(first)) return false;
  const places = new Set<number>();
  let found = 0;
  for (const line of lines) {
    const place = line.search(AMONG_BLANKS);
    if (place < 0 || !/ {2}/.test(line.trim())) continue;
    places.add(place);
    found++;
  }
  const [place = -1] = places;
  const above = first.slice(0, place + 1);
  return found > 1 && places.size === 1 && above.length > place && /(?:^|\s)\S$/.test(above);
}

const MOST_LINES = 50;

/**
 * Whether a text is nothing but addresses, several in a line, like the recipients of a mail. As many cells in each of
 * several lines, without a separator behind all of them, are the columns of a table, though some may be empty.
 */
export function areAddressLists(text: string, delimiter: string): boolean {
  const lines = text
    .replace(/"[^"\r\n]{0,200}"(?=\s*<)/g, "")
    .split(/\r\n?|\n/, MOST_LINES)
    .filter((line) => line.trim() !== "");
  const separator = delimiter === " " ? /[\s,;]+/ : /[\t,;]+/;
  const counts = lines.map((line) => {
    const parts = line.split(separator).filter((part) => part.trim() !== "");
    return parts.every(isAddress) ? parts.length : 0;
  });
  const widths = new Set(lines.map((line) => line.split(separator).length));
  const isRagged = widths.size > 1 || lines.every((line) => /[,;]\s*$/.test(line));
  return !counts.includes(0) && Math.max(0, ...counts) > 1 && (lines.length === 1 || isRagged);
}
