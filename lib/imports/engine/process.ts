import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionLost, isRetryable } from "@/db/client";
import { packOptOuts } from "@/lib/contacts/opt-outs";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { rowsOfImport } from "@/lib/imports/queries";
import type { RowLines } from "@/lib/imports/rows/lines";
import { failureCode } from "@/lib/jobs/failure";
import { continueElsewhere } from "@/lib/jobs/handover";
import { inTurn } from "@/lib/jobs/lanes";
import { claimJob, FencedError, type Lease, persist, postponeJob, releaseJob } from "@/lib/jobs/lease";
import { isStopping } from "@/lib/jobs/stopping";
import { log } from "@/lib/log";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import type { Early } from "./early";
import { failImport, finishImport } from "./finish";
import { loadImport } from "./load";
import { openFinder, UNWRITTEN_BATCHES } from "./lookup";
import type { Batch, LoadedImport, Look } from "./plan";
import { refreshStatistics } from "./statistics";
import { processUndo } from "./undo";

/** Claims without a commit in between after which an import is given up: after failures; after deaths of workers or of the database. */
const MAX_ATTEMPTS = 10;
const MAX_DEATHS = 30;
/** Retries of one batch that met a deadlock or a lost connection. */
const MAX_RETRIES = 6;
/**
 * The database gets a batch before the next one is read: a few ms of reading for each of a handful of answers, and both
 * cores would idle by turns.
 */
const HEAD_START_MS = 8;
/** Rest after an unexpected failure. */
const RETRY_DELAY_MS = 5000;

/**
 * Works on an import, or on its undo, by turns with those of other workspaces, until it is done, its time is used up,
 * or somebody else has it. Safe to call at any time by anybody: the lease decides who works, and every commit carries
 * rows, counters and checkpoint together, so a kill at any moment loses nothing and counts nothing twice.
 */
export async function processImport(workspaceId: string, id: string): Promise<void> {
  const rows = await rowsOfImport(workspaceId, id);
  const deadline = performance.now() + env().JOB_TIME_BUDGET_MS;
  let unfinished: Lease | null = null;
  do {
    unfinished = await inTurn("import", { workspaceId, id, rows }, (turn) =>
      workOn(workspaceId, id, () => isStopping() || performance.now() > deadline || turn.isOver()),
    );
    if (isStopping()) return;
  } while (unfinished && performance.now() < deadline);
  if (unfinished) await continueElsewhere(unfinished, () => processImport(workspaceId, id));
}

/** Returns the job that is to be continued, or null when it is over, put off, or somebody else's. */
async function workOn(workspaceId: string, id: string, isOver: () => boolean): Promise<Lease | null> {
  const lease = await claimJob("import", workspaceId, id);
  if (!lease) return null;
  try {
    if (await work(lease, isOver)) return null;
    await releaseJob(lease);
    return lease;
  } catch (error) {
    if (error instanceof FencedError) return null;
    log().error({ err: error, importId: id }, "import interrupted");
    const reason = "The import was interrupted by an unexpected error.";
    const delayMs = isRetryable(error) ? 0 : RETRY_DELAY_MS;
    const isLost = isConnectionLost(error);
    await persist(() => (isLost ? releaseJob(lease) : postponeJob(lease, reason, delayMs)));
    if (isLost) return lease;
    return null;
  }
}

/** True when the job is over, false when its time is. */
async function work(lease: Lease, isOver: () => boolean): Promise<boolean> {
  const job = await loadImport(lease);
  if (job.row.undo_status === "processing") return processUndo(lease, isOver);
  if (job.row.attempts > (job.row.last_error ? MAX_ATTEMPTS : MAX_DEATHS)) {
    const reason = job.row.last_error ?? "The import was interrupted too often without getting on.";
    await failImport(lease, "interrupted", reason);
    return true;
  }
  try {
    return await importRows(lease, job, isOver);
  } catch (error) {
    // What the user can be told will not get better by itself: the file is gone, for one. The rest may pass.
    if (!(error instanceof ApiError) || (await mayPass(lease, error))) throw error;
    await failImport(lease, failureCode(error), error.message);
    return true;
  }
}

/** A file storage that does not answer is asked again, as often as an import may be interrupted. */
async function mayPass(lease: Lease, error: ApiError): Promise<boolean> {
  if (error.code !== "SERVICE_UNAVAILABLE") return false;
  return (await loadImport(lease)).row.attempts < MAX_ATTEMPTS;
}

/** While the database writes batches, the next one is read, looked up and staged. They commit in the file's order. */
async function importRows(lease: Lease, job: LoadedImport, isOver: () => boolean): Promise<boolean> {
  await packOptOuts(lease.workspaceId);
  const find = await openFinder(job.plan, job.row.total_rows);
  const open: Commit[] = [];
  let mayBeEarly = !job.plan.columns.tags;
  const onConflict = () => {
    mayBeEarly = false;
  };
  try {
    for await (const batch of readBatches(job)) {
      const last = open.at(-1);
      if (last?.hasFailed) await last.done; // Who followed it now would fail with it.
      const before = last?.hasFailed ? undefined : last;
      const early =
        before && mayBeEarly
          ? { before: before.lines, from: before.turn, turn: before.first, onConflict }
          : undefined;
      const commit = commitInTurn(lease, job, batch, { look: find(batch), before, early });
      commit.first.catch(onConflict); // Rows merged early are locked out of order: a deadlock would not be the last.
      open.push(commit);
      if (open.length > UNWRITTEN_BATCHES) await open.shift()?.done;
      await Promise.race([commit.done, sleep(HEAD_START_MS)]);
      if (isOver()) return false;
    }
  } finally {
    await Promise.all(open.map(({ done }) => done));
  }
  await packOptOuts(lease.workspaceId);
  await finishImport(lease);
  return true;
}

interface Commit {
  lines: RowLines;
  /** The first attempt of the batch before, if this one waits for it. */
  turn: Promise<void> | undefined;
  /** The first attempt. When it fails, the next batch gives its connection back. */
  first: Promise<void>;
  hasFailed: boolean;
  /** Committed, after as many attempts as it took. */
  done: Promise<void>;
}

function commitInTurn(
  lease: Lease,
  job: LoadedImport,
  batch: Batch,
  { look, before, early }: { look: Look; before: Commit | undefined; early: Early | undefined },
): Commit {
  const turn = before?.first;
  const first = commitBatch(lease, job, batch, { look, turn, early });
  const again = async (error: unknown) => {
    await before?.done;
    await retry(error, () => commitBatch(lease, job, batch));
  };
  const end = () => {
    batch.lines.release();
    if (!before) return refreshStatistics();
  };
  const done = first.catch(again).then(end);
  done.catch(() => undefined);
  const commit = { lines: batch.lines, turn, first, done, hasFailed: false };
  first.catch(() => {
    commit.hasFailed = true;
  });
  return commit;
}

/** Runs again what failed with that error, as long as that may help. */
async function retry(error: unknown, run: () => Promise<void>): Promise<void> {
  let last = error;
  for (let attempt = 1; attempt < MAX_RETRIES && isRetryable(last); attempt++) {
    await sleep(2 ** attempt * 25 * (0.5 + Math.random()));
    try {
      return await run();
    } catch (next) {
      last = next;
    }
  }
  throw last;
}
