import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import * as schema from "@/db/schema";

/**
 * Tables that may have very many rows of one workspace. Those that refer to contacts come before them, so that the
 * triggers of contacts have nothing left to look for; opt-outs after, because those triggers remember them.
 */
export const LARGE_TABLES: readonly PgTable[] = [
  ...[schema.contactChanges, schema.tagChanges, schema.fieldChanges, schema.withdrawnOptOuts],
  ...[schema.importChanges, schema.importErrors, schema.importDiffBlocks, schema.bulkBlocks],
  ...[
    schema.contactTags,
    schema.contactOrderKeys,
    schema.contactFilterBlocks,
    schema.duplicatePairs,
    schema.distinctContacts,
  ],
  ...[schema.webhookDeliveries, schema.idempotencyKeys],
  ...[schema.contacts, schema.optOuts, schema.changeSets],
];

/** Rows per transaction: well below a second of work. Tests change it. */
export const rules = { slice: 20_000 };

/**
 * Deletes the next rows of the workspace after this primary key, in its order: a slice never reads again what earlier
 * ones left for the vacuum. Returns the key of its last row; null when there are no further rows.
 */
export async function removeSlice(
  tx: TransactionSql,
  workspaceId: string,
  table: PgTable,
  after: readonly string[] | null,
): Promise<string[] | null> {
  const columns = keyOf(table);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const key = (from: number) => columns.map((one, n) => `$${from + n}::text::${one.type}`).join(", ");
  const mine = `from "${getTableName(table)}" where workspace_id = $1`;
  const above = after ? `and (${names}) > (${key(2)})` : "";
  const values = [workspaceId, ...(after ?? [])];
  // Given a choice, the planner reads the rows of all workspaces. A slice that a crash takes back is deleted again.
  await tx.unsafe("set local enable_seqscan = off; set local synchronous_commit = off");
  const [last] = await tx.unsafe<Record<string, string>[]>(
    `select ${columns.map(({ name }) => `"${name}"::text`).join(", ")} ${mine} ${above}
     order by ${names} offset ${rules.slice - 1} limit 1`,
    values,
  );
  const end = last ? columns.map(({ name }) => String(last[name])) : [];
  const upTo = last ? `and (${names}) <= (${key(values.length + 1)})` : "";
  await tx.unsafe(`delete ${mine} ${above} ${upTo}`, [...values, ...end]);
  return last ? end : null;
}

/** The primary key within a workspace. */
function keyOf(table: PgTable) {
  const names = getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
  return names
    .filter((name) => name !== "workspace_id")
    .flatMap((name) => Object.values(getTableColumns(table)).filter((column) => column.name === name))
    .map((column) => ({ name: column.name, type: column.getSQLType() }));
}
