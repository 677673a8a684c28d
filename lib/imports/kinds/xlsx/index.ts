import { ApiError, validationError } from "@/lib/errors";
import { STRUCK } from "../../mapping/about-mail";
import { shapeOf } from "../../mapping/shapes";
import { csvBytes } from "../csv";
import { damaged, refusedKind } from "../refused";
import { tooLong, XmlReader, xmlText } from "../xml";
import { readEntry, type Zip, type ZipEntry } from "../zip";
import { MergedCells, type Merges, readMerges } from "./merges";
import { findPart, readWorkbook, type Workbook } from "./parts";
import { lineOf, MAX_ROW_CHARS, type Row, SheetReader } from "./sheet";
import { readStrings, SharedStrings, tooLarge } from "./strings";

/** XML of a sheet, or of all its shared strings: about 20 columns of a million rows. */
const MAX_XML_BYTES = 2 * 1024 ** 3;

/** The sheets of a workbook, and the one that is read. */
interface Sheets {
  sheet: string;
  sheets: string[];
  /** Whether it was taken for its addresses, because the first one has none. */
  sheet_by_addresses?: true;
  /** Rows of people that are struck through, if only some are: set while the sheet is read. */
  struck?: SomeRows;
  /** Rows of people that the spreadsheet hides, if there are any: complete once the sheet has been read. */
  hidden?: SomeRows;
}

/** How many rows, and the numbers of the first ones as a spreadsheet shows them. */
interface SomeRows {
  count: number;
  lines: number[];
}

