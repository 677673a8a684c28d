import { inject, vi } from "vitest";
import { owner } from "./owner";

/**
 * Until a statement waits for the locks of this connection of the coordinator's. On a distributed database it waits on
 * the shard's node, where only the cluster as a whole tells who blocks whom. Returns the connection of one that waits.
 */
export function untilSomeoneWaitsFor(pid: number) {
  const waits = () =>
    inject("isDistributed")
      ? owner()<
          { pid: number }[]
        >`select citus_pid_for_gpid(waiting_gpid) as pid from citus_lock_waits where citus_pid_for_gpid(blocking_gpid) = ${pid}`
      : owner()<
          { pid: number }[]
        >`select pid from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
  return vi.waitFor(async () => {
    const [first] = await waits();
    if (!first) throw new Error("nobody waits");
    return first.pid;
  }, 20_000);
}
