import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import type { RowLines } from "@/lib/imports/rows/lines";
import { wasAskedLately } from "@/lib/jobs/yielding";
import type { Batch, Known } from "./plan";

/**
 * How often a batch that waits for its turn, with its rows locked, looks whether somebody waits for them: he may be what
 * the batch before waits for, a deadlock that the database cannot see.
 */
const LOOK_EVERY_MS = 100;

/** Leave to merge a batch while the one before is being merged. */
export interface Early {
  before: RowLines;
  /** From when on: nothing is under way then but the batch before. */
  from: Promise<unknown> | undefined;
  /** Its turn. When it rejects, nothing is written. */
  turn: Promise<unknown>;
  /** Called when somebody waits for its rows. */
  onConflict: () => void;
}

class WantedError extends Error {}

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
 * product meanwhile, and two merges at once would make him wait, or somebody waits for its rows.
 */
export async function mergeEarly<T>(
  tx: TransactionSql,
  { from, turn, onConflict }: Omit<Early, "before">,
  merge: (tx: TransactionSql) => Promise<T>,
): Promise<T | undefined> {
  await from;
  if (wasAskedLately()) return undefined;
  try {
    let merged: T | undefined;
    await tx.savepoint(async (point) => {
      merged = await merge(point);
      await untilTurn(point, turn);
    });
    return merged;
  } catch (error) {
    if (!(error instanceof WantedError)) throw error;
    onConflict();
    return undefined;
  }
}

async function untilTurn(tx: TransactionSql, turn: Promise<unknown>): Promise<void> {
  const come = turn.then(() => true);
  for (let hasCome = false; !hasCome; ) {
    hasCome = await Promise.race([come, sleep(LOOK_EVERY_MS, false)]);
    const [waiting] = await tx`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`;
    if (waiting) throw new WantedError();
  }
}
