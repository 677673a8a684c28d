import { type SQL, sql } from "drizzle-orm";
import type { Sql, TransactionSql } from "postgres";

/**
 * For the `from` of an insert that reads an earlier part of its `with`: one more row, `own`, whose `workspace_id` is what
 * is inserted. On a plain database it is one look-up. A distributed one hands an earlier part to every node when the insert
 * reads nothing else, and then none may be away; beside a table of the shard it hands it to the shard's node alone.
 * Defaults of the table that are volatile undo that: `distribute()` replaces them. Only for an insert that is itself a part of
 * a `with`: around the last one it sends the parts along, with the names of the tables instead of their shards'.
 */
export const joinShard = (workspaceId: string): SQL =>
  sql`join workspace_counts own on own.workspace_id = ${workspaceId}`;

/** The same for statements of the driver. */
export const joinShardTx = (tx: Sql | TransactionSql, workspaceId: string) =>
  tx`join workspace_counts own on own.workspace_id = ${workspaceId}`;
