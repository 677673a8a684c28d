import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionLost, isDatabaseDown, isRetryable, isRolledBack } from "@/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Span, traced } from "@/lib/trace";
import { wake } from "@/lib/wake";
import { continueElsewhere } from "./handover";
import type { Job, JobKind, Lease } from "./kind";
import { inTurn } from "./lanes";
import { claimJob, FencedError, postponeJob, releaseJob, whileHeld } from "./lease";
import { isStopping } from "./stopping";
import type { Turn } from "./turns";

/**
 * Works on a job, taking turns with other workspaces, until it is finished, postponed, taken by another worker, or handed
 * over because its time is used up. Safe to call at any time: the lease decides who works.
 */
export async function runJob(kind: JobKind, job: Job): Promise<void> {
  const place = { ...job, id: `${kind.name} ${job.id}`, rows: await kind.size(job) };
  const end = timeLimit();
  let isLeft: boolean;
  do {
    isLeft = await inTurn(kind.lane, place, (turn) => runTurn(kind, job, whenOver(kind, turn, end)));
    if (isStopping()) return;
  } while (isLeft && performance.now() < end);
  if (isLeft) await continueElsewhere(kind, job, () => runJob(kind, job));
}

const timeLimit = () => performance.now() + env().JOB_TIME_BUDGET_MS;

function whenOver({ makesRoom }: JobKind, turn: Turn, end: number): () => boolean {
  if (makesRoom) return () => isStopping() || performance.now() > end || turn.isOver();
  const own = timeLimit();
  return () => isStopping() || performance.now() > own;
}

/** True if work is left that no worker holds. */
async function runTurn(kind: JobKind, job: Job, isOver: () => boolean): Promise<boolean> {
  const lease = await claimJob(kind, job);
  if (!lease) return false;
  const attributes = { "kith.job.kind": kind.name, "kith.job.id": job.id, "kith.job.epoch": lease.epoch };
  return traced(
    () => ({ name: `job ${kind.name}`, kind: "internal", attributes }),
    (span) => runLease(lease, isOver, span),
  );
}

async function runLease(lease: Lease, isOver: () => boolean, span?: Span): Promise<boolean> {
  const { kind, ...job } = lease;
  try {
    const isLeft = await whileHeld(lease, () => work(lease, isOver));
    if (isLeft) await releaseJob(lease);
    return isLeft;
  } catch (error) {
    span?.fail(nameOf(error));
    if (error instanceof FencedError) return false;
    log().error({ err: error, job: kind.name, id: job.id }, "job interrupted");
    return (await persist(() => settle(lease, error))) ?? isConnectionLost(error);
  } finally {
    wake(job.workspaceId);
  }
}

async function work(lease: Lease, isOver: () => boolean): Promise<boolean> {
  const { kind, attempts } = lease;
  if (!kind.limits || attempts <= kind.limits.claims)
    return (await kind.work(lease, isOver)) === "unfinished";
  await kind.limits.fail(lease, kind.limits.interrupted);
  return false;
}

/** After an error of the work: another attempt, now (true) or later, or failure. */
async function settle(lease: Lease, error: unknown): Promise<boolean> {
  if (isConnectionLost(error)) {
    await releaseJob(lease);
    return true;
  }
  const { limits } = lease.kind;
  const failure = limits?.describe(error);
  const failures = failure?.isFinal ? 0 : await postponeJob(lease, nameOf(error), isRetryable(error));
  if (limits && failure && (failure.isFinal || failures >= (failure.failures ?? limits.failures))) {
    await limits.fail(lease, failure);
    return false;
  }
  return isRolledBack(error);
}

/** Kept in the row. Never the message: a database error may quote personal data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}

/** Between two attempts to reach a database that is down. */
const RETRY_MS = 250;

/**
 * Releases a job after a failure, and says what came of that. If the database itself is down, it retries until the lease has
 * expired anyway. Null when it could not.
 */
export async function persist<Answer>(letGo: () => Promise<Answer>): Promise<Answer | null> {
  const end = performance.now() + env().JOB_LEASE_MS;
  for (;;) {
    try {
      return await letGo();
    } catch (error) {
      if (isDatabaseDown(error) && performance.now() < end) await sleep(RETRY_MS);
      else {
        if (!(error instanceof FencedError)) log().warn({ err: error }, "job keeps its lease until it ends");
        return null;
      }
    }
  }
}
