import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { workAs } from "@/db/work";
import { each } from "@/lib/each";
import { removeFilesOf } from "@/lib/files/remove";
import { insertTombstones } from "@/lib/files/tombstones";
import { abandonedWorkspaces, putOffRemoval } from "./members";
import { LARGE_TABLES, removeSlice } from "./slices";

const running = new Map<string, Promise<void>>();

/**
 * Removes everything that a closed workspace holds: large tables in slices, each a transaction of its own, then the rest in
 * one, then the files. It starts at the beginning, whatever is left, so that after a crash the sweep finishes, and
 * several processes may do it at once.
 */
export function removeWorkspace(workspaceId: string): Promise<void> {
  const under = running.get(workspaceId);
  if (under) return under;
  const removal = workAs({ kind: "job", workspaceId }, () => removeAll(workspaceId)).finally(() =>
    running.delete(workspaceId),
  );
  running.set(workspaceId, removal);
  return removal;
}

async function removeAll(workspaceId: string): Promise<void> {
  await retryDeadlocks(() => pg().begin((tx) => stopWork(tx, workspaceId)));
  for (const table of LARGE_TABLES) {
    let after: string[] | null = null;
    do {
      const start: string[] | null = after;
      after = await retryDeadlocks(() => pg().begin((tx) => removeSlice(tx, workspaceId, table, start)));
    } while (after);
  }
  await retryDeadlocks(() => pg().begin((tx) => removeRest(tx, workspaceId)));
  await removeFilesOf(workspaceId);
}

/** Nobody works on its jobs from here on, gets its mails or hears of its end. */
async function stopWork(tx: TransactionSql, workspaceId: string): Promise<void> {
  await tx`update webhook_endpoints set is_enabled = false where workspace_id = ${workspaceId} and is_enabled`;
  await tx`delete from outbox where workspace_id = ${workspaceId}`;
  for (const jobs of ["imports", "exports", "bulk_actions", "change_sets", "duplicate_searches"]) {
    const undone = jobs === "imports" ? tx`or undo_status = 'processing'` : tx``;
    await tx`
      update ${tx(jobs)} set epoch = epoch + 1, lease_owner = null, lease_until = 'infinity'
      where workspace_id = ${workspaceId} and (status in ('pending', 'processing') ${undone})`;
  }
}

/** Files that are known get tombstones. What was written since the slices is deleted by the workspace's trigger and foreign keys. */
async function removeRest(tx: TransactionSql, workspaceId: string): Promise<void> {
  for (const jobs of ["imports", "exports"]) {
    await tx`
      with gone as (
        delete from ${tx(jobs)} where workspace_id = ${workspaceId} returning workspace_id, blob_key as key
      )
      ${insertTombstones(tx, "gone")}`;
  }
  await tx`delete from workspaces where id = ${workspaceId}`;
}

/**
 * Removes workspaces that were closed, or whose last member's account is gone. Safe at any time; returns how many. One that
 * cannot be removed has its next turn after the others.
 */
export async function removeAbandonedWorkspaces(): Promise<number> {
  const ids = await abandonedWorkspaces();
  await each(ids, async (id) => {
    try {
      await removeWorkspace(id);
    } catch (error) {
      await putOffRemoval(id);
      throw error;
    }
  });
  return ids.length;
}
