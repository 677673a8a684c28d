import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";
import { contactColumns, hasIds, KEY_COLUMNS, LINE_FORMAT, mergeColumns } from "@/lib/imports/rows/encode";
import type { RowLines } from "@/lib/imports/rows/lines";
import { yieldToRequests } from "@/lib/jobs/yielding";
import { endPresumed, presumeOptedOut, sayPresumed } from "./opted-out";
import type { Division, Lookup, MergePlan } from "./plan";
import { openWorkTables, STAGED_TABLE } from "./work-tables";

/**
 * Makes the planner look every row up in the unique index. It has no statistics of staging tables and arrays, and
 * outdated ones of a workspace that is being filled; with a choice, it reads all contacts for each batch, or all rows
 * for each contact. Even then it may read the workspace, or a list, for each row of the other side if it believes the
 * workspace to be small. So lists and tables that may be long are joined by `cross join lateral (… offset 0)`: one
 * lookup per row, in order, whatever the statistics say.
 */
export const ONLY_LOOK_UPS = ["hashjoin", "mergejoin", "material", "seqscan", "bitmapscan"]
  .map((name) => `set local enable_${name} = off`)
  .join("; ");

/** From here on the transaction's journal records the former addresses of contacts. */
export const JOURNALS_MOVES = "set local kith.import_moves = 'yes'";

/** An empty staging table. From here on the transaction's updates of contacts are journaled as the import's, if it is one. */
async function openStaging(tx: TransactionSql, plan: MergePlan): Promise<void> {
  const { importId, isChangeSet, columns } = plan;
  const tables = openWorkTables(plan);
  const settings = [
    ...ONLY_LOOK_UPS.split("; "),
    ...(isChangeSet ? [] : [`set local kith.import_id = '${importId}'`]),
    ...(!isChangeSet && hasIds(columns) ? [JOURNALS_MOVES] : []),
  ];
  if (!(await isDistributed(tx))) {
    await tx.unsafe([tables, ...settings].join("; "));
    return;
  }
  // The whole text that contains a setting is sent to the shards, tables included: each is sent by itself.
  await tx.unsafe(tables);
  for (const setting of settings) await tx.unsafe(setting);
}

function divideRows(
  { columns, strategy, creates }: MergePlan,
  picked: readonly number[],
  lookup: Lookup | null,
): Omit<Division, "optedOut"> {
  // Tags are joined to contacts by way of the staging table.
  if (columns.tags || !lookup)
    return { fresh: [], missing: [], staged: [...picked], mayBeNew: true, isLikely: false };
  const { stored, same, unsure, isLikely } = lookup;
  const strangers = picked.filter((index) => !stored[index] && !unsure[index]);
  const [fresh, missing] = creates ? [strangers, []] : [[], strangers];
  const mayBeNew = picked.some((index) => unsure[index]);
  // Existing contacts are left alone, unless the file says who opted out.
  if (strategy === "skip" && !columns.is_unsubscribed && !mayBeNew)
    return { fresh, missing, staged: [], mayBeNew, isLikely };
  return {
    fresh,
    missing,
    staged: picked.filter((index) => (stored[index] && !same[index]) || unsure[index]),
    mayBeNew,
    isLikely,
  };
}

/**
 * Divides rows (one per e-mail; `picked` are their indices, in order of e-mail) by their `lookup` (null = all may
 * exist) and fills the staging table, before their turn: it is private, and nothing is locked.
 */
export async function stageRows(
  tx: TransactionSql,
  plan: MergePlan,
  lines: RowLines,
  picked: readonly number[],
  lookup: Lookup | null,
): Promise<Division> {
  const division = divideRows(plan, picked, lookup);
  // A column that says so itself is among the values. Reading the remembered opt-outs does not pay for a single batch.
  const asked = plan.columns.is_unsubscribed || plan.isChangeSet ? [] : division.fresh;
  const optedOut = await presumeOptedOut(tx, plan, lines, asked);
  if (division.staged.length > 0) {
    const names = [...KEY_COLUMNS, ...mergeColumns(plan.columns), ...contactColumns(plan.columns)];
    await openStaging(tx, plan);
    await copyFrom(
      tx,
      `copy ${STAGED_TABLE} (${names.join(", ")}) from stdin ${LINE_FORMAT}`,
      lines.staged(division.staged),
    );
  }
  return { ...division, optedOut };
}

/**
 * Copies the new ones among staged rows straight into contacts, which takes about half of the database's time for
 * staging and inserting them. Throws a unique violation if an e-mail assumed to be new exists.
 */
export async function copyFresh(
  tx: TransactionSql,
  { workspaceId, importId, isChangeSet, columns }: MergePlan,
  lines: RowLines,
  { fresh, optedOut }: Division,
): Promise<void> {
  if (fresh.length === 0) return;
  const names = ["workspace_id", "import_id", "written_by", ...KEY_COLUMNS, ...contactColumns(columns)];
  const head = `${workspaceId}\t${isChangeSet ? "" : importId}\t${importId}\t`;
  if (optedOut.size === 0) {
    await copyFrom(
      tx,
      `copy contacts (${names.join(", ")}) from stdin ${LINE_FORMAT}`,
      lines.contacts(fresh, head),
    );
    return;
  }
  await sayPresumed(tx, optedOut.size);
  await copyFrom(
    tx,
    `copy contacts (is_unsubscribed, ${names.join(", ")}) from stdin ${LINE_FORMAT}`,
    lines.flaggedContacts(fresh, head, optedOut),
  );
  await endPresumed(tx);
}

/** Runs a `copy … from stdin`. Yields to other requests whenever the connection's buffer is full. */
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
