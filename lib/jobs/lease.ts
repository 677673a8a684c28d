import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { workAs } from "@/db/work";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { count } from "@/lib/metrics";
import { ownError } from "@/lib/own-error";
import type { Job, JobKind, Lease } from "./kind";

/**
 * A lease says who works on a job and until when, by the database's clock only. The epoch is the fencing token: each
 * claim increments it, and every write of a worker requires the epoch it claimed. Session locks and advisory locks do not
 * work through a transaction-mode pooler.
 */

/** The worker lost its lease to another, or the job was cancelled or deleted. It must stop and write nothing. */
export class FencedError extends ownError("FencedError") {
  constructor({ kind, id, epoch }: Lease) {
    super(`${kind.name} ${id} is no longer at epoch ${epoch}`);
  }
}

/**
 * The scope of process ids: a container may share its host's name, and a machine another's, but each has its own
 * process ids.
 */
export const place = `${hostname()}/${processIds()}`;
/** Includes a part that distinguishes this process from an earlier one with the same id. */
export const owner = `${place}/${randomUUID()}/${process.pid}`;

function processIds(): string {
  try {
    return `${readlinkSync("/proc/self/ns/pid")} ${bootId()}`;
  } catch {
    return "all";
  }
}

/** The initial namespace has the same number on every machine, but the boot id is unique; empty if it is unreadable. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().replaceAll("-", "");
  } catch {
    return "";
  }
}

/** For a `set`: a lease that starts now, however long ago the transaction began. */
function prolonged(): string {
  return `lease_until = statement_timestamp() + ${env().JOB_LEASE_MS} * interval '1 millisecond'`;
}

/** For the `set` of each checkpoint: the job made progress, so earlier failures and deaths no longer count. */
export function progressed(): string {
  return `attempts = 0, failures = 0, last_error = null, ${prolonged()}`;
}

/** Statements about a lease are short. They must not wait for a connection until other jobs have finished a batch. */
export function execute<T extends Record<string, unknown>>(statement: SQL) {
  return workAs({ kind: "request" }, () => db().execute<T>(statement));
}

/** Claims a free job; null if another worker has it or there is nothing to do. One UPDATE decides. */
export async function claimJob(kind: JobKind, { workspaceId, id }: Job): Promise<Lease | null> {
  const [row] = await execute<{ epoch: number; attempts: number }>(sql`
    update ${kind.table}
    set lease_owner = ${owner}, ${sql.raw(prolonged())}, epoch = epoch + 1, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id} and ${kind.unfinished}
      and (lease_until is null or lease_until < now())
    returning epoch, attempts`);
  if (row && row.attempts > 1) count("kith_lease_takeovers_total", `kind="${kind.name}"`);
  return row ? { kind, workspaceId, id, ...row } : null;
}

/** The condition for every write of a worker: it still holds the job. */
export function held({ kind, workspaceId, id, epoch }: Lease): SQL {
  return sql`workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and ${kind.unfinished}`;
}

/**
 * Renews the lease while `work` runs, whatever it waits for; a dead or paused worker does not. A locked row is skipped:
 * the work itself is writing it, which renews the lease too.
 */
export async function whileHeld<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  const { table } = lease.kind;
  let running: Promise<void> | null = null;
  const prolong = async () => {
    try {
      await execute(sql`
        update ${table} set ${sql.raw(prolonged())}
        where (workspace_id, id) in (
          select workspace_id, id from ${table} where ${held(lease)} for no key update skip locked)`);
    } catch (error) {
      log().warn({ err: error, id: lease.id }, "lease not prolonged");
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= prolong();
  }, env().JOB_LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await running; // the statement that releases the job comes after it
  }
}

/** Releases the job at a checkpoint or after a lost connection, so that the next worker need not wait for the lease to expire. */
export async function releaseJob(lease: Lease): Promise<void> {
  await execute(sql`update ${lease.kind.table} set lease_until = null where ${held(lease)}`);
}

/** Maximum delay in seconds before the next attempt; it doubles with each failure. */
const LONGEST_WAIT_S = 8;

/** The wait after each number of failures: 2, 4, 8 … seconds from now. Written out, because a shard adds no time to a column. */
const WAITS = Array.from({ length: Math.ceil(Math.log2(LONGEST_WAIT_S)) }, (_, n) =>
  sql.raw(`now() + interval '${Math.min(2 ** (n + 1), LONGEST_WAIT_S)} seconds'`),
);

/**
 * Records a failure and leaves the job to a later attempt, which may be immediate. Returns how often it failed since its
 * last checkpoint. A killed worker is not counted, because it never gets here.
 */
export async function postponeJob(lease: Lease, reason: string, atOnce: boolean): Promise<number> {
  const until = atOnce
    ? sql`now()`
    : sql`(array[${sql.join(WAITS, sql`, `)}])[least(failures + 1, ${WAITS.length}::int)]`;
  const [row] = await execute<{ failures: number }>(sql`
    update ${lease.kind.table}
    set failures = failures + 1, last_error = ${reason}, lease_until = ${until}
    where ${held(lease)} returning failures`);
  return row?.failures ?? 0;
}
