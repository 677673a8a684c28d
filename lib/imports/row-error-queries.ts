import { pg } from "@/db/client";
import { storedJson } from "@/lib/jsonb";
import { LIMITS } from "@/lib/limits";
import type { RowFailure } from "./engine/plan";
import type { ImportRowError } from "./schemas";

const { max: SHOWN_CHARS } = LIMITS.shown_cell;
/** JSON of a page, to which its last row and the headers are added. */
const SHOWN_BYTES = 800 * 1024;
/** Bytes the database may read for a page, including those that are truncated. */
const READ_BYTES = 8 * 1024 * 1024;
/** Bytes of a page of the CSV file, to which its last row is added. */
const WHOLE_BYTES = 1024 * 1024;

export type WholeRowError = Omit<ImportRowError, "is_cut">;

/** SQL: the cells, shortened for display, and whether any was shortened. */
const SHOWN = `
  select coalesce(jsonb_agg(case when length(cell) > ${SHOWN_CHARS} then left(cell, ${SHOWN_CHARS - 1}) || '…' else cell end
      order by n), '[]')::text as cells,
    coalesce(bool_or(length(cell) > ${SHOWN_CHARS}), false) as is_cut
  from jsonb_array_elements_text(e.cells) with ordinality as c(cell, n)`;
const WHOLE = "select e.cells::text as cells, false as is_cut";

interface ErrorRow extends Omit<ImportRowError, "cells"> {
  cells: string;
}

/**
 * Failed rows in file order, after row number `after`, walking the primary key until there are enough rows or bytes,
 * so that a page of 1 000 rows of 1 MiB is never read. Does not check that the import exists.
 */
async function readRows(
  workspaceId: string,
  importId: string,
  { after, rows, bytes, isCut }: { after: number; rows: number; bytes: number; isCut: boolean },
): Promise<ImportRowError[]> {
  const found = await pg().unsafe<ErrorRow[]>(
    `with recursive page as (
      select 0 as n, $3::int as row, null::int as line, null::text as "column", null::text as code,
        null::text as message, false as opted_out, null::text as cells, false as is_cut, 0 as bytes, 0 as read
      union all
      select p.n + 1, e.row, e.line, e."column", e.code, e.message, e.opted_out, s.cells, s.is_cut,
        p.bytes + octet_length(s.cells) + octet_length(e.message), p.read + octet_length(e.cells::text)
      from page p
      cross join lateral (
        select * from import_errors e
        where e.workspace_id = $1 and e.import_id = $2 and e.row > p.row order by e.row limit 1) e
      cross join lateral (${isCut ? SHOWN : WHOLE}) s
      where p.n < $4 and p.bytes < $5 and p.read < ${READ_BYTES}
    )
    select row, line, "column", code, message, opted_out, cells, is_cut from page where n > 0 order by n`,
    [workspaceId, importId, after, rows, bytes],
  );
  return found.map((row) => ({ ...row, cells: storedJson<string[]>(row.cells) }));
}

/** A page as it is shown: at most `limit` rows, long cells truncated. */
export function listRowErrors(workspaceId: string, importId: string, after: number, limit: number) {
  return readRows(workspaceId, importId, { after, rows: limit, bytes: SHOWN_BYTES, isCut: true });
}

/** The next rows as they are in the file: 1 MB of them and one more, 1 000 at most. */
export function readWholeRowErrors(
  workspaceId: string,
  importId: string,
  after: number,
): Promise<WholeRowError[]> {
  return readRows(workspaceId, importId, { after, rows: 1000, bytes: WHOLE_BYTES, isCut: false });
}

/** Whether a row failed after that one. */
export async function hasRowErrors(workspaceId: string, importId: string, after: number): Promise<boolean> {
  const rows = await pg()`
    select from import_errors
    where workspace_id = ${workspaceId} and import_id = ${importId} and row > ${after} limit 1`;
  return rows.length > 0;
}

/** A failed row that is not stored, as it is shown. */
export function showRowError({ cells, optOut, ...error }: RowFailure): ImportRowError {
  return { ...error, opted_out: Boolean(optOut), cells: cells.map(showCell), is_cut: cells.some(isLong) };
}

const isLong = (cell: string) => cell.length > SHOWN_CHARS;

/** A cell as it is shown. */
export function showCell(cell: string): string {
  return isLong(cell) ? `${[...cell.slice(0, 2 * SHOWN_CHARS)].slice(0, SHOWN_CHARS - 1).join("")}…` : cell;
}
