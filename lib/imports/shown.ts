import type { imports } from "@/db/schema";
import { recordOf } from "@/lib/records";
import { importFailures } from "./failure";
import { type ImportRecord, importRecord, type Suggestion } from "./schemas";
import { forecast } from "./schemas-forecast";

export type ImportRow = typeof imports.$inferSelect;
/** Without what is large and not shown. */
type ShownRow = Omit<ImportRow, "headers" | "options" | "draft">;

/** A row as the API shows it. Rate and remaining time are computed by the server, from the database's clock. */
export function toImport(row: ShownRow & { elapsed: number | null; who: string | null }): ImportRecord {
  const rate = row.status === "processing" && row.elapsed ? row.processed_rows / row.elapsed : null;
  return recordOf(importRecord, {
    ...row,
    status: row.status as ImportRecord["status"],
    blob_url: row.blob_key,
    created_by: { user_id: row.created_by, name: row.who },
    forecast: forecastOf(row.forecast),
    failure_code: importFailures.find((code) => code === row.failure_code) ?? null,
    ai_suggestions: row.ai_suggestions as Suggestion[] | null,
    draft: null,
    rows_per_second: rate === null ? null : Math.round(rate),
    seconds_left: rate ? Math.ceil((row.total_rows - row.processed_rows) / rate) : null,
    undo_status: row.undo_status as ImportRecord["undo_status"],
    undo_result: undoCounts(row.undo_result),
    undone_by: row.undo_status === null ? null : (row.undo_change_id ?? row.id),
  });
}

/** What the draft of a pending import reads in its file, where that is not what was detected. */
export interface DraftedReading {
  totalRows: number;
  suggestions: Suggestion[];
}

/** A pending import with the rows and suggestions of its draft. */
export function asDrafted(record: ImportRecord, reading: DraftedReading | null | undefined): ImportRecord {
  if (!reading || record.status !== "pending") return record;
  return { ...record, total_rows: reading.totalRows, ai_suggestions: reading.suggestions };
}

/** Without a forecast that was stored before all of its counts existed. */
function forecastOf(stored: ImportRow["forecast"]): ImportRecord["forecast"] {
  return forecast.safeParse(stored).data ?? null;
}

function undoCounts(result: ImportRow["undo_result"]): ImportRecord["undo_result"] {
  if (!result) return null;
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  const { removed, restored, kept, still_unsubscribed: out, opt_outs_withdrawn } = result;
  return {
    removed: number(removed),
    restored: number(restored),
    kept: number(kept),
    still_unsubscribed: number(out),
    opt_outs_withdrawn: number(opt_outs_withdrawn),
  };
}
