import type { TransactionSql } from "postgres";
import { contactColumns, KEY_COLUMNS, mergeColumns, type StagedColumns } from "@/lib/imports/rows/encode";
import { yieldToRequests } from "@/lib/jobs/yielding";

const TYPES: Record<string, string> = {
  id: "uuid",
  email: 'text collate "C"',
  import_row: "integer",
  is_unsubscribed: "boolean",
  custom_fields: "jsonb",
  search_doc: 'text collate "C"',
};

/**
 * Makes the planner look every row up in the unique index. It has no statistics of staging tables and arrays, and old
 * ones of a workspace that is being filled, and with anything else at hand it reads all contacts for each batch, or
 * all rows for each contact.
 */
export const ONLY_LOOK_UPS = ["hashjoin", "mergejoin", "material", "seqscan", "bitmapscan"]
  .map((name) => `set local enable_${name} = off`)
  .join("; ");

/**
 * The staging table of one transaction. It is dropped at commit, so nothing is left behind by a crash; always named
 * with its schema, because the database may hold a table `staged` that is not ours. From here on the transaction's
 * updates of contacts are journaled as the import's.
 */
export async function createStaging(
  tx: TransactionSql,
  { importId, columns }: { importId: string; columns: StagedColumns },
): Promise<void> {
  const typed = (name: string) => `${name} ${TYPES[name] ?? "text"}`;
  const filled = [...KEY_COLUMNS.map(typed), ...mergeColumns(columns), ...contactColumns(columns).map(typed)];
  await tx.unsafe(`
    drop table if exists pg_temp.staged, pg_temp.tagged;
    create temp table staged (${filled.join(", ")}) on commit drop;
    ${ONLY_LOOK_UPS};
    set local kith.import_id = '${importId}'`);
}

/** Runs a `copy … from stdin`. Other requests get their turn whenever the connection has enough for now. */
export async function copyFrom(
  tx: TransactionSql,
  statement: string,
  pieces: Iterable<Buffer>,
): Promise<void> {
  const sink = await tx.unsafe(statement).writable();
  const failed = new Promise<never>((_, reject) => sink.once("error", reject));
  failed.catch(() => undefined);
  for (const piece of pieces) {
    await yieldToRequests();
    if (sink.write(piece)) continue;
    await Promise.race([new Promise((resolve) => sink.once("drain", resolve)), failed]);
  }
  await Promise.race([new Promise<void>((resolve) => sink.once("finish", resolve).end()), failed]);
}
