import { type SQL, sql } from "drizzle-orm";
import type { TransactionSql } from "postgres";

/**
 * For a `from`: the contacts with these ids, as `c`, each found by its key. With `id = any(...)` and outdated
 * statistics, the planner may read the workspace's whole part of another index that contains the id, again for each
 * slice.
 */
export function contactsWithIds(tx: TransactionSql, workspaceId: string, ids: string[]) {
  return tx`unnest(${ids}::uuid[]) as one(id) cross join lateral (
    select * from contacts where workspace_id = ${workspaceId} and id = one.id offset 0) c`;
}

/**
 * SQL for row `of` being in the workspace, for an update or delete whose other rows, `by`, come from an earlier part of
 * its `with` and have a workspace of their own. A distributed database needs the workspace as a constant; elsewhere it
 * could make the planner expect a single row and compare each with each: 5000 contacts took 4 s instead of 0.1 s.
 */
export function inWorkspaceOf(workspaceId: string, { of, by, isDistributed }: Rows): SQL {
  const isOurs = sql`${sql.raw(of)}.workspace_id = ${workspaceId}`;
  return isDistributed ? isOurs : sql`${sql.raw(bringing(of, by))} and (${isOurs}) is true`;
}

/** The same for statements of the driver. */
export function inWorkspaceOfTx(tx: TransactionSql, workspaceId: string, { of, by, isDistributed }: Rows) {
  const isOurs = tx`${tx.unsafe(of)}.workspace_id = ${workspaceId}`;
  return isDistributed ? isOurs : tx`${tx.unsafe(bringing(of, by))} and (${isOurs}) is true`;
}

interface Rows {
  of: string;
  by: string;
  isDistributed: boolean;
}

const bringing = (of: string, by: string) => `${of}.workspace_id = ${by}.workspace_id`;
