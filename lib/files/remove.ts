import { blobStore } from "@/lib/adapters/blob";
import { log } from "@/lib/log";
import { forgetTombstones, forgetTombstonesOf, listTombstones } from "./tombstones";

const BATCH = 500;

/**
 * Removes files that no row needs. If the store does not respond, the sweep continues: with those that have no tombstone
 * after a day.
 */
export async function removeFiles(workspaceId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await orLater(async () => {
    await blobStore().remove(keys);
    await forgetTombstones(keys, workspaceId);
  });
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

async function orLater(remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    log().warn({ err: error }, "stored files not removed yet");
  }
}

/** For the sweep: removes every file that has a tombstone. Returns how many; throws when the store does not respond. */
export async function removeTombstonedFiles(): Promise<number> {
  for (let removed = 0; ; ) {
    const keys = await listTombstones(BATCH);
    if (keys.length === 0) return removed;
    await blobStore().remove(keys);
    await forgetTombstones(keys);
    removed += keys.length;
  }
}
