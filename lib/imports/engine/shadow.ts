import type { TransactionSql } from "postgres";
import { textColumns } from "@/lib/imports/rows/encode";
import { type AppliedBatch, applyBatch, prepareBatch } from "./apply";
import type { TrialMemory } from "./failed-opt-outs";
import { type Batch, type LoadedImport, peopleOut } from "./plan";
import { ONLY_LOOK_UPS } from "./staging";
import { fitBatch } from "./tag-limits";

/**
 * The tables on which the import's own statements are tried out: temporary ones, with all the indexes and checks of
 * the tables that an import writes, and with their names for as long as the trial lasts (`begin_trial`). Each
 * connection creates its own once, outside savepoints, and every commit empties them.
 */
export async function openTrial(tx: TransactionSql): Promise<void> {
  await tx`select open_trial()`;
}

/** Runs a trial on empty tables; only tags are filled. When it throws, the transaction or its savepoint must be rolled back. */
export async function onTrialTables<T>(
  tx: TransactionSql,
  workspaceId: string,
  run: () => Promise<T>,
): Promise<T> {
  await tx`select begin_trial(), set_config('kith.opted_out', '0', true)`;
  await tx`
    insert into pg_temp.tags (workspace_id, id, name, color, emoji, created_at)
    select workspace_id, id, name, color, emoji, created_at from public.tags where workspace_id = ${workspaceId}`;
  const result = await run();
  await tx`select end_trial()`;
  return result;
}

/**
 * Copies the contacts this batch may touch, with their tags; those of earlier batches stay as these left them. Returns
 * the addresses of those that are unsubscribed.
 */
export async function copyMatches(tx: TransactionSql, workspaceId: string, batch: Batch): Promise<string[]> {
  const failed = peopleOut(batch);
  const known = batch.order.map((index) => batch.lines.emails[index] ?? "");
  const emails = [...known, ...failed.map(({ email }) => email)].join("\n");
  const ids = [...batch.said, ...failed].flatMap(({ externalId }) => externalId ?? []);
  const named = tx`
    union select k.email from unnest(${ids}::text[]) as i(external_id) cross join lateral (
      select k.email from public.contacts k
      where k.workspace_id = ${workspaceId} and k.external_id = i.external_id offset 0) k`;
  await tx.unsafe(ONLY_LOOK_UPS);
  const rows = await tx<{ email: string }[]>`
    with copied as (
      insert into pg_temp.contacts (workspace_id, id, email, ${tx.unsafe(textColumns())},
        is_unsubscribed, unsubscribed_at, custom_fields, import_id, import_row, written_by, created_at, updated_at)
      select c.workspace_id, c.id, c.email, ${tx.unsafe(textColumns("c"))},
        c.is_unsubscribed, c.unsubscribed_at, c.custom_fields, c.import_id, c.import_row, c.written_by,
        c.created_at, c.updated_at
      from (select email from string_to_table(${emails}, E'\\n') as s(email) ${ids.length > 0 ? named : tx``}) e
      cross join lateral (
        select * from public.contacts c where c.workspace_id = ${workspaceId} and c.email = e.email offset 0) c
      on conflict do nothing
      returning id, email, is_unsubscribed
    ), tagged as (
      insert into pg_temp.contact_tags
      select t.* from copied cross join lateral (
        select * from public.contact_tags t
        where t.workspace_id = ${workspaceId} and t.contact_id = copied.id offset 0) t
    )
    select email from copied where is_unsubscribed`;
  return rows.map(({ email }) => email);
}

/**
 * Like `commitBatch`, without what only a running import has: a lease, a checkpoint, concurrent writers. Where rows
 * were left out for lack of room for their tags, the caller releases that batch.
 */
export async function tryBatch(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  memory: TrialMemory,
): Promise<AppliedBatch> {
  const prepared = await prepareBatch(tx, job, batch);
  const fitting = await fitBatch(tx, job, batch, { locking: false });
  return applyBatch(tx, job, fitting, fitting === batch ? prepared : undefined, memory);
}
