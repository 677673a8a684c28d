import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { db, isDatabaseDown } from "@/db/client";
import { exports, imports } from "@/db/schema";
import { workAs } from "@/db/work";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/**
 * The row is the job. A lease says who works on it and until when, by the database's clock alone; the epoch is the
 * fencing token: each claim adds one, and every write of a worker demands the epoch it claimed, so a worker that
 * was paused past its lease can do no harm when it wakes. No session or advisory locks: they do not survive a
 * transaction-mode pooler.
 */
const tables = { import: imports, export: exports } as const;
export type JobKind = keyof typeof tables;

export interface Lease {
  kind: JobKind;
  workspaceId: string;
  id: string;
  epoch: number;
}

/** The worker lost its lease to another, or the job was cancelled or deleted. It must stop and write nothing. */
export class FencedError extends Error {
  constructor(lease: Lease) {
    super(`${lease.kind} ${lease.id} is no longer at epoch ${lease.epoch}`);
    this.name = "FencedError";
  }
}

/** Between two attempts to reach a database that is away. */
const RETRY_MS = 250;

/** Where a process id means something: a container has the name of its machine now and then, but ids of its own. */
const place = `${hostname()}/${processIds()}`;
/** With a part that tells this process from one before it that had the same id. */
const owner = `${place}/${randomUUID()}/${process.pid}`;

function processIds(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "all";
  }
}

/** SQL for the end of a lease that starts now, however long ago the transaction began. */
export function leaseEnd(): SQL {
  return sql`clock_timestamp() + ${env().JOB_LEASE_MS} * interval '1 millisecond'`;
}

/** Statements about a lease are short. They must not wait for a connection until other jobs have finished a batch. */
function execute<T extends Record<string, unknown>>(statement: SQL) {
  return workAs({ kind: "request" }, () => db().execute<T>(statement));
}

const unfinished: Record<JobKind, SQL> = {
  import: sql`(status = 'processing' or undo_status = 'processing')`,
  export: sql`status in ('pending', 'processing')`,
};

/** Takes a free job; null when somebody works on it or there is nothing to do. One UPDATE decides. */
export async function claimJob(kind: JobKind, workspaceId: string, id: string): Promise<Lease | null> {
  const [row] = await execute<{ epoch: number }>(sql`
    update ${tables[kind]}
    set lease_owner = ${owner}, lease_until = ${leaseEnd()}, epoch = epoch + 1, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id} and ${unfinished[kind]}
      and (lease_until is null or lease_until < now())
    returning epoch`);
  return row ? { kind, workspaceId, id, epoch: row.epoch } : null;
}

/** The condition under which a worker may write: it still holds the job. */
export function held({ kind, workspaceId, id, epoch }: Lease): SQL {
  return sql`workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and ${unfinished[kind]}`;
}

/** Prolongs the lease for as long as `work` runs, whatever it waits for. Neither a dead nor a paused worker does. */
export async function whileHeld<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  let running: Promise<void> | null = null;
  const prolong = async () => {
    try {
      await execute(sql`
        update ${tables[lease.kind]} set lease_until = ${leaseEnd()} where ${held(lease)}`);
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
  await execute(sql`update ${tables[lease.kind]} set lease_until = null where ${held(lease)}`);
}

/**
 * Lets go of a job after a failure, also when the database itself is away: then it is asked again until the lease is
 * over by itself.
 */
export async function persist(letGo: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + env().JOB_LEASE_MS;
  for (;;) {
    try {
      await letGo();
      return;
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() > end) return;
      await sleep(RETRY_MS);
    }
  }
}

/** Puts a job off after a failure that may pass, so that it is not tried again at once. */
export async function postponeJob(lease: Lease, reason: string, delayMs: number): Promise<void> {
  await execute(sql`
    update ${tables[lease.kind]}
    set last_error = ${reason}, lease_until = now() + ${delayMs} * interval '1 millisecond'
    where ${held(lease)}`);
}

/**
 * Frees the jobs of workers that died here, so that nobody waits for their leases to end: a process that is gone can be
 * seen on its own machine. On a platform of short-lived processes this says nothing, and nothing is done.
 */
export async function releaseJobsOfTheDead(kind: JobKind): Promise<void> {
  if (env().VERCEL) return;
  const rows = await execute<{ owner: string }>(sql`
    select distinct lease_owner as owner from ${tables[kind]}
    where ${unfinished[kind]} and lease_until > now() and starts_with(lease_owner, ${`${place}/`})`);
  for (const dead of rows.map((row) => row.owner).filter(isDead)) {
    await execute(sql`
      update ${tables[kind]} set lease_until = null where ${unfinished[kind]} and lease_owner = ${dead}`);
  }
}

function isDead(other: string): boolean {
  if (other === owner) return false;
  const pid = Number(other.split("/").at(-1));
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Jobs whose worker died or let go: those of one workspace, or of all by turns (the sweep). At most 100. */
export async function abandonedJobs(
  kind: JobKind,
  workspaceId?: string,
): Promise<{ workspaceId: string; id: string }[]> {
  const rows = await execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from ${tables[kind]}
    where ${unfinished[kind]} and (lease_until is null or lease_until < now())
      ${workspaceId ? sql`and workspace_id = ${workspaceId}` : sql``}
    order by row_number() over (partition by workspace_id order by lease_until nulls first, id), id limit 100`);
  return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }));
}
