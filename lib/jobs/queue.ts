import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { isStopping } from "./stopping";

/**
 * Small pieces of work that an external service takes one by one, such as mails: rows with a due time, each claimed,
 * attempted once and settled, with another attempt later if allowed.
 */
export interface Queue<Item> {
  readonly name: string;
  /** How many items a worker could process now, including those it would give up on. */
  countDue(): Promise<number>;
  /** Milliseconds until the next item may be attempted; null when none waits. */
  nextInMs(): Promise<number | null>;
  /** Ends items that must not be attempted again, such as those of dead workers. */
  retire(): Promise<unknown>;
  /** Claims the item that has been due longest and counts the attempt in advance; null if none is due. */
  claim(): Promise<Item | null>;
  /** Attempts it and records how that ended. Throws only when this could not be recorded. */
  work(item: Item): Promise<Attempt>;
}

/** What an attempt says about the service. */
export interface Attempt {
  /** How long it asks callers to wait. */
  pauseMs: number;
  /** False when it did not answer. */
  answered: boolean;
}

/** The run sleeps through a wait requested by the service up to this long; for a longer one it ends. */
const MAX_PAUSE_MS = 10_000;
/** After this many unanswered attempts in a row the service counts as down, and the run ends. */
const MAX_MISSES = 3;

interface Run {
  done: Promise<void>;
  calledAgain: boolean;
}
const runs = new Map<string, Run>();

/**
 * Processes due items one after the other until none is left, the time is used up or the process is stopping. There is at
 * most one run of a queue per process: a call during a run joins it, and its items are processed too. Safe with any number
 * of processes, any of which may die at any moment. `patienceMs` is how long to wait for items that are due soon, for
 * installations without a scheduler.
 */
export function drain<Item>(queue: Queue<Item>, patienceMs = env().VERCEL ? 60_000 : 0): Promise<void> {
  const under = runs.get(queue.name);
  if (under) {
    under.calledAgain = true;
    return under.done;
  }
  const run: Run = { done: Promise.resolve(), calledAgain: true };
  runs.set(queue.name, run);
  run.done = untilQuiet(queue, run, patienceMs);
  return run.done;
}

async function untilQuiet<Item>(queue: Queue<Item>, run: Run, patienceMs: number): Promise<void> {
  try {
    while (run.calledAgain) {
      run.calledAgain = false;
      await drainOnce(queue, patienceMs);
    }
  } finally {
    runs.delete(queue.name);
  }
}

async function drainOnce<Item>(queue: Queue<Item>, patienceMs: number): Promise<void> {
  const patientUntil = Date.now() + patienceMs;
  const deadline = Date.now() + env().JOB_TIME_BUDGET_MS;
  await queue.retire();
  // Every few seconds, usually for nothing: a claim's preliminary query may be expensive.
  if (patienceMs === 0 && (await queue.countDue()) === 0) return;
  for (let misses = 0; misses < MAX_MISSES && Date.now() < deadline && !isStopping(); ) {
    const item = await queue.claim();
    if (item === null) {
      const waitMs = patienceMs > 0 ? await queue.nextInMs() : null;
      if (waitMs === null || Date.now() + waitMs > patientUntil) return;
      await sleep(waitMs + 50);
      continue;
    }
    const { pauseMs, answered } = await queue.work(item);
    misses = answered ? 0 : misses + 1;
    if (pauseMs > MAX_PAUSE_MS) return;
    if (pauseMs > 0) await sleep(pauseMs);
  }
}
