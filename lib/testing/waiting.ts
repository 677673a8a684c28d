import { expect, inject, vi } from "vitest";
import { owner } from "./owner";

/**
 * Until a statement waits for the locks of this connection of the coordinator's. On a distributed database it waits on
 * the shard's node, where only the cluster as a whole tells who blocks whom.
 */
export function untilSomeoneWaitsFor(pid: number) {
  const waits = () =>
    inject("isDistributed")
      ? owner()`select from citus_lock_waits where citus_pid_for_gpid(blocking_gpid) = ${pid}`
      : owner()`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
  return vi.waitFor(async () => expect((await waits()).length).toBeGreaterThan(0), 20_000);
}
