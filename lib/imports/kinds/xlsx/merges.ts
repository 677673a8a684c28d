import { damaged } from "../refused";
import { attributes, tooLong, type XmlHandler, XmlReader, xmlText } from "../xml";
import { type Cell, columnOf, MAX_ROW_CHARS, type Row } from "./sheet";
import { tooLarge } from "./strings";

/** Merged ranges of several rows: 40 MB of memory. */
const MAX_MERGES = 500_000;
const RANGE = /^\$?([A-Z]{1,3})\$?([0-9]{1,7}):\$?([A-Z]{1,3})\$?([0-9]{1,7})$/;
/** The end of the rows. Never text: there its `<` is escaped. */
const END_OF_ROWS = /<\/(?:[^\s<>:/]+:)?sheetData\s*>/;
/** No longer end of the rows may be cut in two by the pieces of a file. */
const CARRIED = 256;

/** Cells over several rows: first row, last row and column of each. */
export type Merges = [first: number, last: number, column: number][];

/**
 * The cells of a sheet that are merged over several rows, in the order of their first rows. A sheet names them behind
 * its rows, so it is read once for them alone: only its end is parsed, which costs 3 s per GB, two of them for unpacking.
 */
export async function readMerges(bytes: AsyncIterable<Uint8Array>): Promise<Merges> {
  const found = new MergeReader();
  const reader = new XmlReader("xlsx", found);
  let seen = "";
  let isBehind = false;
  for await (const piece of xmlText(bytes, "xlsx")) {
    if (isBehind) {
      reader.write(piece);
      continue;
    }
    const text = seen + piece;
    const end = text.includes("sheetData") ? END_OF_ROWS.exec(text) : null;
    seen = text.slice(-CARRIED);
    if (!end) continue;
    isBehind = true;
    // The names of open tags are those of the file, with their prefix.
    const prefix = end[0].slice(2).split("sheetData")[0] ?? "";
    reader.write(`<${prefix}worksheet>${text.slice(end.index + end[0].length)}`);
  }
  return found.merges.sort(([a], [b]) => a - b);
}

class MergeReader implements XmlHandler {
  wantsText = false;
  merges: Merges = [];

  open(name: string, tag: string): void {
    if (name !== "mergeCell") return;
    const [, from = "", top, to, bottom] = RANGE.exec(attributes(tag, "xlsx").get("ref") ?? "") ?? [];
    // A single cell, or nothing that we know.
    if (to === undefined || top === bottom) return;
    const [first, last] = [Number(top), Number(bottom)];
    if (first > last) throw damaged("xlsx");
    if (this.merges.length >= MAX_MERGES) throw tooLarge();
    this.merges.push([first, last, columnOf(from)]);
  }
  close(): void {}
  text(): void {}
}

/**
 * Repeats the value of a cell that is merged over several rows in each of them, as people read it: "unsubscribed"
 * beside two people is about both. Only in rows that have a cell of their own, and where it has none in that column;
 * merged columns stay one cell. Rows have to come in their order.
 */
export class MergedCells {
  readonly #merges: Merges;
  #next = 0;
  /** The values to repeat, by their columns. */
  #open = new Map<number, { last: number; cell: string }>();
  #chars = 0;

  constructor(merges: Merges) {
    this.#merges = merges;
  }

  /** The row with the values of those above. Its texts must be loaded. Throws 415 when they are too many. */
  fill(row: Row): Row {
    if (this.#merges.length === 0) return row;
    const filled = this.#open.size > 0 ? this.#filled(row) : row;
    this.#begin(row);
    return filled;
  }

  #filled(row: Row): Row {
    const cells = new Map<number, Cell>();
    for (const [column, { last, cell }] of this.#open) {
      if (last < row.number) this.#close(column);
      else cells.set(column, cell);
    }
    if (cells.size === 0) return row;
    for (const [at, column] of row.columns.entries()) cells.set(column, row.cells[at] ?? "");
    const columns = [...cells.keys()].sort((a, b) => a - b);
    return { ...row, columns, cells: columns.map((column) => cells.get(column) ?? "") };
  }

  #begin(row: Row): void {
    for (; ; this.#next++) {
      const [first = 0, last = 0, column = 0] = this.#merges[this.#next] ?? [];
      if (first === 0 || first > row.number) return;
      const at = first === row.number ? row.columns.indexOf(column) : -1;
      const cell = String(row.cells[at] ?? "");
      if (cell === "") continue;
      this.#close(column);
      this.#chars += cell.length;
      if (this.#chars > MAX_ROW_CHARS) throw tooLong("xlsx");
      this.#open.set(column, { last, cell });
    }
  }

  #close(column: number): void {
    this.#chars -= this.#open.get(column)?.cell.length ?? 0;
    this.#open.delete(column);
  }
}
