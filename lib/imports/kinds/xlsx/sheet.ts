import { csvCell } from "../csv";
import { damaged, refusedKind } from "../refused";
import { attributes, isTrue, tooLong, type XmlHandler } from "../xml";
import { type NumberFormat, plain } from "./number-format";
import { RichText, unescaped } from "./strings";

/** The maximum size of a sheet: column XFD, row 1048576. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** Characters of a row: records of more than 1 MiB are never imported. */
export const MAX_ROW_CHARS = 1024 * 1024;

/** A cell's text, or the index of a shared string. */
export type Cell = string | number;

/** A row as it is read: its cells by their columns, in order. */
export interface Row {
  number: number;
  columns: number[];
  cells: Cell[];
  /** The columns of those that are struck through. */
  struck?: number[];
  isHidden?: true;
}

const CELL = /^c r="([A-Z]{1,3})([1-9][0-9]{0,6})"(?: s="([0-9]+)")?(?: t="([A-Za-z]+)")?\s*$/;

/**
 * Extracts the rows from a sheet's XML. Throws 415 for rows or cells that are out of order or at impossible positions:
 * programs read these differently, and nothing may be read in another way than it is shown.
 */
export class SheetReader implements XmlHandler {
  wantsText = false;
  isSheet = false;
  /** Complete rows, for the caller to take. */
  rows: Row[] = [];
  #row: Row | null = null;
  #lastRow = 0;
  #column = 0;
  #chars = 0;
  #style = 0;
  #type = "n";
  #value: string | null = null;
  #isFormula = false;
  #isInline = false;
  #isInData = false;
  #inline = new RichText((text) => {
    this.#value = text;
  });

  readonly formats: NumberFormat[];
  readonly struck: ReadonlySet<number>;

  constructor(formats: NumberFormat[], struck: ReadonlySet<number>) {
    this.formats = formats;
    this.struck = struck;
  }

  open(name: string, tag: string): void {
    if (this.#isInline) {
      this.#inline.open(name);
      this.wantsText = this.#inline.wantsText;
    } else if (name === "c" && this.#row) this.#openCell(tag, this.#row);
    else if (name === "v") {
      this.#value = "";
      this.wantsText = true;
    } else if (name === "row" && this.#isInData) this.#openRow(tag);
    else if (name === "f") this.#isFormula = true;
    else if (name === "is") {
      this.#isInline = true;
      this.#inline.open(name);
    } else if (name === "sheetData") this.#isInData = true;
    else if (name === "worksheet") this.isSheet = true;
  }

  text(text: string): void {
    if (this.#isInline) this.#inline.text(text);
    else this.#value += text;
  }

  close(name: string): void {
    if (this.#isInline) {
      this.#inline.close(name);
      this.wantsText = this.#inline.wantsText;
      if (name === "is") this.#isInline = false;
    } else if (name === "c" && this.#row) this.#closeCell(this.#row);
    else if (name === "v") this.wantsText = false;
    else if (name === "row" && this.#row) {
      this.rows.push(this.#row);
      this.#row = null;
    } else if (name === "sheetData") this.#isInData = false;
  }

  #openRow(tag: string): void {
    const given = attributes(tag, "xlsx");
    const said = given.get("r");
    const number = said === undefined ? this.#lastRow + 1 : Number(said);
    if (!Number.isInteger(number) || number <= this.#lastRow || number > MAX_ROW) throw disorder();
    this.#lastRow = number;
    this.#column = 0;
    this.#chars = 0;
    this.#row = { number, columns: [], cells: [], ...(isTrue(given.get("hidden")) && { isHidden: true }) };
  }

  #openCell(tag: string, row: Row): void {
    const quick = CELL.exec(tag);
    const said = quick ? null : attributes(tag, "xlsx");
    const [, letters = "", digits = ""] =
      quick ?? /^([A-Z]{1,3})([0-9]{1,7})$/.exec(said?.get("r") ?? "") ?? [];
    if (letters) {
      const column = columnOf(letters);
      if (Number(digits) !== row.number || column <= this.#column || column > MAX_COLUMN) throw disorder();
      this.#column = column;
    } else if (said?.has("r") || ++this.#column > MAX_COLUMN) throw disorder();
    this.#style = Number(quick?.[3] ?? said?.get("s") ?? 0);
    this.#type = quick?.[4] ?? said?.get("t") ?? "n";
    this.#value = null;
    this.#isFormula = false;
  }

  #closeCell(row: Row): void {
    if (this.#value === null || (this.#value === "" && this.#type !== "str" && this.#type !== "inlineStr")) {
      if (this.#isFormula && this.#value === null)
        throw uncalculated(`${lettersOf(this.#column)}${row.number}`);
      return;
    }
    const cell = this.#cellOf(this.#value);
    if (cell === "") return;
    this.#chars += this.#value.length;
    if (this.#chars > MAX_ROW_CHARS) throw tooLong("xlsx");
    row.columns.push(this.#column);
    row.cells.push(cell);
    if (this.struck.has(this.#style)) row.struck = [...(row.struck ?? []), this.#column];
  }

  #format(): NumberFormat {
    const format = this.formats[this.#style];
    if (!format && this.formats.length > 0) throw damaged("xlsx");
    return format ?? plain;
  }

  #cellOf(value: string): Cell {
    switch (this.#type) {
      case "s": {
        const index = Number(value);
        if (!Number.isInteger(index) || index < 0) throw damaged("xlsx");
        return index;
      }
      case "inlineStr":
        return value;
      case "str":
        return unescaped(value);
      case "b":
        return value.trim() === "1" || value.trim() === "true" ? "TRUE" : "FALSE";
      case "e":
        return value;
      case "d":
        return value
          .trim()
          .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "")
          .replace("T", " ");
      case "n":
        return this.#format()(value.trim());
      default:
        throw damaged("xlsx");
    }
  }
}

const disorder = () =>
  refusedKind(
    "xlsx",
    "order",
    "Rows or cells of this sheet are not in their order. Open the workbook in a spreadsheet program, save it and upload that.",
  );

const uncalculated = (cell: string) =>
  refusedKind(
    "xlsx",
    "formula",
    `The formula in cell ${cell} was never calculated. Open the workbook in a spreadsheet program, save it and upload that.`,
  );

export function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
}

function lettersOf(column: number): string {
  const rest = (column - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return column > 26 ? `${lettersOf((column - 1 - rest) / 26)}${letter}` : letter;
}

/** A row as a line of CSV, with a blank line for each missing row since `after`. */
export function lineOf(row: Row, after: number): string {
  let line = "\n".repeat(row.number - after - 1);
  let at = 1;
  for (const [index, column] of row.columns.entries()) {
    if (column > at) line += ",".repeat(column - at);
    at = column;
    line += csvCell(String(row.cells[index] ?? ""));
  }
  return `${line}\n`;
}
