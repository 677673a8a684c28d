import Papa from "papaparse";
import { guardFormula } from "@/lib/csv/formula";
import type { DiffFilter } from "./filter";
import { fieldsOf, matching } from "./page";
import { hasDiff, type StoredDiff } from "./queries";
import type { DiffRow } from "./schemas";

/** Rows that are written at once. */
const PIECE_ROWS = 500;
/** Without it Excel reads UTF-8 as the code page of the machine. */
const BYTE_ORDER_MARK = "\ufeff";
const encoder = new TextEncoder();
/** Columns that are not values of a contact. */
const OWN_COLUMNS = ["tags", "opt_out", "left_out"];

/**
 * The matching rows as a CSV file: for each field the stored value and the new one, then tags, opt-out and why a row
 * is rejected.
 */
export async function* diffFile(
  workspaceId: string,
  diff: StoredDiff,
  filter: DiffFilter,
): AsyncGenerator<Uint8Array> {
  const fields = fieldsOf(diff)
    .map(({ field }) => field)
    .filter((field) => !OWN_COLUMNS.includes(field));
  const head = ["row", "line", "kind", "email", "repeats_row"];
  const pairs = fields.flatMap((field) => [`${field} (old)`, `${field} (new)`]);
  yield encoder.encode(
    BYTE_ORDER_MARK + toCsv([[...head, ...pairs, "tags_added", "opt_out", "left_out", "error"]]),
  );
  let rows: string[][] = [];
  for await (const { row, address } of matching(workspaceId, diff, filter, 1)) {
    rows.push(cellsOf(row, address, fields));
    if (rows.length < PIECE_ROWS) continue;
    yield encoder.encode(toCsv(rows));
    rows = [];
  }
  if (rows.length > 0) yield encoder.encode(toCsv(rows));
  // Aborted instead of ended, so that half a file is never taken for a whole one.
  if (!(await hasDiff(workspaceId, diff.id)))
    throw new Error("the changes were made anew while they were sent");
}

function cellsOf(row: DiffRow, address: string, fields: string[]): string[] {
  const changes = new Map(row.changes.map((change) => [change.field, change]));
  const values = fields.flatMap((field) => {
    const change = changes.get(field);
    return [textOf(change?.old), textOf(change?.new)];
  });
  const { error } = row;
  const message = error ? `${error.column ? `${error.column}: ` : ""}${error.message}` : "";
  const head = [String(row.row), String(row.line), row.kind, address, textOf(row.repeats)];
  return [
    ...head,
    ...values,
    row.tags_added.join(";"),
    row.opt_out ?? (row.error?.opted_out ? "counts" : ""),
    row.left_out ? "yes" : "",
    message,
  ];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toCsv(rows: string[][]): string {
  const guarded = rows.map((cells) => cells.map(guardFormula));
  return `${Papa.unparse(guarded, { delimiter: ",", newline: "\r\n" })}\r\n`;
}
