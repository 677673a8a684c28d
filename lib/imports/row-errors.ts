import Papa from "papaparse";
import { sayRowError } from "@/lib/client/failure-words";
import { catalogues } from "@/lib/client/messages/all";
import { type Language, translator } from "@/lib/client/messages/catalogue";
import { isConsentTarget } from "@/lib/contacts/fields";
import { guardFormula, unguardFormula } from "@/lib/csv/formula";
import { NO_VALUE, withoutMissing } from "@/lib/csv/no-value";
import { toWebStream } from "@/lib/streams";
import type { Dialect } from "./file/file";
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
export async function errorFile(workspaceId: string, id: string, language: Language) {
  const row = await readImport(workspaceId, id);
  const stem = row.filename.replace(/\.[^.]*$/, "");
  const delimiter = WRITTEN.find((one) => one === row.dialect.delimiter) ?? ",";
  // As the import read them: a word in a column of consent is kept.
  const fieldOf = (column: number) => row.column_mapping?.[row.headers[column] ?? ""] ?? "skip";
  const { missing } = row.dialect as Partial<Dialect>;
  const emptied = withoutMissing(missing, (column) => !isConsentTarget(fieldOf(column)));
  const pages = csvPages(workspaceId, id, { headers: row.headers, delimiter, emptied, why: whyIn(language) });
  return { filename: `${stem}-errors.csv`, stream: toWebStream(pages) };
}

async function* csvPages(
  workspaceId: string,
  id: string,
  { headers, delimiter, ...reading }: { headers: string[]; delimiter: string } & Reading,
): AsyncGenerator<Uint8Array> {
  const encode = (rows: string[][]) => encoder.encode(toCsv(rows, delimiter));
  yield encoder.encode(BYTE_ORDER_MARK);
  yield encode([[...headers.map(guardFormula), LINE_COLUMN, ERROR_COLUMN]]);
  let after = 0;
  for (;;) {
    const rows = await readWholeRowErrors(workspaceId, id, after);
    if (rows.length === 0) return;
    yield encode(rows.map((row) => errorCells(row, headers, reading)));
    after = rows.at(-1)?.row ?? after;
  }
}

interface Reading {
  emptied: (cells: string[]) => string[];
  why: Why;
}

type Why = (error: Pick<WholeRowError, "code" | "message">, cell: string) => string;

/** Why a row failed: in English in the API's words, which quote the cell. */
function whyIn(language: Language): Why {
  const t = translator(catalogues[language], language);
  return (error, cell) => (language === "en" ? error.message : sayRowError(t, error, cell));
}

/**
 * The row's cells in the header's columns. Cells beyond them come last, so that an uncorrected row fails
 * again instead of being imported with shifted cells.
 */
function errorCells(
  { cells, line, column, ...error }: WholeRowError,
  headers: string[],
  { emptied, why }: Reading,
): string[] {
  const width = headers.length;
  const said = why(error, column === null ? "" : (cells[headers.indexOf(column)] ?? ""));
  const read = emptied(cells);
  const own = Array.from({ length: width }, (_, index) =>
    read[index] === cells[index] ? safeCell(cells[index] ?? "") : NO_VALUE,
  );
  const reason = guardFormula(column ? `${column}: ${said}` : said);
  return [...own, String(line), reason, ...cells.slice(width).map(safeCell)];
}

/**
 * A cell of the source that no spreadsheet runs, and that is read the same when uploaded again: one that is already
 * guarded stays as it is, and so does a formula that is only a text, and a missing value.
 */
function safeCell(cell: string): string {
  if (cell.trim() === "") return "";
  if (cell === NO_VALUE) return cell;
  return unguardFormula(cell) === cell ? guardFormula(cell) : cell;
}

const encoder = new TextEncoder();

function toCsv(rows: string[][], delimiter: string): string {
  return `${Papa.unparse(rows, { delimiter, newline: "\r\n" })}\r\n`;
}
