import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { copyText } from "@/lib/imports/rows/encode";
import type { Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { count } from "@/lib/metrics";
import { type AppliedBatch, applyBatch, type Counts, prepareBatch } from "./apply";
import { startCounts } from "./counts";
import { lockPeople } from "./lock-people";
import { OvertakenError } from "./overtaken";
import { type Batch, type LoadedImport, peopleOut, type RowFailure, type RunLookup } from "./plan";
import { copyFrom } from "./staging";
import { fitBatch } from "./tag-limits";

/**
 * Statements that every batch makes in its turn, by key. Prepared once, each takes one round trip instead of two, and
 * an import sends them between 1 ms pieces of reading.
 */
const NAMED = { prepare: true };

/** What a batch may do before its turn. */
export interface Ahead {
  lookUp: RunLookup;
  /** Resolves when the previous batch is committed. When it rejects, nothing is written. */
  turn: Promise<unknown> | undefined;
}

/**
 * Commits one batch: rows, journal, row errors, counters and checkpoint in one transaction, or nothing. With `ahead`
 * it is looked up and staged while the previous batch is being written. Throws FencedError when the lease is lost;
 * then nothing was written.
 */
export async function commitBatch(
  lease: Lease,
  job: LoadedImport,
  batch: Batch,
  ahead?: Ahead,
): Promise<void> {
  let rows = 0;
  await pg().begin(async (tx) => {
    rows = 0;
    await startCounts(tx);
    const prepared = await prepareBatch(tx, job, batch, ahead?.lookUp);
    await ahead?.turn;
    if ((await fence(tx, lease, batch)) === "committed") return;
    const fitting = await fitBatch(tx, job, batch, { locking: true });
    // The two merges then run one after the other, each in its own order.
    if (peopleOut(fitting).length > 0) await lockPeople(tx, job.plan, fitting);
    const done = await applyBatch(tx, job, fitting, fitting === batch ? prepared : undefined);
    await saveBatch(tx, lease, batch, done);
    rows = done.counts.processed;
  });
  count("kith_import_rows_total", "", rows);
}

/**
 * Records the results of a batch, in the transaction that merged it. The import's row is locked from here to the commit
 * only: whoever cancels or deletes the import in the middle of a batch need not wait for it, and the batch is not written.
 */
export async function saveBatch(tx: TransactionSql, lease: Lease, batch: Batch, done: AppliedBatch) {
  if (done.batch !== batch) done.batch.lines.release();
  if ((await fence(tx, lease, batch, "for no key update")) === "committed")
    throw new OvertakenError("an earlier attempt at the batch was committed while it was merged again");
  await copyFailures(tx, lease, done.failures);
  if (done.remembered > 0) await saveRemembered(tx, lease, done.remembered);
  await saveCheckpoint(tx, lease, done.counts, batch);
}

async function saveRemembered(tx: TransactionSql, { workspaceId, id }: Lease, count: number): Promise<void> {
  await tx`
    update change_sets set opt_outs_remembered = opt_outs_remembered + ${count}
    where workspace_id = ${workspaceId} and id = ${id}`;
}

/**
 * Reads the import's row, before a batch is merged and, with a lock, after: a worker that lost the lease must not write.
 * The checkpoint must be where the batch starts. A checkpoint where the batch ends means that it was committed before:
 * after a connection breaks during COMMIT the result is unknown, so such a batch is retried, and must not count twice.
 *
 * The commit does not wait for the disk (25 ms of 180 per batch, measured). If the server crashes before it is on
 * disk, rows, counters and checkpoint are missing together, and the batch is read again. The end of an import does
 * wait, and thereby for everything before it.
 */
export async function fence(
  tx: TransactionSql,
  lease: Lease,
  { start, end }: Batch,
  lock = "",
): Promise<"free" | "committed"> {
  const [row] = await tx.unsafe<{ processed_rows: number }[]>(
    `select processed_rows, set_config('synchronous_commit', 'off', true) from imports
     where workspace_id = $1 and id = $2 and epoch = $3 and status = 'processing'
     ${lock}`,
    [lease.workspaceId, lease.id, lease.epoch],
    NAMED,
  );
  if (row?.processed_rows === end.row - 1) return "committed";
  if (row?.processed_rows !== (start?.row ?? 1) - 1) throw new FencedError(lease);
  return "free";
}

/** The workspace's counts come last: an edit locks the contact, then the counts. The opposite order would deadlock with it. */
async function saveCheckpoint(
  tx: TransactionSql,
  lease: Lease,
  counts: Counts,
  { end }: Batch,
): Promise<void> {
  await tx.unsafe(
    `with saved as (
       update imports set
         processed_rows = processed_rows + $4, created_rows = created_rows + $5, updated_rows = updated_rows + $6,
         unchanged_rows = unchanged_rows + $7, skipped_rows = skipped_rows + $8, failed_rows = failed_rows + $9,
         opted_out = opted_out + $10, changed_contacts = changed_contacts + $11,
         repeated_rows = repeated_rows + $12, failed_opt_outs = failed_opt_outs + $13, skipped_opt_outs = skipped_opt_outs + $14,
         checkpoint_bytes = $15, checkpoint_line = $16,
         ${progressed()}
       where workspace_id = $1 and id = $2 and epoch = $3
       returning workspace_id
     )
     select add_later_counts(workspace_id) from saved where coalesce(nullif(current_setting('kith.counts_later', true), ''), '0 0') <> '0 0'`,
    [
      ...[lease.workspaceId, lease.id, lease.epoch],
      ...[counts.processed, counts.created, counts.updated, counts.unchanged, counts.skipped, counts.failed],
      ...[counts.optedOut, counts.changed, counts.repeated, counts.failedOptOuts],
      ...[counts.skippedOptOuts, end.byte, end.line],
    ],
    NAMED,
  );
}

/** Row errors that are sent at once. */
const PIECE_CHARS = 64 * 1024;

async function copyFailures(tx: TransactionSql, lease: Lease, failures: RowFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await copyFrom(
    tx,
    `copy import_errors (workspace_id, import_id, row, line, "column", code, message, cells, opted_out) from stdin`,
    failurePieces(lease, failures),
  );
}

/** In pieces, yielding to other requests after each: a file may consist of failures. */
function* failurePieces({ workspaceId, id }: Lease, failures: RowFailure[]): Generator<Buffer> {
  let lines = "";
  for (const { row, line, column, code, message, cells, optOut } of failures) {
    const values = [
      ...[workspaceId, id, String(row), String(line), column, code, message, reportable(cells)],
      optOut ? "t" : "f",
    ];
    lines += `${values.map(copyText).join("\t")}\n`;
    if (lines.length < PIECE_CHARS) continue;
    yield Buffer.from(lines);
    lines = "";
  }
  if (lines) yield Buffer.from(lines);
}

/** Cells as JSON that jsonb accepts: it cannot hold NUL, which is shown as its symbol. */
function reportable(cells: string[]): string {
  return JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll("\0", "\u2400")));
}
