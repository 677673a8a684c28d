import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { enforceOptOuts } from "@/lib/contacts/opt-outs";
import { enqueueMail } from "@/lib/email/outbox";
import type { ImportFailure } from "@/lib/imports/failure";
import type { Failure, Lease } from "@/lib/jobs/kind";
import { FencedError } from "@/lib/jobs/lease";
import { forgetStatistics } from "@/lib/stats/queries";

/** Completes the import and writes its notification to the outbox, both or neither. */
export async function finishImport(lease: Lease): Promise<void> {
  await end(lease, "completed", null);
}

/** Fails an import that cannot continue. What was imported stays and can be undone. */
export async function failImport(lease: Lease, failure: Failure<ImportFailure>): Promise<void> {
  await end(lease, "failed", failure);
  await enforceOptOuts(lease.workspaceId);
}

interface Ended {
  created_by: string | null;
  filename: string;
  total_rows: number;
  created_rows: number;
  updated_rows: number;
  unchanged_rows: number;
  skipped_rows: number;
  failed_rows: number;
  opted_out: number;
  failed_opt_outs: number;
  skipped_opt_outs: number;
  notify: boolean;
}

async function end(
  lease: Lease,
  status: "completed" | "failed",
  failure: Failure<ImportFailure> | null,
): Promise<void> {
  await pg().begin(async (tx) => {
    // A completed import has read the whole file: the number of rows read is the total, whatever was counted before.
    const [row] = await tx<Ended[]>`
      update imports set
        status = ${status}, completed_at = now(), lease_until = null,
        options = case when ${status} = 'completed' then options - '{corrections,optOutValues}'::text[] else options end,
        total_rows = case when ${status} = 'completed' then processed_rows else total_rows end
      where workspace_id = ${lease.workspaceId} and id = ${lease.id}
        and epoch = ${lease.epoch} and status = 'processing'
      returning created_by, filename, total_rows, created_rows, updated_rows, unchanged_rows, skipped_rows, failed_rows,
        opted_out, failed_opt_outs, skipped_opt_outs, coalesce((options ->> 'notify')::boolean, true) as notify`;
    if (!row) throw new FencedError(lease);
    const summary = failure ? `${failure.message} ${summarise(row)}` : summarise(row);
    await tx`
      update imports set summary = ${summary}, failure_code = ${failure?.code ?? null}
      where workspace_id = ${lease.workspaceId} and id = ${lease.id}`;
    await forgetStatistics(lease.workspaceId, tx);
    if (row.notify) await notify(tx, lease, status, row);
  });
}

/** One sentence: "118 created, 3 updated, 2 rejected of 123 rows." */
function summarise(row: Ended): string {
  const parts = [
    [row.created_rows, "created"],
    [row.updated_rows - row.unchanged_rows, "updated"],
    [row.unchanged_rows, "unchanged"],
    [row.skipped_rows, "skipped"],
    [row.failed_rows, "rejected"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const rows = `${said.join(", ") || "Nothing imported"} of ${row.total_rows} ${row.total_rows === 1 ? "row" : "rows"}.`;
  return [
    rows,
    row.opted_out > 0 && `${row.opted_out} opted out before and stay unsubscribed.`,
    row.failed_opt_outs > 0 &&
      `${row.failed_opt_outs} of the rejected rows said that the person opted out, which still counts.`,
    row.skipped_opt_outs > 0 &&
      `${row.skipped_opt_outs} of the skipped rows said that somebody who is not a contact opted out, which is remembered.`,
  ]
    .filter(Boolean)
    .join(" ");
}

async function notify(
  tx: TransactionSql,
  lease: Lease,
  status: "completed" | "failed",
  row: Ended,
): Promise<void> {
  const errors = await tx<
    { row: number; line: number; column: string | null; code: string; message: string }[]
  >`
    select row, line, "column", code, message from import_errors
    where workspace_id = ${lease.workspaceId} and import_id = ${lease.id} order by row limit 3`;
  await enqueueMail(tx, {
    workspaceId: lease.workspaceId,
    kind: "import_completed",
    subjectKey: lease.id,
    userId: row.created_by,
    payload: {
      importId: lease.id,
      filename: row.filename,
      status,
      created: row.created_rows,
      updated: row.updated_rows,
      unchanged: row.unchanged_rows,
      skipped: row.skipped_rows,
      failed: row.failed_rows,
      optedOut: row.opted_out,
      failedOptOuts: row.failed_opt_outs,
      skippedOptOuts: row.skipped_opt_outs,
      total: row.total_rows,
      errors: [...errors],
    },
  });
}
