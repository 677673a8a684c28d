import type { Sql, TransactionSql } from "postgres";
import { pg } from "@/db/client";

/**
 * A stored file outlives its row by a moment: the transaction that removes the key from the row leaves a tombstone,
 * which is deleted once the store has confirmed that the file is gone.
 */

/** For a `with`: leaves tombstones for the rows of the query `source` of the same statement, with `workspace_id` and `key`. */
export function insertTombstones(tx: Sql | TransactionSql, source: string) {
  return tx`
    insert into blob_tombstones (workspace_id, key)
    select workspace_id, key from ${tx(source)} where key is not null on conflict do nothing`;
}

/** Leaves tombstones for files, whether they exist or not. */
export async function addTombstones(tx: TransactionSql, workspaceId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    insert into blob_tombstones (workspace_id, key)
    select ${workspaceId}::uuid, key from unnest(${keys}::text[]) as key on conflict do nothing`;
}

/** A file that no row needs any more. */
export interface Tombstone {
  workspaceId: string;
  key: string;
}

/** Those of all workspaces but these, oldest first. */
export async function listTombstones(limit: number, besides: string[]): Promise<Tombstone[]> {
  return pg()<Tombstone[]>`
    select workspace_id as "workspaceId", key from blob_tombstones
    where workspace_id <> all(${besides}::uuid[]) order by created_at limit ${limit}`;
}

/** Lets those of others go first: the store refuses to remove these files of the workspace. */
export async function putOffTombstones(keys: string[], workspaceId: string): Promise<void> {
  await pg()`
    update blob_tombstones set created_at = now()
    where workspace_id = ${workspaceId} and key = any(${keys}::text[])`;
}

/** Called when the store has removed the files; without a workspace, those of all. */
export async function forgetTombstones(keys: string[], workspaceId?: string): Promise<void> {
  const theirs = workspaceId ? pg()`workspace_id = ${workspaceId} and` : pg()``;
  await pg()`delete from blob_tombstones where ${theirs} key = any(${keys}::text[])`;
}

/** Called when the store has removed every file of a deleted workspace. */
export async function forgetTombstonesOf(workspaceId: string): Promise<void> {
  await pg()`delete from blob_tombstones where workspace_id = ${workspaceId}`;
}
