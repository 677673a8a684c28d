import { despiteDeadlocks } from "@/db/deadlock";
import { workAs } from "@/db/work";
import { blobStore } from "@/lib/adapters/blob";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/log";
import { abandonedWorkspaces } from "./members";
import { deleteWorkspace, forgetTombstonesOf } from "./queries";

const BATCH = 500;

/**
 * Deletes the workspace with everything in it: rows in one transaction, then its files. Should the store not answer,
 * tombstones and the thorough sweep finish. The account stays with the identity provider; its next sign-in gets a new,
 * empty workspace. Throws 400 when `name` is not the workspace's name; null asks for no name.
 */
export async function removeWorkspace(workspaceId: string, name: string | null): Promise<void> {
  // A million contacts take longer than a request's statement may.
  await workAs({ kind: "job", workspaceId }, () =>
    despiteDeadlocks(() => deleteWorkspace(workspaceId, name)),
  );
  try {
    for (const prefix of ["imports", "exports"]) await removeFiles(`${prefix}/${workspaceId}/`);
    await forgetTombstonesOf(workspaceId);
  } catch (error) {
    log().warn({ err: error }, "stored files of a deleted workspace not removed yet");
  }
}

/** Deletes workspaces whose last member's account is gone. Safe at any time; returns how many. */
export async function removeAbandonedWorkspaces(): Promise<number> {
  const ids = await abandonedWorkspaces();
  for (const id of ids) {
    await removeWorkspace(id, null).catch((error: unknown) => {
      // Another process was quicker.
      if (!(error instanceof ApiError && error.code === "NOT_FOUND")) throw error;
    });
  }
  return ids.length;
}

/** By folder rather than by row: a worker that was fenced off may have left a file no row names. */
async function removeFiles(folder: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of blobStore().list(folder)) keys.push(key);
  for (let start = 0; start < keys.length; start += BATCH) {
    await blobStore().remove(keys.slice(start, start + BATCH));
  }
}
