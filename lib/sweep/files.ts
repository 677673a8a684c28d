import { blobStore } from "@/lib/adapters/blob";
import { forgetTombstones, listTombstones, withoutRow } from "./queries";

const BATCH = 500;
/** A younger file may belong to an upload or export whose row is still to come. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/** Removes the files whose rows are gone, until the store has said so for each. Returns how many. */
export async function removeBuriedFiles(): Promise<number> {
  for (let removed = 0; ; ) {
    const keys = await listTombstones(BATCH);
    if (keys.length === 0) return removed;
    await blobStore().remove(keys);
    await forgetTombstones(keys);
    removed += keys.length;
  }
}

/** Removes what lies in the store for a day and belongs to no row: left by a crash at a bad moment. */
export async function removeOrphanedFiles(now = Date.now()): Promise<number> {
  let removed = 0;
  for (const prefix of ["imports/", "exports/"]) {
    let old: string[] = [];
    for await (const { key, modifiedAt } of blobStore().list(prefix)) {
      if (now - modifiedAt.getTime() > ORPHAN_AGE_MS) old.push(key);
      if (old.length < BATCH) continue;
      removed += await removeUnless(old);
      old = [];
    }
    removed += await removeUnless(old);
  }
  return removed;
}

async function removeUnless(keys: string[]): Promise<number> {
  const orphans = keys.length > 0 ? await withoutRow(keys) : [];
  if (orphans.length > 0) await blobStore().remove(orphans);
  return orphans.length;
}
