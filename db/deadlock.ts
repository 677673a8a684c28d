import { setTimeout as sleep } from "node:timers/promises";
import { isDeadlock, isRolledBack } from "./driver/errors";

const DEADLOCK_ATTEMPTS = 3;
/** Where nobody waited for anybody: another edit was quicker, and beside many edits that happens again and again. */
const QUICK_ATTEMPTS = 10;
/** Milliseconds before the first retry, at least; up to three times as long, and longer before the next two. */
const PAUSE = 100;
const LONGEST = 3;

/**
 * Retries a transaction that the database aborted to resolve a deadlock: an import holds a workspace's counters and
 * waits for a contact, while an edit of that contact waits for the counters. At most three times; each attempt has
 * waited for a second. The pause lets the other have the row: a retry at once would often take it first, and be aborted
 * again. One that was rolled back because what it had read was no longer true is retried at most ten times. Nothing else
 * is retried, least of all a lost connection: its COMMIT may have succeeded.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRolledBack(error) || attempt >= (isDeadlock(error) ? DEADLOCK_ATTEMPTS : QUICK_ATTEMPTS))
        throw error;
      await sleep(Math.min(attempt, LONGEST) * PAUSE * (1 + 2 * Math.random()));
    }
  }
}
