import { setTimeout as sleep } from "node:timers/promises";
import { bulkJob } from "@/lib/bulk/job";
import { changeUndoJob } from "@/lib/changes/undo";
import { duplicatesJob } from "@/lib/duplicates/job";
import { mailQueue } from "@/lib/email/outbox";
import { env } from "@/lib/env";
import { exportJob } from "@/lib/exports/job";
import { background } from "@/lib/http/background";
import { importJob } from "@/lib/imports/engine/job";
import { undoJob } from "@/lib/imports/engine/undo";
import { abandonedJobs, countWaiting, releaseJobsOfTheDead } from "@/lib/jobs/abandoned";
import { continueElsewhere } from "@/lib/jobs/handover";
import type { Job, JobKind } from "@/lib/jobs/kind";
import { drain, type Queue } from "@/lib/jobs/queue";
import { runJob } from "@/lib/jobs/run";
import { log } from "@/lib/log";
import { webhookQueue } from "@/lib/webhook-endpoints/queue";

/** Every kind of work that outlives its request. Routes, cron, sweep and boot use only these lists. */
const kinds = [
  importJob,
  undoJob,
  changeUndoJob,
  bulkJob,
  exportJob,
  duplicatesJob,
] as const satisfies JobKind[];
const queues = [drained(mailQueue()), drained(webhookQueue())] as const;

/** A queue by its common operations, whatever its items are. */
function drained<Item, Name extends string>(queue: Queue<Item> & { name: Name }) {
  return { name: queue.name, countDue: queue.countDue, drain: () => drain(queue) };
}
type Drained = (typeof queues)[number];

export type JobName = (typeof kinds)[number]["name"];
type QueueName = (typeof queues)[number]["name"];
export const JOB_NAMES = kinds.map(({ name }) => name);

function named<T extends { name: string }>(list: readonly T[], name: T["name"]): T {
  const found = list.find((one) => one.name === name);
  if (!found) throw new Error(`nothing is called ${name}`);
  return found;
}

export function kindOf(name: JobName): JobKind {
  return named(kinds, name);
}

/** Starts a job after the answer. Nothing happens when a worker has it, and when it is over. */
export function startJob(name: JobName, job: Job): void {
  background(() => runAndTell(kindOf(name), job));
}

/** A job that is done by then is answered with its result. */
const ANSWER_MS = 5000;

/** Starts a job before the answer, and waits until its work here is done, but no longer than `waitMs`. */
export async function startJobNow(name: JobName, job: Job, waitMs = ANSWER_MS): Promise<void> {
  await answerSoon(runJob(kindOf(name), job), waitMs, sendAll);
}

/** Waits for work that has begun, but no longer than `waitMs`; then it goes on after the answer. Its failure is logged. */
export async function answerSoon(
  running: Promise<unknown>,
  waitMs = ANSWER_MS,
  after: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  background(() => running.then(after));
  await Promise.race([running.catch(() => undefined), sleep(waitMs, undefined, { ref: false })]);
}

/** Sends due items, after the answer. */
export function startQueue(name: QueueName): void {
  background(() => named(queues, name).drain());
}

/** The same if some are due. Returns how many. */
export function sendDue(name: QueueName): Promise<number> {
  return reviveQueue(named(queues, name));
}

/** Works on a job in this invocation, and sends its notifications. */
async function runAndTell(kind: JobKind, job: Job): Promise<void> {
  await runJob(kind, job);
  await sendAll();
}

async function sendAll(): Promise<void> {
  await Promise.all(queues.map((queue) => queue.drain()));
}

/**
 * Every request that reads jobs also resumes those whose worker died: no cron is needed for a job to continue, which
 * matters on hosting plans with one cron run a day.
 */
export function reviveJobsOf(workspaceId: string, ...names: JobName[]): void {
  background(() =>
    Promise.all(
      names.map(kindOf).map(async (kind) => {
        await goOnWith(kind, await findAbandoned(kind, workspaceId));
      }),
    ),
  );
}

/** For the schedule and the sweep: starts what no worker has, kind by kind. Returns the count of each. */
export function revivals(): Record<string, () => Promise<number>> {
  return Object.fromEntries([
    ...kinds.map((kind) => [`${kind.name}s`, () => reviveAll(kind)]),
    ...queues.map((queue) => [`${queue.name}s`, () => reviveQueue(queue)]),
  ]);
}

async function reviveQueue(queue: Drained): Promise<number> {
  const due = await queue.countDue();
  if (due > 0) background(() => queue.drain());
  return due;
}

async function reviveAll(kind: JobKind): Promise<number> {
  await releaseJobsOfTheDead(kind);
  const found = await findAbandoned(kind);
  if (found.length > 0) background(() => goOnWith(kind, found));
  return found.length;
}

/** For each kind the jobs without a worker, and for how many seconds the oldest has waited. */
export function waitingJobs() {
  return Promise.all(kinds.map(async (kind) => ({ kind: kind.name, ...(await countWaiting(kind)) })));
}

/** Jobs that this process will continue: they may wait for their turn, without a lease. */
const underWay = new Set<string>();

/** Jobs without a worker, of a workspace or of all, except those that wait here since an earlier call. */
async function findAbandoned(kind: JobKind, workspaceId?: string): Promise<Job[]> {
  return (await abandonedJobs(kind, workspaceId)).filter(({ id }) => !underWay.has(id));
}

async function goOnWith(kind: JobKind, jobs: Job[]): Promise<void> {
  await Promise.all(jobs.map((job) => goOn(kind, job)));
}

/**
 * On a platform that limits an invocation each job gets one of its own: the time of this one would run out in the
 * middle of the second.
 */
async function goOn(kind: JobKind, job: Job): Promise<void> {
  const here = () => runAndTell(kind, job);
  underWay.add(job.id);
  try {
    await (env().VERCEL ? continueElsewhere(kind, job, here) : here());
  } catch (error) {
    log().error({ err: error, job: kind.name, id: job.id }, "revived job failed");
  } finally {
    underWay.delete(job.id);
  }
}
