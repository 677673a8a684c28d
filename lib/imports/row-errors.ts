import Papa from "papaparse";
import { guardFormula, unguardFormula } from "@/lib/csv/formula";
import { toWebStream } from "@/lib/streams";
import { ERROR_COLUMN, LINE_COLUMN } from "./mapping/error-columns";
import { readImport } from "./queries";
import { hasRowErrors, listRowErrors, readWholeRowErrors, type WholeRowError } from "./row-error-queries";

/** One page of the rows an import rejected, ended early by long ones. Throws 404. */
export async function errorPage(workspaceId: string, id: string, after: number, limit: number) {
  const { headers, failed_rows } = await readImport(workspaceId, id);
  const data = await listRowErrors(workspaceId, id, after, limit);
  const last = data.at(-1)?.row;
  const hasMore = last !== undefined && (await hasRowErrors(workspaceId, id, last));
  return { headers, data, nextAfter: hasMore ? last : null, total: failed_rows };
}

/** Delimiters that spreadsheets detect; for any other source commas are used. */
const WRITTEN = [",", ";", "\t", "|"];
/** Without it Excel reads UTF-8 as the code page of the machine. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * The failed rows as a CSV file: the original columns, then `_line` and `_error`, in the delimiter of the source. It can
 * be corrected and uploaded as it is: its columns are mapped like those of the import. Throws 404.
 */
export async function errorFile(workspaceId: string, id: string) {
  const row = await readImport(workspaceId, id);
  const stem = row.filename.replace(/\.[^.]*$/, "");
  const delimiter = WRITTEN.find((one) => one === row.dialect.delimiter) ?? ",";
  const pages = csvPages(workspaceId, id, row.headers, delimiter);
  return { filename: `${stem}-errors.csv`, stream: toWebStream(pages) };
}

async function* csvPages(
  workspaceId: string,
  id: string,
  headers: string[],
  delimiter: string,
): AsyncGenerator<Uint8Array> {
  const encode = (rows: string[][]) => encoder.encode(toCsv(rows, delimiter));
  yield encoder.encode(BYTE_ORDER_MARK);
  yield encode([[...headers.map(guardFormula), LINE_COLUMN, ERROR_COLUMN]]);
  let after = 0;
  for (;;) {
    const rows = await readWholeRowErrors(workspaceId, id, after);
    if (rows.length === 0) return;
    yield encode(rows.map((row) => errorCells(row, headers.length)));
    after = rows.at(-1)?.row ?? after;
  }
}

/**
 * The row's cells in the header's columns. Cells beyond them come last, so that an uncorrected row fails
 * again instead of being imported with shifted cells.
 */
function errorCells({ cells, line, column, message }: WholeRowError, width: number): string[] {
  const own = Array.from({ length: width }, (_, index) => safeCell(cells[index] ?? ""));
  const reason = guardFormula(column ? `${column}: ${message}` : message);
  return [...own, String(line), reason, ...cells.slice(width).map(safeCell)];
}

/**
 * A cell of the source that no spreadsheet runs, and that is read the same when uploaded again: one that is already
 * guarded stays as it is, and so does a formula that is only a text.
 */
function safeCell(cell: string): string {
  if (cell.trim() === "") return "";
  return unguardFormula(cell) === cell ? guardFormula(cell) : cell;
}

const encoder = new TextEncoder();

function toCsv(rows: string[][], delimiter: string): string {
  return `${Papa.unparse(rows, { delimiter, newline: "\r\n" })}\r\n`;
}
