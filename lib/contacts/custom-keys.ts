import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Sql, TransactionSql } from "postgres";
import { pg, type Transaction } from "@/db/client";
import type { ApiError } from "@/lib/errors";
import { fieldInChange } from "@/lib/fields/idle";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { contactsWithIds } from "./with-ids";

const { max: MAX_KEYS } = LIMITS.custom_keys_per_workspace;

/** How often the keys in use are determined, which reads every contact. A newer key may be about to be used. */
const LOOK_EVERY = "10 minutes";

/** Throws 409 if the workspace has no room for the new ones among these keys. */
export async function checkKeys(workspaceId: string, keys: string[]): Promise<void> {
  if ((await compare(pg(), workspaceId, keys)).fresh.length === 0) return;
  await pg().begin((tx) => requireRoom(tx, workspaceId, keys));
}

/**
 * Registers the keys of custom fields before they are written: those that are new to the workspace become text fields.
 * Throws 409 if there is no room for them. If the write then fails, its keys are removed like any others that no
 * contact uses.
 */
export async function noteKeys(workspaceId: string, keys: string[]): Promise<void> {
  const { fresh, isFieldless } = await compare(pg(), workspaceId, keys);
  if (fresh.length === 0 && !isFieldless) return;
  await pg().begin(async (tx) => {
    await requireRoom(tx, workspaceId, keys);
    await addFields(tx, workspaceId, keys);
  });
}

/** The same within a transaction, whose rollback removes the keys, too. `by` is the import that creates them. */
export async function noteKeysWithin(
  tx: Transaction,
  workspaceId: string,
  keys: string[],
  by: string | null = null,
): Promise<void> {
  await requireRoom(clientOf(tx), workspaceId, keys);
  await addFields(clientOf(tx), workspaceId, keys, by);
}

/** The same, without waiting for anyone if all keys are known. */
export async function noteNewKeysWithin(tx: Transaction, workspaceId: string, keys: string[], by: string) {
  const { fresh, isFieldless } = await compare(clientOf(tx), workspaceId, keys);
  if (fresh.length > 0 || isFieldless) await noteKeysWithin(tx, workspaceId, keys, by);
}

/** The connection of a transaction. */
export const clientOf = (tx: Transaction): TransactionSql =>
  (tx._.session as unknown as { client: TransactionSql }).client;

/** Creates text fields for those of these keys that have no field. */
async function addFields(
  tx: TransactionSql,
  workspaceId: string,
  keys: string[],
  by: string | null = null,
): Promise<void> {
  const hashes = keys.map((key) => hashOf(workspaceId, key));
  await tx`
    with noted as (
      insert into custom_keys (workspace_id, key) select ${workspaceId}, key from unnest(${hashes}::text[]) as key
      on conflict do nothing)
    insert into field_definitions (workspace_id, id, key, name, is_noted, written_by)
    select ${workspaceId}, id, key, key, true, ${by}
    from unnest(${keys.map(() => newId())}::uuid[], ${keys}::text[]) as one(id, key)
    on conflict do nothing`;
}

/**
 * Creates a text field for each key of these contacts that has none: restored contacts may be older than the deletion
 * of their field. Not subject to the limit: an undo is never refused for lack of room.
 */
export async function adoptKeys(tx: TransactionSql, workspaceId: string, ids: string[]): Promise<void> {
  const bare = await tx<{ key: string }[]>`
    select key from (
      select distinct key from ${contactsWithIds(tx, workspaceId, ids)}, jsonb_object_keys(c.custom_fields) as key
      where jsonb_typeof(c.custom_fields) = 'object') used
    where not exists (
      select from field_definitions f where f.workspace_id = ${workspaceId} and f.key = used.key)`;
  await adopt(tx, workspaceId, bare);
}

/**
 * The same for the fields that a change set deleted, once it has stopped writing: contacts that it did not reach, or
 * that were written concurrently, still have their values.
 */
export async function adoptDeleted(tx: TransactionSql, workspaceId: string, changeId: string): Promise<void> {
  const bare = await tx<{ key: string }[]>`
    select e.key from field_changes e
    where e.workspace_id = ${workspaceId} and e.change_id = ${changeId} and e.kind = 'deleted'
      and not exists (select from field_definitions f where f.workspace_id = ${workspaceId} and f.key = e.key)
      and exists (
        select from contacts c where c.workspace_id = ${workspaceId} and c.custom_fields ? e.key offset 0)`;
  await adopt(tx, workspaceId, bare);
}

async function adopt(tx: TransactionSql, workspaceId: string, bare: { key: string }[]): Promise<void> {
  const keys = bare.map(({ key }) => key);
  if (keys.length > 0) await addFields(tx, workspaceId, keys);
}

/** How many more keys the workspace has room for. */
export async function roomForKeys(workspaceId: string): Promise<number> {
  const [row] = await pg()<{ used: number }[]>`
    select count(*)::int as used from custom_keys where workspace_id = ${workspaceId}`;
  return Math.max(0, MAX_KEYS - (row?.used ?? 0));
}

/** Of two writers with new keys, the second waits for the first. Throws 409, too, while one of the keys is removed. */
async function requireRoom(tx: TransactionSql, workspaceId: string, keys: string[]): Promise<void> {
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
  const before = await compare(tx, workspaceId, keys);
  // What is written now would be removed as well.
  if (before.isLeaving) throw fieldInChange();
  if (before.all + before.fresh.length <= MAX_KEYS) return;
  await forgetWhenDue(tx, workspaceId);
  const { fresh, all } = await compare(tx, workspaceId, keys);
  if (fresh.length > 0 && all + fresh.length > MAX_KEYS) throw tooManyKeys();
}