interface OpenBook {
  sheets: Sheets;
  text: AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/**
 * A sheet of a workbook as CSV, cells as they are shown: the one of that name or number, else the first that is not
 * hidden, or the first of those with addresses at its beginning if that one has none. Throws 415 for a damaged file or
 * one that is not a workbook, 400 for a sheet that does not exist.
 */
export async function openWorkbook(zip: Zip, wanted: string | undefined): Promise<OpenBook> {
  const book = await readWorkbook(zip);
  const sheets = book.sheets.map(({ name }) => name);
  const chosen = wanted === undefined ? undefined : chooseSheet(sheets, wanted);
  const strings = new SharedStrings();
  try {
    if (book.strings) {
      requireSize(book.strings);
      await readStrings(readEntry(zip, book.strings), strings);
    }
    const shown = [...sheets.keys()].filter((index) => !book.sheets[index]?.isHidden);
    const first = shown[0] ?? 0;
    const index = chosen ?? (await withAddresses(zip, book, strings, shown)) ?? first;
    const sheet = book.sheets[index];
    if (!sheet) throw refusedKind("xlsx", "nothing", "This workbook has no sheet with cells.");
    const entry = findPart(zip, sheet.path);
    if (!entry) throw damaged("xlsx");
    requireSize(entry);
    const found = chosen === undefined && index !== first && { sheet_by_addresses: true as const };
    const read: Sheets = { sheet: sheet.name, sheets, ...found };
    const text = rowsOf({ zip, book, entry, strings }, read);
    return { sheets: read, text, close: () => strings.close() };
  } catch (error) {
    await strings.close();
    throw error;
  }
}

/**
 * The first of several sheets with addresses, unless the very first sheet may have some; that one is then read, or
 * refused.
 */
async function withAddresses(
  zip: Zip,
  book: Workbook,
  strings: SharedStrings,
  shown: number[],
): Promise<number | undefined> {
  for (const index of shown.length > 1 ? shown.slice(0, MOST_SHEETS) : []) {
    const isFirst = index === shown[0];
    const entry = findPart(zip, book.sheets[index]?.path ?? "");
    if (!entry && !isFirst) continue;
    const source = entry && { zip, book, entry, strings, merges: [] };
    const isAddress = isFirst ? mayBeAddress : (cell: unknown) => shapeOf(String(cell)) === "email";
    const has = source ? await headHas(source, isAddress).catch(() => isFirst) : isFirst;
    if (has) return index;
  }
  return undefined;
}

const MOST_SHEETS = 20;
/** Rows at the beginning of a sheet, and pieces of its XML, in which addresses are looked for. */
const HEAD = { rows: 100, pieces: 100 };

/** Whether one of the cells at the beginning of a sheet is like that. */
async function headHas(source: Source, isLike: (cell: unknown) => boolean): Promise<boolean> {
  let [seen, pieces] = [0, 0];
  for await (const { rows, filled } of readRows(source)) {
    for (const bare of rows) {
      if ((await filled(bare)).cells.some(isLike)) return true;
      if (++seen === HEAD.rows) return false;
    }
    if (++pieces === HEAD.pieces) return false;
  }
  return false;
}

/** By name in any case, as spreadsheets compare them; a number counts from 1. Throws 400. */
function chooseSheet(sheets: string[], wanted: string): number {
  const name = wanted.trim().toLowerCase();
  const byName = sheets.findIndex((one) => one.toLowerCase() === name);
  if (byName >= 0) return byName;
  if (/^[1-9][0-9]{0,3}$/.test(name) && Number(name) <= sheets.length) return Number(name) - 1;
  const known = sheets.slice(0, 20).map((one) => `“${one}”`);
  const message = `is no sheet of this workbook. It has ${known.join(", ")}${sheets.length > 20 ? ", …" : ""}`;
  throw validationError([{ path: ["sheet"], code: "unknown", message }]);
}

async function* rowsOf(
  { zip, book, entry, strings }: Omit<Source, "merges">,
  sheets: Sheets,
): AsyncGenerator<Uint8Array> {
  const merges = await readMerges(readEntry(zip, entry));
  const read = () => readRows({ zip, book, entry, strings, merges });
  const found = book.struck.size > 0 ? await findStruck(read()) : null;
  if (found) sheets.struck = found.struck;
  const marks = found?.column ?? null;
  let last = 0;
  for await (const { rows, filled } of read()) {
    let lines = "";
    for (const bare of rows) {
      const row = await filled(bare);
      if (row.isHidden && hasAddress(row)) {
        sheets.hidden ??= { count: 0, lines: [] };
        countIn(sheets.hidden, row);
      }
      lines += lineOf(marks === null ? row : marked(row, marks), last);
      last = row.number;
      if (lines.length > MAX_LINES_CHARS) {
        yield csvBytes(lines);
        lines = "";
      }
    }
    if (lines) yield csvBytes(lines);
  }
  if (last === 0) throw emptySheet(sheets.sheet, sheets.sheets);
}

interface Source {
  zip: Zip;
  book: Workbook;
  entry: ZipEntry;
  strings: SharedStrings;
  merges: Merges;
}

/** The rows that have cells, piece by piece of the sheet, and what reads their texts, which takes one after another. */
async function* readRows({ zip, book, entry, strings, merges }: Source) {
  const merged = new MergedCells(merges);
  const sheet = new SheetReader(book.formats, book.struck);
  const reader = new XmlReader("xlsx", sheet);
  const filled = async (row: Row) => {
    await loadTexts(row, strings);
    return merged.fill(row);
  };
  for await (const text of xmlText(readEntry(zip, entry), "xlsx")) {
    reader.write(text);
    yield { rows: sheet.rows.splice(0).filter(({ cells }) => cells.length > 0), filled };
  }
  reader.end();
  if (!sheet.isSheet) throw damaged("xlsx");
}

const mayBeAddress = (cell: unknown) => String(cell).includes("@");
const hasAddress = ({ cells }: Row) => cells.some(mayBeAddress);

/** Whether most cells of a row are struck through, or its address is. */
function isStruck({ columns, cells, struck = [] }: Row): boolean {
  if (struck.length === 0) return false;
  const isOfAddress = (column: number) => String(cells[columns.indexOf(column)]).includes("@");
  return struck.length > cells.length / 2 || struck.some(isOfAddress);
}

/** Numbers of struck rows that are named. */
const NAMED_ROWS = 20;

function countIn(some: SomeRows, { number }: Row): void {
  some.count++;
  if (some.lines.length < NAMED_ROWS) some.lines.push(number);
}

/** The rows of people that are struck through, and the column behind all others, unless none is or all are: then null. */
async function findStruck(
  pieces: ReturnType<typeof readRows>,
): Promise<{ struck: SomeRows; column: number } | null> {
  let [width, people] = [0, 0];
  const struck: SomeRows = { count: 0, lines: [] };
  for await (const { rows, filled } of pieces)
    for (const bare of rows) {
      const row = await filled(bare);
      width = Math.max(width, row.columns.at(-1) ?? 0);
      if (!hasAddress(row)) continue;
      people++;
      if (!isStruck(row)) continue;
      countIn(struck, row);
    }
  return struck.count > 0 && struck.count < people ? { struck, column: width + 1 } : null;
}

/** The row with a cell that says in words whether it is struck through, as a spreadsheet shows. */
const marked = (row: Row, column: number): Row => ({
  ...row,
  columns: [...row.columns, column],
  cells: [...row.cells, isStruck(row) ? STRUCK : ""],
});

/** A shared string may be in every cell of a large sheet: assembled text is passed on before it grows. */
const MAX_LINES_CHARS = 256 * 1024;

/** Loads the shared strings of a row into memory. */
async function loadTexts({ cells }: Row, strings: SharedStrings): Promise<void> {
  let chars = 0;
  for (const [at, cell] of cells.entries()) {
    if (typeof cell !== "number") continue;
    let text = strings.text(cell);
    while (typeof text === "number") {
      await strings.load(text);
      text = strings.text(cell);
    }
    cells[at] = text;
    chars += text.length;
    if (chars > MAX_ROW_CHARS) throw tooLong("xlsx");
  }
}

function requireSize({ bytes }: ZipEntry): void {
  if (bytes > MAX_XML_BYTES) throw tooLarge();
}

function emptySheet(name: string, sheets: string[]): ApiError {
  const others = sheets.filter((one) => one !== name);
  const hint = others.length > 0 ? ` The workbook has others: choose one with ?sheet=` : "";
  return new ApiError("IMPORT_EMPTY", `The sheet “${name}” is empty.${hint}`, { reason: "sheet", sheets });
}
