import Papa from "papaparse";
import { toWebStream } from "@/lib/streams";
import { guardFormula } from "./formula";
import { listRowErrors, readImport } from "./queries";
import type { ImportRowError } from "./schemas";

/** One page of the rows an import could not take. Throws 404. */
export async function errorPage(workspaceId: string, id: string, after: number, limit: number) {
  const { headers, failed_rows } = await readImport(workspaceId, id);
  const rows = await listRowErrors(workspaceId, id, after, limit + 1);
  const data = rows.slice(0, limit);
  const nextAfter = rows.length > limit ? (data.at(-1)?.row ?? null) : null;
  return { headers, data, nextAfter, total: failed_rows };
}

const PAGE = 1000;

/**
 * The failed rows as a CSV file: the original columns, then `_line` and `_error`. It can be mended and uploaded as
 * it is: those two columns map to skip by themselves. Throws 404.
 */
export async function errorFile(workspaceId: string, id: string) {
  const row = await readImport(workspaceId, id);
  const stem = row.filename.replace(/\.[^.]*$/, "");
  const pages = csvPages(workspaceId, id, row.headers);
  return { filename: `${stem}-errors.csv`, stream: toWebStream(pages) };
}

async function* csvPages(workspaceId: string, id: string, headers: string[]): AsyncGenerator<Uint8Array> {
  yield encode([[...headers, "_line", "_error"]]);
  let after = 0;
  for (;;) {
    const rows = await listRowErrors(workspaceId, id, after, PAGE);
    if (rows.length === 0) return;
    yield encode(rows.map((row) => errorCells(row, headers.length)));
    after = rows.at(-1)?.row ?? after;
  }
}

/**
 * The row's cells in the header's columns. Cells beyond them come last, so that the row fails again as long as
 * nobody has mended it, instead of being imported shifted.
 */
function errorCells({ cells, line, column, message }: ImportRowError, width: number): string[] {
  const own = Array.from({ length: width }, (_, index) => cells[index] ?? "");
  return [...own, String(line), column ? `${column}: ${message}` : message, ...cells.slice(width)];
}

const encoder = new TextEncoder();

function encode(rows: string[][]): Uint8Array {
  const guarded = rows.map((cells) => cells.map(guardFormula));
  return encoder.encode(`${Papa.unparse(guarded, { newline: "\r\n" })}\r\n`);
}
