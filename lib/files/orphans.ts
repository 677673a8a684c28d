import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";

const BATCH = 500;
/** A younger file may belong to an upload or export whose row does not exist yet. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/** For the sweep: removes files that have been in the store for a day without a row, left by a crash at a bad moment. */
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

/** Those of `keys` that neither an import nor an export refers to. */
export async function withoutRow(keys: string[]): Promise<string[]> {
  const rows = await pg()<{ key: string }[]>`
    select i.blob_key as key from imports i where i.blob_key = any(${keys})
    union all select e.blob_key from exports e where e.blob_key = any(${keys})
    union all select part ->> 'key' from exports e, jsonb_array_elements(e.checkpoint -> 'parts') part
    where part ->> 'key' = any(${keys})`;
  const named = new Set(rows.map((row) => row.key));
  return keys.filter((key) => !named.has(key));
}
