import { findMeaning } from "@/lib/imports/mapping/synonyms";

/**
 * Whether a row of the table is a row of headers that names the columns in another order, or others: two exports were
 * concatenated. The rows below it belong to other columns than the file's header says. A repetition of the header does
 * not count.
 */
export function isOtherHeader(cells: readonly string[], headers: readonly string[]): boolean {
  if (cells.some((cell) => cell.includes("@"))) return false;
  const names = cells.map(plain);
  const filled = names.filter((name) => name !== "").length;
  if (filled < 2) return false;
  const own = headers.map(plain);
  const known = new Set(own);
  const repeated = names.filter((name) => name !== "" && known.has(name)).length;
  if (repeated >= 2 && repeated >= filled / 2)
    return names.some((name, column) => name !== "" && name !== own[column]);
  const meanings = cells.map((cell) => (cell.length <= MOST_CHARS ? findMeaning(cell)?.meaning : undefined));
  const meant = meanings.filter((meaning) => meaning !== undefined);
  if (!meant.includes("email") || meant.length < 2 || meant.length < filled / 2) return false;
  return meanings.some(
    (meaning, column) => meaning !== undefined && meaning !== findMeaning(headers[column] ?? "")?.meaning,
  );
}

/** Whether some bytes may contain such a row: they contain one of the longest headers, which hardly occur in cells. */
export function namesOneOf(headers: readonly string[]): (piece: Buffer) => boolean {
  const longest = [...headers].sort((a, b) => b.length - a.length).slice(0, 2);
  const names = longest.filter((name) => name.length > 3).map((name) => Buffer.from(name));
  return (piece) => names.some((name) => piece.includes(name));
}

const MOST_CHARS = 60;
const plain = (text: string) => text.replace(INVISIBLE, "").trim().toLowerCase();
const INVISIBLE = /\p{Cf}/gu;
