import { type Shape, shapeOf } from "@/lib/imports/mapping/shapes";
import { findMeaning } from "@/lib/imports/mapping/synonyms";

type FoundHeader = { row: number; firstRecord: number; certainty: "certain" | "likely" | "guess" };

/** Records searched for the header, and records below a candidate that show what its columns contain. */
const SEARCHED = 25;
const LOOKED_BELOW = 40;

/** Cells examined per row: more than any export has, but bounded for the widest file. */
const COMPARED = 150;

type Row = { cells: string[]; shapes: Shape[]; filled: number; known: () => number };

/**
 * Which record holds the headers. Evidence for a record: known names, and text above columns of addresses, numbers or
 * dates; against it: an e-mail address. Lines above the header (a report's title, notes) are skipped; of several
 * header rows the last one counts, because it is next to the data.
 */
export function findHeaderRow(records: string[][]): FoundHeader {
  const rows = records.slice(0, SEARCHED + LOOKED_BELOW).map((cells) => describe(cells.slice(0, COMPARED)));
  const width = Math.max(1, usualWidth(rows.map((row) => row.cells.length)));
  let best = -1;
  let bestScore = 2;
  for (let index = 0; index < Math.min(rows.length, SEARCHED); index++) {
    const row = rows[index];
    if (!row) break;
    if (isData(row, width)) break;
    const above = rows.slice(0, index);
    const isBelowRows = above.some((one) => isLikeRow(one, width));
    // A header that is the last record leaves no rows: if a record above it looks like a row, that would be lost.
    if (isBelowRows && index === rows.length - 1) break;
    const below = rows.slice(index + 1, index + 1 + LOOKED_BELOW);
    const score = headerScore(row, below, width) - (isBelowRows ? BELOW_ROWS : 0);
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
  }
  if (best === -1) return withoutHeader(rows);
  while (isAnotherHeader(rows[best + 1]) || isNamedBelow(rows, best)) best++;
  const group = isLineOfGroups(rows, best, width);
  if (group === "yes") best++;
  if (group !== "no") bestScore = Math.min(bestScore, group === "yes" ? LIKELY : BELOW_ROWS);
  if (rows.slice(0, best).some((row) => isLikeRow(row, width))) bestScore = Math.min(bestScore, BELOW_ROWS);
  const certainty = bestScore >= 9 ? "certain" : bestScore >= LIKELY ? "likely" : "guess";
  return { row: best + 1, firstRecord: best + 2, certainty };
}

function describe(cells: string[]): Row {
  const shapes = cells.map(shapeOf);
  return {
    cells,
    shapes,
    filled: shapes.filter((shape) => shape !== "empty").length,
    known: () => cells.filter((cell) => cell.length <= 60 && findMeaning(cell) !== null).length,
  };
}

const LIKELY = 5.5;

/** Penalty of a header below something that looks like a row of the table. */
const BELOW_ROWS = 5;

/** A record as wide and as full as the rows of the table, without column names. */
function isLikeRow(row: Row, width: number): boolean {
  return (
    width > 1 &&
    row.cells.length === width &&
    row.filled > 1 &&
    row.filled >= 0.8 * width &&
    row.known() === 0
  );
}

/** A row with an address in it, unless it is a line above the table that names a contact. */
function isData(row: Row, width: number): boolean {
  return row.shapes.includes("email") && (row.filled > 2 || width < 4 || row.cells.length === width);
}

function headerScore(row: Row, below: Row[], width: number): number {
  const texts = row.cells.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== "");
  const share = row.filled / Math.max(width, row.cells.length);
  let score = Math.min(6, 2 * row.known());
  score += row.cells.length === width ? 1 : -1;
  score += share >= 0.8 ? 2 : share >= 0.5 ? 0.5 : -2;
  score += new Set(texts).size === texts.length ? 1 : -2;
  score -= 2 * row.cells.filter((cell) => cell.length > 60).length;
  score -=
    1.5 * row.shapes.filter((shape) => shape === "number" || shape === "date" || shape === "phone").length;
  score -= 4 * row.cells.filter((cell) => STAND_IN.test(cell.trim())).length;
  return score + columnEvidence(row, below) - (isValueOfAddress(row, below) ? 6 : 0);
}

/** An invalid address, or one without a name, above a column of addresses. */
function isValueOfAddress(row: Row, below: Row[]): boolean {
  return row.cells.some((cell, column) => {
    const text = cell.trim();
    return (text === "" || BROKEN_ADDRESS.test(text)) && columnType(below, column) === "email";
  });
}

const BROKEN_ADDRESS = /@|[([{]at[)\]}]|\sat\s|\.(?:com|org|net|info|[a-z]{2})$/i;

