import { isRolledBack } from "./driver/errors";

const ATTEMPTS = 3;

/**
 * Runs a transaction again when the database chose it to end a deadlock: an import holds a workspace's counters and
 * wants a contact, whoever changes that contact wants the counters. Up to three times, each of which has waited a
 * second. Nothing else is tried again, a lost connection above all: its COMMIT may have come through.
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
