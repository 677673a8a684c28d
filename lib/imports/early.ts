import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import { wasAskedLately } from "@/lib/jobs/courtesy";
import type { Batch } from "./batches";
import type { Known } from "./known";
import type { RowLines } from "./row-lines";

/**
 * How long a batch waits for its turn with its rows locked. Another import may wait for them, and be what the batch
 * before waits for: a deadlock that the database cannot see. It waits as long itself before it looks for one.
 */
const MAX_WAIT_MS = 1000;

/** Leave to merge a batch while the one before is being merged. */
export interface Early {
  before: RowLines;
  /** From when on: nothing is under way then but the batch before. */
  from: Promise<unknown> | undefined;
  /** Its turn. When it rejects, nothing is written. */
  turn: Promise<unknown>;
  /** Called when the turn did not come in time. */
  onLate: () => void;
}

class LateError extends Error {}

/** The rows of a batch, in order of e-mail: those that may be merged early, and those the batch before has, too. */
export function divideEarly({ lines, order }: Batch, { same }: Known, before: RowLines | undefined) {
  if (!before) return { picked: order, rest: [] };
  const picked: number[] = [];
  const rest: number[] = [];
  // There is nothing to be done about those that are the same.
  for (const index of order) (!same[index] && before.hasEmailOf(lines, index) ? rest : picked).push(index);
  return { picked, rest };
}

/**
 * Merges rows before their turn, and resolves when that has come. Undefined = nothing is merged: somebody uses the
 * product meanwhile, and two merges at once would make him wait, or the turn did not come in time.
 */
export async function mergeEarly<T>(
  tx: TransactionSql,
  { from, turn, onLate }: Omit<Early, "before">,
  merge: (tx: TransactionSql) => Promise<T>,
): Promise<T | undefined> {
  await from;
  if (wasAskedLately()) return undefined;
  try {
    let merged: T | undefined;
    await tx.savepoint(async (point) => {
      merged = await merge(point);
      await inTime(turn);
    });
    return merged;
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    onLate();
    return undefined;
  }
}

async function inTime(turn: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(MAX_WAIT_MS, true, { signal: timer.signal }).catch(() => false);
  try {
    if ((await Promise.race([turn.then(() => false), late])) === true) throw new LateError();
  } finally {
    timer.abort();
  }
}
