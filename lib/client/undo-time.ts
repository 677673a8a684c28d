import { DAY_MS } from "@/lib/time";
import type { ImportRecord } from "./imports";

/** As long as the journal is kept (docs/decisions/retention.md). */
const UNDO_DAYS = 30;

/** Until when an import can be undone; null if it has not ended. */
export function undoUntil({ completed_at }: Pick<ImportRecord, "completed_at">): Date | null {
  return completed_at === null ? null : new Date(Date.parse(completed_at) + UNDO_DAYS * DAY_MS);
}

/** Days for which an import can still be undone, rounded up; null when it no longer can or never could. */
export function undoDaysLeft(record: Pick<ImportRecord, "completed_at">): number | null {
  const until = undoUntil(record);
  const left = until === null ? 0 : Math.ceil((until.getTime() - Date.now()) / DAY_MS);
  return left > 0 ? left : null;
}

type Written = Pick<
  ImportRecord,
  | "completed_at"
  | "undo_status"
  | "created_rows"
  | "updated_rows"
  | "unchanged_rows"
  | "failed_opt_outs"
  | "skipped_opt_outs"
>;

/** Opt-outs of rows that were rejected or skipped: they counted, or are remembered. */
export function keptOptOuts(record: Pick<ImportRecord, "failed_opt_outs" | "skipped_opt_outs">): number {
  return record.failed_opt_outs + record.skipped_opt_outs;
}

/** Whether an import wrote something that can still be undone. */
export function canBeUndone(record: Written): boolean {
  const written = record.created_rows + record.updated_rows - record.unchanged_rows;
  return written + keptOptOuts(record) > 0 && record.undo_status === null && undoDaysLeft(record) !== null;
}

/** What an undo would undo: the import, or what an earlier undo kept. Null if there is nothing, or it is too late. */
export function undoable(record: Written & Pick<ImportRecord, "undo_result">): "all" | "rest" | null {
  if (canBeUndone(record)) return "all";
  const isRest = record.undo_status === "completed" && (record.undo_result?.kept ?? 0) > 0;
  return isRest && undoDaysLeft(record) !== null ? "rest" : null;
}
