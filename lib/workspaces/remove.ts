import { retryDeadlocks } from "@/db/deadlock";
import { workAs } from "@/db/work";
import { ApiError } from "@/lib/errors";
import { removeFilesOf } from "@/lib/files/remove";
import { abandonedWorkspaces } from "./members";
import { deleteWorkspace } from "./queries";

/**
 * Deletes the workspace with everything in it: rows in one transaction, then its files. If the store does not answer,
 * the sweep continues. The account stays with the identity provider; its next sign-in gets a new, empty workspace.
 * Throws 400 when `name` is not the workspace's name; null skips that check.
 */
export async function removeWorkspace(workspaceId: string, name: string | null): Promise<void> {
  // Deleting a million contacts takes longer than a request's statement may.
  await workAs({ kind: "job", workspaceId }, () => retryDeadlocks(() => deleteWorkspace(workspaceId, name)));
  await removeFilesOf(workspaceId);
}

/** Deletes workspaces whose last member's account is gone. Safe at any time; returns how many. */
export async function removeAbandonedWorkspaces(): Promise<number> {
  const ids = await abandonedWorkspaces();
  for (const id of ids) {
    await removeWorkspace(id, null).catch((error: unknown) => {
      // Another process was faster.
      if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
    });
  }
  return ids.length;
}
