import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { workAs } from "@/db/work";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Job, JobKind, Lease } from "./kind";

/**
 * A lease says who works on a job and until when, by the database's clock alone; the epoch is the fencing token: each
 * claim adds one, and every write of a worker demands the epoch it claimed. No session or advisory locks: they do not
 * survive a transaction-mode pooler.
 */

/** The worker lost its lease to another, or the job was cancelled or deleted. It must stop and write nothing. */
export class FencedError extends Error {
  constructor({ kind, id, epoch }: Lease) {
    super(`${kind.name} ${id} is no longer at epoch ${epoch}`);
    this.name = "FencedError";
  }
}

/** Where a process id means something: a container has the name of its machine now and then, but ids of its own. */
export const place = `${hostname()}/${processIds()}`;
/** With a part that tells this process from one before it that had the same id. */
export const owner = `${place}/${randomUUID()}/${process.pid}`;

function processIds(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "all";
  }
}

/** For a `set`: a lease that starts now, however long ago the transaction began. */
export function prolonged(): string {
  return `lease_until = clock_timestamp() + ${env().JOB_LEASE_MS} * interval '1 millisecond'`;
}

/** For the `set` of each checkpoint: the job gets on, so earlier failures and deaths no longer count. */
export function progressed(): string {
  return `attempts = 0, failures = 0, last_error = null, ${prolonged()}`;
}

/** Statements about a lease are short. They must not wait for a connection until other jobs have finished a batch. */
export function execute<T extends Record<string, unknown>>(statement: SQL) {
  return workAs({ kind: "request" }, () => db().execute<T>(statement));
}

/** Takes a free job; null when somebody works on it or there is nothing to do. One UPDATE decides. */
export async function claimJob(kind: JobKind, { workspaceId, id }: Job): Promise<Lease | null> {
  const [row] = await execute<{ epoch: number; attempts: number }>(sql`
    update ${kind.table}
    set lease_owner = ${owner}, ${sql.raw(prolonged())}, epoch = epoch + 1, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id} and ${kind.unfinished}
      and (lease_until is null or lease_until < now())
    returning epoch, attempts`);
  return row ? { kind, workspaceId, id, ...row } : null;
}

/** The condition under which a worker may write: it still holds the job. */
export function held({ kind, workspaceId, id, epoch }: Lease): SQL {
  return sql`workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and ${kind.unfinished}`;
}

/**
 * Prolongs the lease for as long as `work` runs, whatever it waits for. Neither a dead nor a paused worker does. A row
 * that is locked is about to be written by the work itself, which prolongs the lease too.
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
    await running; // the statement that lets go of the job comes after it
  }
}

/** Lets go at a checkpoint, or when the database went away, so that the next worker need not wait for the lease to end. */
export async function releaseJob(lease: Lease): Promise<void> {
  await execute(sql`update ${lease.kind.table} set lease_until = null where ${held(lease)}`);
}

/** Seconds before the next try after a failure; doubled with each up to this. */
const LONGEST_WAIT_S = 8;

/**
 * Notes a failure and leaves the job to a later try, which may be at once. Returns how often it failed since its last
 * checkpoint. A killed worker is not counted, for nothing of this ran then.
 */
export async function postponeJob(lease: Lease, reason: string, atOnce: boolean): Promise<number> {
  const waitS = atOnce ? sql`0` : sql`least(power(2, failures + 1), ${LONGEST_WAIT_S})`;
  const [row] = await execute<{ failures: number }>(sql`
    update ${lease.kind.table}
    set failures = failures + 1, last_error = ${reason}, lease_until = now() + ${waitS} * interval '1 second'
    where ${held(lease)} returning failures`);
  return row?.failures ?? 0;
}