/** Placeholders for an empty value; no column is named like that. */
const STAND_IN = /^(?:n\/?a|k\.? ?a\.?|s\/n|null|none|nil|undefined|unknown|unbekannt|-+|\?+|\.)$/i;

/** Text above columns of typed values, +1.5 each; a value of the column's own type, -3. */
function columnEvidence(row: Row, below: Row[]): number {
  let score = 0;
  row.shapes.forEach((shape, column) => {
    if (shape === "empty") return;
    const typed = columnType(below, column);
    if (typed === null) return;
    score += shape === typed ? -3 : shape === "text" ? 1.5 : 0;
  });
  return Math.max(-9, Math.min(6, score));
}

function columnType(rows: Row[], column: number): Shape | null {
  const shapes = rows.map((row) => row.shapes[column] ?? "empty").filter((shape) => shape !== "empty");
  const counts = new Map<Shape, number>();
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return top && top[0] !== "text" && top[1] >= 0.6 * shapes.length ? top[0] : null;
}

/** A second header row, for example in another language. Values are hardly ever names of columns. */
function isAnotherHeader(row: Row | undefined): boolean {
  if (row === undefined || row.shapes.includes("email")) return false;
  const known = row.known();
  return known >= 2 && known >= row.filled / 2;
}

/** "Field 1", "F1", "列1": a number instead of a name. */
const NUMBERED = /^\p{L}[\p{L} _-]{0,11}\d{1,3}$/u;

/**
 * Whether numbered columns are followed by their names, right above the data: all columns have one, and it is text
 * above the addresses.
 */
function isNamedBelow(rows: Row[], header: number): boolean {
  const [numbers, names] = rows.slice(header, header + 2);
  if (!numbers || names?.filled !== numbers.cells.length || names.cells.length !== names.filled) return false;
  const numbered = numbers.cells.filter((cell) => NUMBERED.test(cell.trim()));
  if (numbers.known() > 0 || numbered.length <= numbers.filled / 2) return false;
  const below = rows.slice(header + 2, header + 2 + LOOKED_BELOW);
  const isAboveAddresses = names.shapes.some(
    (shape, column) => shape === "text" && columnType(below, column) === "email",
  );
  return isAboveAddresses && !isValueOfAddress(names, below);
}

/**
 * Whether a header only groups the columns that the line below names: it leaves some of the used columns empty, and
 * each of them has a text of its own there, above values. That may be a row as well ("maybe"), unless the column of
 * addresses has nothing else below and the header does not name it.
 */
function isLineOfGroups(rows: Row[], header: number, width: number): "yes" | "maybe" | "no" {
  const [groups, names] = rows.slice(header, header + 2);
  const below = rows.slice(header + 2, header + 2 + LOOKED_BELOW);
  if (!groups || names?.cells.length !== width) return "no";
  const used = names.cells.map((_, column) => column).filter((column) => !areEmpty(below, column));
  if (!used.some((column) => areEmpty([groups], column)) || !areNames(names, used, below)) return "no";
  const isSure = used
    .filter((column) => columnType(below, column) === "email")
    .map(
      (column) =>
        findMeaning(groups.cells[column] ?? "")?.meaning !== "email" &&
        below.every((row) => row.shapes[column] === "email" || areEmpty([row], column)),
    );
  return isSure.length > 0 && !isSure.includes(false) ? "yes" : "maybe";
}

const areEmpty = (rows: Row[], column: number) =>
  rows.every((row) => (row.shapes[column] ?? "empty") === "empty");

/** A text of its own for every used column, some of them above addresses, numbers or dates. */
function areNames(row: Row, used: number[], below: Row[]): boolean {
  const texts = row.cells.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== "");
  return (
    row.shapes.every((shape) => shape === "text" || shape === "empty") &&
    used.every((column) => row.shapes[column] === "text") &&
    texts.every((text) => text.length <= 60 && !text.includes("@") && !STAND_IN.test(text)) &&
    new Set(texts).size === texts.length &&
    columnEvidence(row, below) > 0 &&
    !isValueOfAddress(row, below)
  );
}

/** Then every record is a row: a title above them fails and is reported, which is better than losing a row. */
function withoutHeader(rows: Row[]): FoundHeader {
  return { row: 0, firstRecord: 1, certainty: rows[0]?.shapes.includes("email") ? "certain" : "guess" };
}

/** The width of most rows, wide rows counting more: a few title lines must not outvote a small table. */
export function usualWidth(widths: number[]): number {
  const weights = new Map<number, number>();
  for (const width of widths) weights.set(width, (weights.get(width) ?? 0) + Math.min(width, 4) - 0.5);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
