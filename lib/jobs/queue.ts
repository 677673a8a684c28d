import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { isStopping } from "./stopping";

/**
 * Small pieces of work that a service outside takes one by one, such as mails: rows that are due at a time, each
 * claimed, attempted once and settled, with its next attempt later if it may have one.
 */
export interface Queue<Item> {
  readonly name: string;
  /** How many items a worker would have something to do about now, those to give up on included. */
  countDue(): Promise<number>;
  /** Milliseconds until the next item may be attempted; null when none waits. */
  nextInMs(): Promise<number | null>;
  /** Ends items that may not be attempted again: of workers that died, for instance. */
  retire(): Promise<unknown>;
  /** Takes the item that is due longest, with the attempt counted before it is made; null when none is. */
  claim(): Promise<Item | null>;
  /** Attempts it and records how that ended. Throws only when this could not be recorded. */
  work(item: Item): Promise<Attempt>;
}

/** What an attempt says about the service. */
export interface Attempt {
  /** How long it wants to be left alone. */
  pauseMs: number;
  /** False when it did not answer. */
  answered: boolean;
}

/** A wait that the service asks for is slept through up to this; beyond it the run ends. */
const MAX_PAUSE_MS = 10_000;
/** So many attempts in a row without an answer, and the service is down: the run ends. */
const MAX_MISSES = 3;

interface Run {
  done: Promise<void>;
  calledAgain: boolean;
}
const runs = new Map<string, Run>();

/**
 * Works on what is due, one item after the other, until nothing is, the time is used up or the process is to stop. At
 * most one run of a queue per process: a call during a run joins it, and what it was called for is done. Safe with any
 * number of processes, and with any of them dying at any moment. `patienceMs` is how long to wait for items that are
 * due soon: where no scheduler runs, a call does it itself.
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
  // Every few seconds, mostly for nothing: what a claim asks first may cost something.
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
