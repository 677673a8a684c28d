import { setTimeout as sleep } from "node:timers/promises";
import { pg } from "@/db/client";
import { bulkJob } from "@/lib/bulk/job";
import { changeUndoJob } from "@/lib/changes/undo";
import { settleBackground } from "@/lib/http/background";
import { importJob } from "@/lib/imports/engine/job";
import { undoJob } from "@/lib/imports/engine/undo";
import { abandonedJobs } from "@/lib/jobs/abandoned";
import { runJob } from "@/lib/jobs/run";
import { owner } from "./owner";

const KINDS = [importJob, undoJob, changeUndoJob, bulkJob];
/** Within which a cut begins to look for work to cut: acts take some ten milliseconds, and more on a busy machine. */
const LATEST_MS = 60;

/**
 * Cuts one connection of the product that is amid a transaction or a statement that writes, as a crash would. Statements
 * that only read are left alone: cutting one off proves nothing. The returned function ends the search, and says whether
 * one was hit.
 */
export function cutOne(random: () => number): () => Promise<boolean> {
  let isOver = false;
  const search = async () => {
    await sleep(random() * LATEST_MS);
    while (!isOver) {
      const hit = await owner()`
        select from (
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'kith'
            and (state like 'idle in transaction%' or state = 'active' and backend_xid is not null)
          limit 1) busy where pg_terminate_backend(pid)`;
      if (hit.length > 0) return true;
    }
    return false;
  };
  const searching = search();
  return () => {
    isOver = true;
    return searching;
  };
}

/** After a cut: frees what the dead worker holds, and lets every job go on to its end, as the sweep does. */
export async function resumeJobs(workspaceId: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    await settleBackground();
    for (const table of ["change_sets", "imports", "bulk_actions"])
      await owner()`update ${owner()(table)} set lease_until = null where workspace_id = ${workspaceId}`;
    // A connection that was cut when it had just become idle is found out by whoever uses it next.
    await Promise.allSettled(Array.from({ length: 5 }, () => pg()`select 1`));
    let isAny = false;
    for (const kind of KINDS)
      for (const job of await abandonedJobs(kind, workspaceId)) {
        isAny = true;
        await runJob(kind, job);
      }
    if (!isAny) return;
  }
  throw new Error("a job that was cut off does not end");
}
