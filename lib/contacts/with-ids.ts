import type { TransactionSql } from "postgres";

/**
 * For a `from`: the contacts with these ids, as `c`, each found by its key. With `id = any(...)` the planner may read
 * the workspace's whole part of another index that has the id in it, for each slice anew, while its statistics are
 * older than most of the contacts.
 */
export function contactsWithIds(tx: TransactionSql, workspaceId: string, ids: string[]) {
  return tx`unnest(${ids}::uuid[]) as one(id) cross join lateral (
    select * from contacts where workspace_id = ${workspaceId} and id = one.id offset 0) c`;
}