/** In the form of custom_keys, which must not preserve what a deleted contact contained. */
function hashOf(workspaceId: string, key: string): string {
  return createHash("sha256").update(`${workspaceId}${key}`).digest("hex");
}

/**
 * `isFieldless`: one of the keys has no field, for example because no contact used it when fields were introduced;
 * `isLeaving`: a deletion or merge of its field still removes its values.
 */
async function compare(tx: Sql | TransactionSql, workspaceId: string, keys: string[]) {
  const nothing = { fresh: [] as string[], all: 0, isFieldless: false, isLeaving: false };
  if (keys.length === 0) return nothing;
  const [row] = await tx<(typeof nothing)[]>`
    select array(
        select distinct key from unnest(${keys.map((key) => hashOf(workspaceId, key))}::text[]) as named(key)
        where not exists (select from custom_keys k where k.workspace_id = ${workspaceId} and k.key = named.key)
      ) as fresh,
      (select count(*)::int from custom_keys where workspace_id = ${workspaceId}) as all,
      exists (
        select from unnest(${keys}::text[]) as named(key) where not exists (
          select from field_definitions f where f.workspace_id = ${workspaceId} and f.key = named.key)
      ) as "isFieldless",
      exists (
        select from bulk_actions
        where workspace_id = ${workspaceId} and status = 'processing' and action in ('delete_field', 'merge_field')
          and new_values ->> 'key' = any(${keys})
      ) as "isLeaving"`;
  return row ?? nothing;
}

async function forgetWhenDue(tx: TransactionSql, workspaceId: string): Promise<void> {
  const [row] = await tx<{ is_due: boolean }[]>`
    select max(seen_at) < now() - ${LOOK_EVERY}::interval as is_due from custom_keys where workspace_id = ${workspaceId}`;
  if (row?.is_due) await forgetUnused(tx, workspaceId);
}

/**
 * SQL for the keys that an import or a bulk action is about to write, including stopped imports that can be resumed:
 * without its fields an import would be refused.
 */
function awaitedKeys(tx: TransactionSql, workspaceId: string) {
  return tx`
    select substr(field, length('custom_fields.') + 1) as key
    from imports, jsonb_each_text(column_mapping) as one(header, field)
    where workspace_id = ${workspaceId} and field like 'custom\\_fields.%' and (status = 'processing'
      or status in ('failed', 'cancelled') and started_at is not null and undo_status is null
        and processed_rows < total_rows and blob_key is not null and completed_at > now() - interval '30 days')
    union
    select jsonb_object_keys(new_values -> 'custom_fields') from bulk_actions
    where workspace_id = ${workspaceId} and status = 'processing' and jsonb_typeof(new_values -> 'custom_fields') = 'object'
    union
    select new_values ->> 'into' from bulk_actions
    where workspace_id = ${workspaceId} and status = 'processing' and new_values ->> 'into' is not null`;
}

/**
 * Removes, with their fields, the keys that no contact uses any more and no job is about to write, except those of
 * fields that a user created or changed.
 */
export async function forgetUnused(tx: TransactionSql, workspaceId: string): Promise<void> {
  // Writers lock the fields that they fill: what they have written is seen by the next statement, not by the same one.
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
  await tx`select from field_definitions where workspace_id = ${workspaceId} and is_noted order by id for update`;
  await tx`
    with used as materialized (
      select distinct key from contacts, jsonb_object_keys(custom_fields) as key
      where workspace_id = ${workspaceId} and jsonb_typeof(custom_fields) = 'object'
    ), awaited as materialized (
      ${awaitedKeys(tx, workspaceId)}
    ), gone as (
      delete from field_definitions where workspace_id = ${workspaceId} and is_noted
        and created_at < now() - ${LOOK_EVERY}::interval
        and key <> all (array(select key from used union select key from awaited))
      returning key
    ), again as (
      update field_definitions set looked_at = now() + interval '6 hours'
      where workspace_id = ${workspaceId} and is_noted
        and key = any (array(select key from awaited except select key from used))
    ), looked as (
      update field_definitions set looked_at = now(), erasures = (
        select erasures from workspace_counts where workspace_id = ${workspaceId})
      where workspace_id = ${workspaceId} and is_noted and key = any (array(select key from used))
    ), kept as (
      select key from used union select key from awaited union
      select key from field_definitions
      where workspace_id = ${workspaceId} and (not is_noted or created_at >= now() - ${LOOK_EVERY}::interval)
    )
    delete from custom_keys where workspace_id = ${workspaceId} and key <> all (array(
      select encode(sha256(convert_to(${workspaceId}::text || key, 'UTF8')), 'hex') from kept))`;
  await tx`update custom_keys set seen_at = now() where workspace_id = ${workspaceId}`;
}

/** Removes one key: its field is deleted. */
export function forgetKey(workspaceId: string, key: string): SQL {
  return sql`delete from custom_keys where workspace_id = ${workspaceId} and key = ${hashOf(workspaceId, key)}`;
}

function tooManyKeys(): ApiError {
  const advice =
    "Use an existing one; unused keys make room after ten minutes, those of a stopped import once it is deleted.";
  return limitReached(
    "custom_keys_per_workspace",
    `A workspace can have at most ${MAX_KEYS} custom fields. ${advice}`,
  );
}
