import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isDiskFull, isRetryable, isUnfit } from "@/db/client";
import { imports } from "@/db/schema";
import { enforceOptOuts, packOptOuts } from "@/lib/contacts/opt-outs";
import { ApiError, diskFull } from "@/lib/errors";
import { commitConfirmed } from "@/lib/imports/diff/confirmed";
import type { ImportFailure } from "@/lib/imports/failure";
import { rowsOfImport } from "@/lib/imports/queries";
import type { Described, JobKind, Lease } from "@/lib/jobs/kind";
import { UNFIT } from "@/lib/outage";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { failImport, finishImport } from "./finish";
import { loadImport } from "./load";
import { openLookups, UNWRITTEN_BATCHES } from "./lookup";
import type { Batch, LoadedImport, RunLookup } from "./plan";
import { refreshStatistics } from "./statistics";

/** Retries of one batch after a deadlock or a lost connection. */
const MAX_RETRIES = 6;
/**
 * Sends a batch to the database before reading the next one. Otherwise a few ms of reading would precede each of a
 * handful of round trips, and both cores would be idle in turn.
 */
const HEAD_START_MS = 8;

/**
 * Reads an import's file into contacts. Every commit carries rows, counters and checkpoint together, so a kill at any
 * moment loses nothing and counts nothing twice.
 */
export const importJob = {
  name: "import",
  table: imports,
  unfinished: sql`status = 'processing'`,
  waitsSince: "started_at",
  lane: "import",
  makesRoom: true,
  limits: {
    failures: 10,
    claims: 30,
    interrupted: {
      code: "interrupted",
      message: "The import was interrupted too often without making progress.",
    },
    describe,
    fail: failImport,
  },
  size: ({ workspaceId, id }) => rowsOfImport(workspaceId, id),
  work: async (lease, isOver) => importRows(lease, await loadImport(lease), isOver),
} as const satisfies JobKind<ImportFailure>;

/** Gives whoever administers the database some minutes to fix it. */
const SETTINGS_FAILURES = 25;

/** Failures with a message for the user, such as a missing file, will not resolve by themselves; others may. */
function describe(cause: unknown): Described<ImportFailure> {
  if (isUnfit(cause))
    return { code: "interrupted", message: UNFIT, isFinal: false, failures: SETTINGS_FAILURES };
  const error = isDiskFull(cause) ? diskFull() : cause;
  if (!(error instanceof ApiError)) {
    const message = "The import was interrupted by an unexpected error.";
    return { code: "interrupted", message, isFinal: false };
  }
  const { message } = error;
  if (error.code === "SERVICE_UNAVAILABLE") return { code: "storage_unavailable", message, isFinal: false };
  return { code: error.code === "GONE" ? "file_gone" : "unexpected", message, isFinal: true };
}

/** While the database writes batches, the next one is read, looked up and staged. They commit in file order. */
async function importRows(lease: Lease, job: LoadedImport, isOver: () => boolean) {
  await packOptOuts(lease.workspaceId);
  const lookups = await openLookups(job.plan);
  const open: Commit[] = [];
  try {
    for await (const batch of readBatches(job)) {
      const last = open.at(-1);
      if (last?.hasFailed) await last.done; // A batch committed after it now would fail as well.
      const before = last?.hasFailed ? undefined : last;
      const commit = commitInTurn(lease, job, batch, { lookUp: lookups(batch), before });
      open.push(commit);
      if (open.length > UNWRITTEN_BATCHES) await open.shift()?.done;
      await Promise.race([commit.done, sleep(HEAD_START_MS)]);
      if (isOver()) return "unfinished";
    }
  } finally {
    await Promise.all(open.map(({ done }) => done));
  }
  await packOptOuts(lease.workspaceId);
  await enforceOptOuts(lease.workspaceId);
  await finishImport(lease);
  return "finished";
}

interface Commit {
  /** The first attempt. If it fails, the next batch returns its connection. */
  first: Promise<void>;
  hasFailed: boolean;
  /** Resolves when the batch is committed, after however many attempts. */
  done: Promise<void>;
}

function commitInTurn(
  lease: Lease,
  job: LoadedImport,
  batch: Batch,
  { lookUp, before }: { lookUp: RunLookup; before: Commit | undefined },
): Commit {
  const commit = job.diff ? commitConfirmed : commitBatch;
  const first = commit(lease, job, batch, { lookUp, turn: before?.first });
  const again = async (error: unknown) => {
    await before?.done;
    await retry(error, () => commit(lease, job, batch));
  };
  const end = () => {
    batch.lines.release();
    if (!before) return refreshStatistics();
  };
  const done = first.catch(again).then(end);
  done.catch(() => undefined);
  const made = { first, done, hasFailed: false };
  first.catch(() => {
    made.hasFailed = true;
  });
  return made;
}

/** Repeats what failed with that error, as long as that may help. */
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
