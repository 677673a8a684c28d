import { setTimeout as sleep } from "node:timers/promises";
import { isRolledBack } from "./driver/errors";

const ATTEMPTS = 3;
/** Milliseconds before the first retry, at least; up to three times as long, and longer before the next. */
const PAUSE = 100;

/**
 * Retries a transaction that the database aborted to resolve a deadlock: an import holds a workspace's counters and
 * waits for a contact, while an edit of that contact waits for the counters. At most three times; each attempt has
 * waited for a second. The pause lets the other have the row: a retry at once would often take it first, and be aborted
 * again. Nothing else is retried, least of all a lost connection: its COMMIT may have succeeded.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRolledBack(error)) throw error;
      await sleep(attempt * PAUSE * (1 + 2 * Math.random()));
    }
  }
}
