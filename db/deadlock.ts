import { isRolledBack } from "./driver/errors";

const ATTEMPTS = 3;

/**
 * Retries a transaction that the database aborted to resolve a deadlock: an import holds a workspace's counters and
 * waits for a contact, while an edit of that contact waits for the counters. At most three times; each attempt has
 * waited for a second. Nothing else is retried, least of all a lost connection: its COMMIT may have succeeded.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRolledBack(error)) throw error;
    }
  }
}
