import { blobStore } from "@/lib/adapters/blob";
import { log } from "@/lib/log";
import {
  forgetTombstones,
  forgetTombstonesOf,
  listTombstones,
  putOffTombstones,
  type Tombstone,
} from "./tombstones";

const BATCH = 500;

/**
 * Removes files that no row needs; returns whether they are gone. If the store does not respond, the sweep continues: with
 * those that have no tombstone after a day. Undefined for files of no workspace.
 */
export async function removeFiles(workspaceId: string | undefined, keys: string[]): Promise<boolean> {
  return keys.length === 0 || orLater(() => removeTogether(keys, workspaceId));
}

/**
 * Removes all files of a deleted workspace. By folder rather than by row: a fenced worker may have left a file no row
 * names. If the store does not respond, the sweep continues.
 */
export async function removeFilesOf(workspaceId: string): Promise<void> {
  await orLater(async () => {
    for (const prefix of ["imports", "exports"]) await removeFolder(`${prefix}/${workspaceId}/`);
    await forgetTombstonesOf(workspaceId);
  });
}

async function removeFolder(folder: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of blobStore().list(folder)) keys.push(key);
  for (let start = 0; start < keys.length; start += BATCH) {
    await blobStore().remove(keys.slice(start, start + BATCH));
  }
}

async function orLater(remove: () => Promise<void>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    log().warn({ err: error }, "stored files not removed yet");
    return false;
  }
}

/** Workspaces for which a sweep asks a store that refuses: one that is down must not keep the sweep from its other steps. */
const MAX_REFUSED = 5;

/**
 * For the sweep: removes the files that have a tombstone. Returns how many; throws when the store does not respond. Files
 * that it refuses do not hold up those of other workspaces: the next sweep begins with these.
 */
export async function removeTombstonedFiles(): Promise<number> {
  const refused = new Map<string, unknown>();
  let removed = 0;
  while (refused.size < MAX_REFUSED) {
    const found = await listTombstones(BATCH, [...refused.keys()]);
    if (found.length === 0) break;
    removed += await removeBatch(found, refused);
  }
  for (const error of refused.values()) throw error;
  return removed;
}

/** All at once, or else those of one workspace after the other. Returns how many were removed. */
async function removeBatch(found: Tombstone[], refused: Map<string, unknown>): Promise<number> {
  const all = found.map(({ key }) => key);
  const isDone = await removeTogether(all).then(
    () => true,
    () => false,
  );
  if (isDone) return all.length;
  let removed = 0;
  for (const [workspaceId, own] of Map.groupBy(found, (one) => one.workspaceId)) {
    if (refused.size >= MAX_REFUSED) break;
    const keys = own.map(({ key }) => key);
    try {
      await removeTogether(keys);
      removed += keys.length;
    } catch (error) {
      refused.set(workspaceId, error);
      await putOffTombstones(keys, workspaceId);
    }
  }
  return removed;
}

async function removeTogether(keys: string[], workspaceId?: string): Promise<void> {
  await blobStore().remove(keys);
  await forgetTombstones(keys, workspaceId);
}
