import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * # Jobs
 *
 * A job is a row with the columns of `job()` (db/schema.ts): its status and its progress are in the row, never in
 * memory. This folder owns the loop and knows no subject. A kind of job is one `JobKind`, listed in
 * lib/server/jobs.ts, which starts, revives and sweeps all kinds the same way. A new kind is three files and `npm run api-types`:
 * its `JobKind`, its line in that list, and a row in lib/testing/fixtures/jobs.ts, with which lib/server/jobs.test.ts tests
 * every kind against the following. A table of its own takes three more: db/schema.ts, the migration, scripts/archive/tables.mjs.
 *
 *     claim → work(lease, isOver) → finished | unfinished: handed over | error: postponed, or failed
 *
 * - **Claim** (lease.ts): one UPDATE gives the job to one worker and adds one to its epoch. Every write of the worker
 *   requires that epoch (`held`), so a worker that was paused past its lease can do no harm: it gets a `FencedError`.
 *   The loop renews the lease for as long as the work runs.
 * - **Gate** (lanes.ts, turns.ts): jobs of a lane start in turn by workspace, so that none can block the others. A
 *   waiting job is not claimed: another process may take it.
 * - **Work** goes from checkpoint to checkpoint, each one transaction that stores results and progress together, sets
 *   `progressed()`, and throws a `FencedError` if another worker owns the row. After each it checks
 *   `isOver()`; once true, it returns `unfinished`, and the job continues: here, if its turn ended; in a fresh
 *   invocation, if the time is used up (handover.ts); in the next process, if this one is stopping (stopping.ts).
 * - **Finished**: the work itself completes the row and queues the notification, in the transaction of its last results.
 * - **Postponed** after an error: by 2, 4, then 8 seconds; retried at once after a transient error such as a deadlock. A
 *   lost connection does not count as a failure of the job.
 * - **Failed**: after a permanent error, too many failures, or too many dead workers in a row.
 *
 * Work that dies with its process is picked up by the next reader of the job, by the sweep, and within seconds on the same
 * machine (abandoned.ts). So a start may be lost, but never a job.
 *
 * Small pieces of work without checkpoints, such as mails, are items of a `Queue` instead (queue.ts).
 */
export interface JobKind<Code extends string = string> {
  /** Its name in routes, internal calls, the sweep's report and the log. */
  readonly name: string;
  readonly table: PgTable;
  /** SQL condition on a row of the table: there is work to do. */
  readonly unfinished: SQL;
  /** The column that says since when a job waits before its first lease; null where none does. */
  readonly waitsSince: "created_at" | "started_at" | null;
  /** Kinds of one lane share its places (lanes.ts). */
  readonly lane: string;
  /**
   * Whether it stops at a checkpoint when its turn ends and another workspace waits. Other work has its full time
   * from the start of its turn.
   */
  readonly makesRoom: boolean;
  /** Without it, the job is retried for ever. */
  readonly limits?: JobLimits<Code>;
  /** Roughly how many rows it processes: small jobs have slots of their own. */
  size(job: Job): Promise<number>;
  /** Works until the job is done, which it records itself, or until `isOver()` is true at a checkpoint. */
  work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished">;
}

/** When a job is abandoned as failed, and how. */
interface JobLimits<Code extends string = string> {
  /** Failures since the last checkpoint. */
  readonly failures: number;
  /** Claims since the last checkpoint, including those of workers that died. */
  readonly claims: number;
  /** The message when it was claimed more often. */
  readonly interrupted: Failure<Code>;
  /** What the user is told about an error of its work. */
  describe(error: unknown): Described<Code>;
  /** Records the failure and its notification in one transaction. Throws a FencedError if another worker has the job. */
  fail(lease: Lease, failure: Failure<Code>): Promise<void>;
}

/**
 * A failure, whether it is the last one, and how often it may happen instead of `failures`, for errors that usually
 * pass by themselves.
 */
export interface Described<Code extends string = string> extends Failure<Code> {
  readonly isFinal: boolean;
  readonly failures?: number;
}

/** Why a job failed: for programs, and as a sentence. */
export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
}

export interface Job {
  workspaceId: string;
  id: string;
}

/** A job that this worker holds (lease.ts). */
export interface Lease extends Job {
  kind: JobKind;
  epoch: number;
  /** Claims since the last checkpoint, including this one. */
  attempts: number;
}
