import type { Sql, TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { log } from "@/lib/log";
import { DAY_MS } from "@/lib/time";
import { OWN_UUID } from "@/lib/uuid";
import { ownsStore } from "./owner";
import { removeFiles } from "./remove";
import { addTombstones } from "./tombstones";

const BATCH = 500;
/** A younger file may belong to an upload or export whose row does not exist yet. */
const ORPHAN_AGE_MS = DAY_MS;

/**
 * For the sweep: removes files that have been in the store for a day without a row, left by a crash at a bad moment.
 * Files from before the database's first workspace are kept, and reported in the log: they are another database's, so
 * this one is empty or not the right one. In a store that another database sweeps, nothing is removed.
 */
export async function removeOrphanedFiles(now = Date.now()): Promise<number> {
  if (!(await ownsStore(now))) return 0;
  const since = await firstWorkspaceAt();
  let removed = 0;
  let foreign = 0;
  for (const prefix of ["imports/", "exports/"]) {
    let old: string[] = [];
    for await (const { key, modifiedAt } of blobStore().list(prefix)) {
      const isOld = now - modifiedAt.getTime() > ORPHAN_AGE_MS;
      if (isOld && modifiedAt.getTime() < since) foreign += 1;
      else if (isOld) old.push(key);
      if (old.length < BATCH) continue;
      removed += await removeUnless(old);
      old = [];
    }
    removed += await removeUnless(old);
  }
  if (foreign > 0)
    log().warn(
      { files: foreign },
      "stored files are older than this database, and kept: is it the right one?",
    );
  return removed;
}

/** In milliseconds; infinity where there is no workspace. */
async function firstWorkspaceAt(): Promise<number> {
  const [row] = await pg()<{ at: number | null }[]>`
    select extract(epoch from min(created_at))::float8 * 1000 as at from workspaces`;
  return row?.at ?? Number.POSITIVE_INFINITY;
}

/** Those of a workspace get tombstones first: of a file that is being removed nobody makes an import. */
async function removeUnless(keys: string[]): Promise<number> {
  const orphans = keys.length > 0 ? await withoutRow(keys) : [];
  const folders = Map.groupBy(orphans, (key) => key.split("/")[1] ?? "");
  let removed = 0;
  for (const [workspaceId, files] of folders) {
    const owner = OWN_UUID.test(workspaceId) ? workspaceId : undefined;
    const gone = owner ? await bury(owner, files) : files;
    if (await removeFiles(owner, gone)) removed += gone.length;
  }
  return removed;
}

/**
 * Leaves tombstones for those of the files that still have no row, under the lock that an import is inserted with: of an
 * import at the same moment either this sees the row, or it sees the tombstone. For none while a restore stores files.
 */
function bury(workspaceId: string, files: string[]): Promise<string[]> {
  return pg().begin(async (tx) => {
    const [lock] = await tx`select pg_try_advisory_xact_lock_shared(${STORED_FILES}) as taken`;
    if (!lock?.taken) return [];
    await tx`select from workspaces where id = ${workspaceId} for no key update`;
    const orphans = await withoutRow(files, tx);
    await addTombstones(tx, workspaceId, orphans);
    return orphans;
  });
}

/** Any number that no other lock has. */
const STORED_FILES = 7_458_122;

/** For a restore, which stores files before others see their rows: until its end no file counts as one without a row. */
export async function lockStoredFiles(tx: Pick<TransactionSql, "unsafe">): Promise<void> {
  await tx.unsafe(`select pg_advisory_xact_lock(${STORED_FILES})`);
}

/** Those of `keys` that neither an import nor an export refers to. */
export async function withoutRow(keys: string[], on: Sql | TransactionSql = pg()): Promise<string[]> {
  const rows = await on<{ key: string }[]>`
    select i.blob_key as key from imports i where i.blob_key = any(${keys})
    union all select e.blob_key from exports e where e.blob_key = any(${keys})
    union all select part ->> 'key' from exports e, jsonb_array_elements(e.checkpoint -> 'parts') part
    where part ->> 'key' = any(${keys})`;
  const named = new Set(rows.map((row) => row.key));
  return keys.filter((key) => !named.has(key));
}
