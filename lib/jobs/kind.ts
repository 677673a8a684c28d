import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * # Jobs
 *
 * A job is a row with the columns of `job()` (db/schema.ts): its status and its progress are in the row, never in
 * memory. This folder owns the loop and knows no subject. A kind of job is one `JobKind`, listed in
 * lib/server/jobs.ts, which starts, revives and sweeps all kinds alike. A new kind is three files and `npm run api-types`:
 * its `JobKind`, its line in that list, and a row in lib/testing/fixtures/jobs.ts, by which lib/server/jobs.test.ts holds
 * every kind to what follows. A new table for it is three more: db/schema.ts, the migration, scripts/archive/tables.mjs.
 *
 *     claim → work(lease, isOver) → finished | unfinished: handed over | error: postponed, or failed
 *
 * - **Claim** (lease.ts): one UPDATE gives the job to one worker and adds one to its epoch. Every write of the worker
 *   demands that epoch (`held`), so a worker that was frozen past its lease can do no harm: it gets a `FencedError`.
 *   The loop prolongs the lease for as long as the work runs.
 * - **Gate** (lanes.ts, turns.ts): jobs of a lane begin by turns, so that no workspace can make the others wait. A
 *   job that waits is not claimed: another process may take it.
 * - **Work** goes from checkpoint to checkpoint, each one transaction that carries results and progress together, sets
 *   `progressed()`, and throws a `FencedError` when the row is no longer its own. After each it asks
 *   `isOver()`; once true, it returns `unfinished`, and the loop goes on: here, when a turn was over; in a fresh
 *   invocation, when the time was (handover.ts); in the next process, when this one ends (stopping.ts).
 * - **Finished**: the work itself ends the row, with its notification, in the transaction of its last results.
 * - **Postponed** after an error: 2, 4, then 8 seconds; at once after what a repetition mends, such as a deadlock. A
 *   lost connection is no failure of the job and is not counted.
 * - **Failed**: after an error that will not pass, too many failures, or too many dead workers in a row.
 *
 * Work that dies with its process is found by whoever looks at the job next, by the sweep, and within seconds on the
 * machine itself (abandoned.ts). Starting a job may thus be lost, but never the job.
 *
 * Small pieces without a checkpoint, such as mails, are no jobs but items of a `Queue` (queue.ts).
 */
export interface JobKind<Code extends string = string> {
  /** What routes, calls to ourselves, the sweep's report and the log call it. */
  readonly name: string;
  readonly table: PgTable;
  /** SQL about a row of the table: it has work to do. */
  readonly unfinished: SQL;
  /** Kinds of one lane share its places (lanes.ts). */
  readonly lane: string;
  /**
   * Whether it stops at a checkpoint when its turn is over and another workspace waits. Work that does not has its whole
   * time from when its turn comes.
   */
  readonly makesRoom: boolean;
  /** Without, it is tried again for ever. */
  readonly limits?: JobLimits<Code>;
  /** About how many rows it is about: small jobs have places of their own. */
  size(job: Job): Promise<number>;
  /** Works until the job is done, which it records itself, or until a checkpoint at which `isOver()`. */
  work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished">;
}

/** When a job is given up, and how. */
export interface JobLimits<Code extends string = string> {
  /** Failures since the last checkpoint. */
  readonly failures: number;
  /** Claims since the last checkpoint, those of workers that died included. */
  readonly claims: number;
  /** What is said when it was claimed more often. */
  readonly interrupted: Failure<Code>;
  /** What an error of its work is to the user. */
  describe(error: unknown): Failure<Code> & { isFinal: boolean };
  /** Records the end, with its notification, in one transaction. Throws a FencedError when somebody else has the job. */
  fail(lease: Lease, failure: Failure<Code>): Promise<void>;
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
  /** Claims since the last checkpoint, this one included. */
  attempts: number;
}
