import { pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { log } from "@/lib/log";

/** With fewer estimated rows of contacts, the planner may read all of them for each batch. */
const TOO_FEW = 20_000;
/** Of a table of a page or two the planner would learn that its pages are nearly empty, and go by that as it grows. */
const ENOUGH_BYTES = 4 * 8192;

/**
 * Refreshes the planner's statistics of contacts when it believes that there are few: a table that was emptied (by an
 * undo, for example) and is filled again counts as empty until autovacuum runs, and an import into it took 70 s
 * instead of 2. So does one that it has never looked at (-1). Nothing waits for it or fails because of it: it is
 * skipped while an index is being built or the table vacuumed.
 */
export async function refreshStatistics(): Promise<void> {
  // On a distributed database it would reach every node, and the coordinator does not know the rows.
  if (await isDistributed(pg())) return;
  try {
    const [row] = await pg()`
      select from pg_class where oid = 'contacts'::regclass and reltuples <= ${TOO_FEW}::float4
        and pg_relation_size(oid) >= ${ENOUGH_BYTES}`;
    if (row) await pg()`analyze (skip_locked) contacts`;
  } catch (error) {
    log().warn({ err: error }, "statistics of contacts not refreshed");
  }
}
