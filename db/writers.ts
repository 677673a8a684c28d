import { setTimeout as sleep } from "node:timers/promises";
import { pg } from "./client";

const WAIT_MS = 30_000;

/** A moment such that a transaction that began by then appears as running. */
export async function writersMoment(): Promise<string> {
  const [now] = await pg()<{ at: string }[]>`select clock_timestamp()::text as at`;
  // It does so a moment after it began.
  await sleep(200);
  return now?.at ?? "";
}

/**
 * Waits until every transaction that began by this moment and is now writing to this database has committed or rolled back,
 * whichever role it has. False when that takes half a minute.
 */
export async function writersAreDone(moment: string): Promise<boolean> {
  const end = performance.now() + WAIT_MS;
  // Of another role's transactions only the ids can be read, not when they began.
  const [writing] = await pg()<{ ids: string }[]>`
    select coalesce(array_agg(backend_xid::text), '{}')::text as ids from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`;
  while (performance.now() < end) {
    const [row] = await pg()<{ busy: boolean }[]>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
          and (xact_start <= ${moment}::timestamptz
            or xact_start is null and backend_xid::text = any(${writing?.ids ?? "{}"}::text::text[]))) as busy`;
    if (!row?.busy) return true;
    await sleep(100);
  }
  return false;
}
