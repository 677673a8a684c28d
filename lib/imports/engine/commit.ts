import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { copyText } from "@/lib/imports/rows/encode";
import type { Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { findSources } from "./batches";
import { isDataError, mergeIsolating, type Outcome, type Part, type Poisoned } from "./isolate";
import { lookUp } from "./lookup";
import { stageRows } from "./merge";
import { takeOptedOut } from "./opted-out";
import type { Batch, LoadedImport, Merged, MergePlan, RowFailure, RunLookup } from "./plan";
import { copyFrom } from "./staging";
import { createTags, lockTags } from "./tag-limits";

/** What a batch adds to the counters of its import. */
export interface Counts {
  processed: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Those of the created that came unsubscribed because their address had opted out before. */
  optedOut: number;
  /** Lookup contacts that changed, each once however many rows of the file change it. */
  changed: number;
  /** Rows whose e-mail stood in an earlier row of the file. */
  repeated: number;
}

export const NO_COUNTS: Readonly<Counts> = {
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  optedOut: 0,
  changed: 0,
  repeated: 0,
};

/** What a batch may do before its turn. */
export interface Ahead {
  lookUp: RunLookup;
  /** The batch before is committed. When it rejects, nothing is written. */
  turn: Promise<unknown> | undefined;
}

/**
 * Commits one batch: rows, journal, row errors, counters and checkpoint in one transaction, or nothing. With `ahead`
 * it is looked up and staged while the batch before is being written. Throws FencedError when the lease is lost; then
 * nothing was written.
 */
export async function commitBatch(
  lease: Lease,
  job: LoadedImport,
  batch: Batch,
  ahead?: Ahead,
): Promise<void> {
  await pg().begin(async (tx) => {
    await tx`select set_config('kith.counts_later', '0 0', true), set_config('kith.opted_out', '0', true)`;
    const prepared = await prepareBatch(tx, job, batch, ahead);
    await ahead?.turn;
    if ((await fence(tx, lease, batch)) === "committed") return;
    await lockTags(tx, job.plan, batch);
    const { counts, failures } = await applyBatch(tx, job, batch, prepared);
    await copyFailures(tx, lease, failures);
    await saveCheckpoint(tx, lease, counts, batch);
    await addCounts(tx, lease);
  });
}

/** Last: who edits a contact locks it, then the counts. Whoever locks them the other way round meets him in a deadlock. */
async function addCounts(tx: TransactionSql, { workspaceId }: Lease): Promise<void> {
  await tx`select add_later_counts(${workspaceId}) where current_setting('kith.counts_later') <> '0 0'`;
}

/** Looks a batch up and stages its rows, if the database takes them. */
export async function prepareBatch(
  tx: TransactionSql,
  { plan }: LoadedImport,
  batch: Batch,
  ahead?: Ahead,
): Promise<Part> {
  const lookup = await (ahead ? ahead.lookUp(tx) : lookUp(tx, plan, batch));
  const picked = batch.order;
  try {
    const staged = await tx.savepoint((point) => stageRows(point, plan, batch.lines, picked, lookup));
    return { lookup, picked, staged };
  } catch (error) {
    if (!isDataError(error)) throw error;
    return { lookup, picked };
  }
}

/**
 * Takes the import's row: whoever lost the lease stops before anything is written. The checkpoint must be where the
 * batch starts. Where it ends means that the batch was committed before: a connection that broke during COMMIT does
 * not tell, so such a batch is tried again, and must not count twice.
 *
 * The commit does not wait for the disk (25 ms of 180 a batch, measured). Should the server crash before it is there,
 * rows, counters and checkpoint are missing together, and the batch is read again. The end of an import does wait,
 * and for everything before it.
 */
async function fence(tx: TransactionSql, lease: Lease, { start, end }: Batch): Promise<"free" | "committed"> {
  const [row] = await tx<{ processed_rows: number }[]>`
    select processed_rows, set_config('synchronous_commit', 'off', true) from imports
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}
      and epoch = ${lease.epoch} and status = 'processing'
    for no key update`;
  if (row?.processed_rows === end.row - 1) return "committed";
  if (row?.processed_rows !== (start?.row ?? 1) - 1) throw new FencedError(lease);
  return "free";
}

async function saveCheckpoint(
  tx: TransactionSql,
  lease: Lease,
  counts: Counts,
  { end }: Batch,
): Promise<void> {
  await tx`
    update imports set
      processed_rows = processed_rows + ${counts.processed},
      created_rows = created_rows + ${counts.created},
      updated_rows = updated_rows + ${counts.updated},
      unchanged_rows = unchanged_rows + ${counts.unchanged},
      skipped_rows = skipped_rows + ${counts.skipped},
      failed_rows = failed_rows + ${counts.failed},
      opted_out = opted_out + ${counts.optedOut},
      changed_contacts = changed_contacts + ${counts.changed},
      repeated_rows = repeated_rows + ${counts.repeated},
      checkpoint_bytes = ${end.byte}, checkpoint_line = ${end.line},
      ${tx.unsafe(progressed())}
    where workspace_id = ${lease.workspaceId} and id = ${lease.id} and epoch = ${lease.epoch}`;
}

/** Merges a prepared batch into contacts (of whichever schema comes first) and says what became of its rows. */
export async function applyBatch(tx: TransactionSql, job: LoadedImport, batch: Batch, prepared: Part) {
  const fitting = await createTags(tx, job, batch);
  if (fitting !== batch) return mergeReread(tx, job, fitting);
  return settleBatch(tx, job, batch, await mergeIsolating(tx, job.plan, batch, prepared));
}

/** Merges the rows that are left of a batch of which the workspace has no room for all tags. */
async function mergeReread(tx: TransactionSql, job: LoadedImport, batch: Batch) {
  const outcome = await mergeIsolating(tx, job.plan, batch, { lookup: null, picked: batch.order });
  const settled = await settleBatch(tx, job, batch, outcome);
  batch.lines.release();
  return settled;
}

async function settleBatch(tx: TransactionSql, job: LoadedImport, batch: Batch, outcome: Outcome) {
  const { merged, poisoned } = outcome;
  const { plan } = job;
  const failures = [...batch.failures, ...(await poisonFailures(job, batch, poisoned))];
  const counts = countBatch(plan, batch, merged, failures.length, poisoned);
  const optedOut = await takeOptedOut(tx);
  return { counts: { ...counts, optedOut }, failures };
}

function countBatch(
  plan: MergePlan,
  batch: Batch,
  merged: Merged,
  failed: number,
  poisoned: Poisoned[],
): Omit<Counts, "optedOut"> {
  const lostRepeats = poisoned.reduce(
    (sum, { index }) => sum + (batch.repeats.of.get(index)?.length ?? 0),
    0,
  );
  const again = countMet(batch, poisoned);
  const existing = batch.order.length - poisoned.length - merged.created;
  const matched = existing + batch.repeats.all - lostRepeats;
  const isUpdate = plan.strategy === "update";
  return {
    processed: batch.count,
    created: merged.created,
    updated: isUpdate ? matched : 0,
    unchanged: isUpdate ? Math.min(matched, existing - merged.changed + batch.repeats.unchanged) : 0,
    skipped: isUpdate ? 0 : matched,
    failed,
    changed: merged.changed - merged.again,
    repeated: Math.min(matched, batch.repeats.all - lostRepeats + again),
  };
}

/** Rows whose e-mail stood in an earlier batch. */
function countMet({ metBefore, order, lines }: Batch, poisoned: Poisoned[]): number {
  if (metBefore.size === 0) return 0;
  const refused = new Set(poisoned.map(({ index }) => index));
  return order.filter((index) => metBefore.has(lines.emails[index] ?? "") && !refused.has(index)).length;
}

/** A refused row fails, and with it the later ones that were merged into it. */
async function poisonFailures(job: LoadedImport, batch: Batch, poisoned: Poisoned[]): Promise<RowFailure[]> {
  if (poisoned.length === 0) return [];
  const errors = new Map(
    poisoned.flatMap(({ index, error }) =>
      [batch.lines.numbers[index] ?? 0, ...(batch.repeats.of.get(index) ?? [])].map((row) => [row, error]),
    ),
  );
  const sources = await findSources(job, batch, errors);
  return sources.flatMap((source) => {
    const error = errors.get(source.row);
    return error ? [{ ...source, ...error }] : [];
  });
}

/** Of the row errors that are sent at once. */
const PIECE_CHARS = 64 * 1024;

async function copyFailures(tx: TransactionSql, lease: Lease, failures: RowFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await copyFrom(
    tx,
    `copy import_errors (workspace_id, import_id, row, line, "column", code, message, cells) from stdin`,
    failurePieces(lease, failures),
  );
}

/** In pieces, after each of which other requests get their turn: a file may consist of failures. */
function* failurePieces({ workspaceId, id }: Lease, failures: RowFailure[]): Generator<Buffer> {
  let lines = "";
  for (const { row, line, column, code, message, cells } of failures) {
    const values = [workspaceId, id, String(row), String(line), column, code, message, reportable(cells)];
    lines += `${values.map(copyText).join("\t")}\n`;
    if (lines.length < PIECE_CHARS) continue;
    yield Buffer.from(lines);
    lines = "";
  }
  if (lines) yield Buffer.from(lines);
}

/** Cells as JSON that jsonb takes: it cannot hold NUL, which is shown as its symbol. */
function reportable(cells: string[]): string {
  return JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll("\0", "\u2400")));
}
