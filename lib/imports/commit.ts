import type { TransactionSql } from "postgres";
import { isRetryable, sql } from "@/db/client";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { FencedError, type Lease } from "@/lib/jobs/lease";
import { type Batch, findSource, type RowFailure } from "./batches";
import type { LoadedImport } from "./load";
import { type Merged, type MergePlan, mergeRows } from "./merge";
import { type BatchTags, copyLines, copyText, type StagedRow } from "./staging";

/** What a batch adds to the counters of its import. */
export interface Counts {
  processed: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
}

/**
 * Commits one batch: rows, journal, row errors, counters and checkpoint in one transaction, or nothing. Throws
 * FencedError when the lease is lost; then nothing was written.
 */
export async function commitBatch(lease: Lease, job: LoadedImport, batch: Batch): Promise<void> {
  await sql().begin(async (tx) => {
    if ((await fence(tx, lease, batch)) === "committed") return;
    const { counts, failures } = await applyBatch(tx, job, batch);
    await copyFailures(tx, lease, failures);
    await saveCheckpoint(tx, lease, counts, batch);
  });
}

/**
 * Takes the import's row first: whoever lost the lease stops before doing any work. The checkpoint must be where the
 * batch starts. Where it ends means that the batch was committed before: a connection that broke during COMMIT does
 * not tell, so such a batch is tried again, and must not count twice.
 */
async function fence(tx: TransactionSql, lease: Lease, { start, end }: Batch): Promise<"free" | "committed"> {
  const [row] = await tx<{ processed_rows: number }[]>`
    select processed_rows from imports
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
      checkpoint_bytes = ${end.byte}, checkpoint_line = ${end.line},
      attempts = 0, last_error = null,
      lease_until = now() + ${env().JOB_LEASE_MS} * interval '1 millisecond'
    where workspace_id = ${lease.workspaceId} and id = ${lease.id} and epoch = ${lease.epoch}`;
}

/** Merges a batch into contacts (of whichever schema comes first) and says what became of its rows. */
export async function applyBatch(tx: TransactionSql, job: LoadedImport, batch: Batch) {
  const { plan, reader } = job;
  const tags = { byName: await resolveTags(tx, plan, batch.rows), forAll: reader.tagIds };
  const { merged, poisoned } = await mergeIsolating(tx, plan, batch.rows, tags);
  const refused = await Promise.all(poisoned.map(({ row, code }) => poisonFailures(job, batch, row, code)));
  const failures = [...batch.failures, ...refused.flat()];
  const counts = countBatch(plan, batch, merged, failures.length, poisoned);
  return { counts, failures };
}

function countBatch(
  plan: MergePlan,
  batch: Batch,
  merged: Merged,
  failed: number,
  poisoned: Poisoned[],
): Counts {
  const lostRepeats = poisoned.reduce((sum, { row }) => sum + (row.repeats?.length ?? 0), 0);
  const known = batch.rows.length - poisoned.length - merged.created;
  const matched = known + batch.repeats.all - lostRepeats;
  const isUpdate = plan.strategy === "update";
  return {
    processed: batch.count,
    created: merged.created,
    updated: isUpdate ? matched : 0,
    unchanged: isUpdate ? Math.min(matched, known - merged.changed + batch.repeats.unchanged) : 0,
    skipped: isUpdate ? 0 : matched,
    failed,
  };
}

/** The ids of all tags the rows name, by the name as it stands in the file; unknown ones are created. */
async function resolveTags(
  tx: TransactionSql,
  plan: MergePlan,
  rows: StagedRow[],
): Promise<Map<string, string>> {
  const names = [...new Set(rows.flatMap((row) => row.tags ?? []))];
  if (names.length === 0) return new Map();
  const ids = names.map(() => newId());
  await tx`
    insert into tags (workspace_id, id, name)
    select ${plan.workspaceId}::uuid, n.id, n.name
    from (select distinct on (fold_text(name)) * from unnest(${ids}::uuid[], ${names}::text[]) as n(id, name)
          order by fold_text(name)) n
    on conflict (workspace_id, name_key) do nothing`;
  const known = await tx<{ name: string; id: string }[]>`
    select n.name, t.id from unnest(${names}::text[]) as n(name)
    join tags t on t.workspace_id = ${plan.workspaceId} and t.name_key = fold_text(n.name)`;
  return new Map(known.map((tag) => [tag.name, tag.id]));
}

interface Poisoned {
  row: StagedRow;
  /** SQLSTATE. */
  code: string;
}

/**
 * Merges rows so that one the database refuses costs that row alone: the refused statement is undone by its
 * savepoint and the rows are tried in halves, down to the culprit.
 */
async function mergeIsolating(
  tx: TransactionSql,
  plan: MergePlan,
  rows: StagedRow[],
  tags: BatchTags,
): Promise<{ merged: Merged; poisoned: Poisoned[] }> {
  if (rows.length === 0) return { merged: { created: 0, changed: 0 }, poisoned: [] };
  try {
    const merged = await tx.savepoint((point) => mergeRows(point, plan, rows, tags));
    return { merged, poisoned: [] };
  } catch (error) {
    const [only] = rows;
    if (!isDataError(error) || !only) throw error;
    if (rows.length === 1)
      return { merged: { created: 0, changed: 0 }, poisoned: [{ row: only, code: error.code }] };
    const half = rows.length >> 1;
    const a = await mergeIsolating(tx, plan, rows.slice(0, half), tags);
    const b = await mergeIsolating(tx, plan, rows.slice(half), tags);
    return {
      merged: { created: a.merged.created + b.merged.created, changed: a.merged.changed + b.merged.changed },
      poisoned: [...a.poisoned, ...b.poisoned],
    };
  }
}

/** An error about values: classes 22, 23 and 54 of the PostgreSQL manual, appendix A. */
function isDataError(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error) || isRetryable(error)) return false;
  return "code" in error && /^(22|23|54)/.test(String(error.code));
}

/** A refused row fails, and with it the later ones that were merged into it. */
async function poisonFailures(
  job: LoadedImport,
  batch: Batch,
  { row, repeats }: StagedRow,
  code: string,
): Promise<RowFailure[]> {
  const failures: RowFailure[] = [];
  for (const number of [row, ...(repeats ?? [])]) {
    const message = `The database cannot store this row (${code}).`;
    failures.push({
      ...(await findSource(job, batch, number)),
      row: number,
      column: null,
      code: "not_storable",
      message,
    });
  }
  return failures;
}

async function copyFailures(tx: TransactionSql, lease: Lease, failures: RowFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await copyLines(
    tx,
    `copy import_errors (workspace_id, import_id, row, line, "column", code, message, cells) from stdin`,
    failureLines(lease, failures),
  );
}

function* failureLines({ workspaceId, id }: Lease, failures: RowFailure[]): Generator<string> {
  for (const { row, line, column, code, message, cells } of failures) {
    const values = [workspaceId, id, String(row), String(line), column, code, message, reportable(cells)];
    yield `${values.map(copyText).join("\t")}\n`;
  }
}

/** Cells as JSON that jsonb takes: it cannot hold NUL, which is shown as its symbol. */
function reportable(cells: string[]): string {
  return JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll("\0", "\u2400")));
}
