import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { ApiError, refusal } from "@/lib/errors";
import { type ImportPlan, readImport } from "./queries";
import { requireSameFields } from "./typing";

/**
 * Resumes an import that was stopped or has failed after the last row it reached, as it was confirmed. Under a lock,
 * so that only one of two callers starts it, and nobody undoes it meanwhile. Its start time is moved by the time it
 * was stopped; a distributed database cannot compute that in an UPDATE. Throws 404; 409 when nothing is left to do,
 * when it was confirmed row by row or when a custom field has changed; 410 when its file is gone or it ended more than
 * 30 days ago.
 */
export async function resumeImport(workspaceId: string, id: string): Promise<void> {
  const isResumed = await db().transaction(async (tx) => {
    const [found] = await tx.execute<{ began: string | null }>(sql`
      select (now() - (completed_at - started_at))::text as began from imports
      where workspace_id = ${workspaceId} and id = ${id} for no key update`);
    if (!found?.began) return false;
    const [plan] = await tx.execute<
      Pick<ImportPlan, "column_mapping" | "options"> & Record<string, unknown>
    >(sql`
      update imports set
        status = 'processing', epoch = epoch + 1, lease_until = null, attempts = 0, failures = 0,
        started_at = ${found.began}::timestamptz, completed_at = null, summary = null, failure_code = null
      where workspace_id = ${workspaceId} and id = ${id} and status in ('failed', 'cancelled')
        and started_at is not null and undo_status is null and processed_rows < total_rows
        and blob_key is not null and completed_at > now() - interval '30 days' and not coalesce(options ? 'diff', false)
      returning column_mapping, options`);
    if (plan) await requireSameFields(tx, workspaceId, plan.column_mapping, plan.options?.readings);
    return plan !== undefined;
  });
  if (!isResumed) throw await whyNot(workspaceId, id);
}

async function whyNot(workspaceId: string, id: string): Promise<ApiError> {
  const row = await readImport(workspaceId, id);
  const isStopped = ["failed", "cancelled"].includes(row.status) && row.started_at !== null;
  if (!isStopped || row.undo_status !== null || row.processed_rows >= row.total_rows)
    return refusal("over", `The import is ${row.undo_status ? "undone" : row.status}; it cannot continue`);
  if (row.options && "diff" in row.options) {
    const message =
      "The changes confirmed row by row for this import are no longer stored. Upload the file again to review the rest.";
    return new ApiError("CONFLICT", message, { reason: "changes_confirmed" });
  }
  return new ApiError("GONE", "The uploaded file is no longer stored");
}
