import { setTimeout as sleep } from "node:timers/promises";
import { pg } from "./client";

const WAIT_MS = 30_000;

/**
 * Waits until every transaction now writing to this database has committed or rolled back. False when that takes half
 * a minute.
 */
export async function writersAreDone(): Promise<boolean> {
  const end = performance.now() + WAIT_MS;
  const [now] = await pg()<{ at: string }[]>`select clock_timestamp()::text as at`;
  // A transaction appears as running a moment after it began.
  await sleep(200);
  while (performance.now() < end) {
    const [row] = await pg()<{ busy: boolean }[]>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
          and xact_start <= ${now?.at ?? ""}::timestamptz) as busy`;
    if (!row?.busy) return true;
    await sleep(100);
  }
  return false;
}
