import { type SQL, sql } from "drizzle-orm";
import { pg, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { isDistributed, onlyOf, scopesOf } from "@/db/distributed";
import {
  type ChangeSet,
  contactsById,
  entriesOf,
  idArray,
  inChangeSet,
  newChangeSet,
  setRow,
} from "@/lib/changes/record";
import { notFound } from "@/lib/errors";
import { removeFiles } from "@/lib/files/remove";
import { insertTombstones } from "@/lib/files/tombstones";
import { eraseCarried } from "./erase-carried";
import { SEARCH } from "./kept";
import { lockContact } from "./queries";

type Check = (tx: Transaction) => Promise<unknown>;

/**
 * Deletes a contact. `erase`: together with its former values in change sets and journals, so that no undo can restore
 * it; it may have been deleted before. Throws 404 if the workspace has nothing of it, or nothing that `ifMatch` could
 * name, and 412 if `ifMatch` names another state.
 */
export async function deleteContact(
  workspaceId: string,
  id: string,
  { erase = false, ifMatch }: { erase?: boolean | undefined; ifMatch?: string | undefined } = {},
): Promise<void> {
  const set = newChangeSet(workspaceId, erase ? "contacts_erased" : "contact_deleted");
  const check: Check = async (tx) => ifMatch !== undefined && lockContact(workspaceId, id, tx, ifMatch);
  const deleted = await (erase ? eraseAll(set, [id], check) : deleteAll(set, [id], check));
  if (deleted === 0) throw notFound("Contact");
}

/**
 * Deletes contacts and returns how many; unknown and foreign ids are ignored, repeated ones count once. Data that an
 * undo needs is kept for 30 days, or removed with `erase`; database triggers remove all other data about the contacts
 * (docs/decisions/erasure.md).
 */
export async function deleteContacts(
  workspaceId: string,
  ids: string[],
  { erase = false, continues }: { erase?: boolean | undefined; continues?: string | undefined } = {},
) {
  const set = newChangeSet(workspaceId, erase ? "contacts_erased" : "contacts_deleted", { continues });
  const deleted = await (erase ? eraseAll(set, ids) : deleteAll(set, ids));
  return { deleted, change_id: deleted > 0 ? set.id : null };
}

/** Deletes rejected rows that contain the addresses, except in an undo, whose user may still want to see them. */
export function deletion(workspaceId: string, named: SQL): SQL {
  return sql`
    with gone as (
      delete from contacts where workspace_id = ${workspaceId} and id = any(${named}) returning email
    ), refused as (
      delete from import_errors
      where workspace_id = ${workspaceId} and addresses_in(cells) && (select array_agg(email::text) from gone)
    )
    select count(*)::int as deleted from gone`;
}

async function deleteAll(set: ChangeSet, ids: string[], check?: Check): Promise<number> {
  const deleted = await retryDeadlocks(() =>
    inChangeSet(set, async (tx) => {
      await check?.(tx);
      return deleteFor(tx, set, ids);
    }),
  );
  if (deleted > 0) await removeErasedFiles(set.workspaceId);
  return deleted;
}

/**
 * Deletes contacts within a transaction, and returns how many existed. Three statements, sent together; the first locks
 * the contacts, so that a tag added concurrently is among the former values. Call `removeErasedFiles` afterwards.
 */
export async function deleteFor(tx: Transaction, set: ChangeSet, ids: string[]): Promise<number> {
  const { workspaceId } = set;
  const named = idArray(ids);
  const [, , gone] = await Promise.all([
    tx.execute(sql`
      select 1 from contacts where workspace_id = ${workspaceId} and id = any(${named}) order by email for update`),
    tx.execute(sql`
      with entry as (${entriesOf(set, "deleted", contactsById(workspaceId, named), true)} returning 1),
      noted as (${setRow(set, "deleted", sql`from entry`)}) select 1`),
    tx.execute<{ deleted: number }>(deletion(workspaceId, named)),
  ]);
  return gone[0]?.deleted ?? 0;
}

/** Removes the files that may contain a deleted contact. */
export async function removeErasedFiles(workspaceId: string): Promise<void> {
  await removeFiles(workspaceId, await discardErasedFiles(workspaceId));
}

/** Contacts that were deleted before count, too, if former values of them were stored. */
async function eraseAll(set: ChangeSet, ids: string[], check?: Check): Promise<number> {
  const { workspaceId } = set;
  const named = idArray(ids);
  const erased = await retryDeadlocks(() =>
    inChangeSet(set, async (tx) => {
      await check?.(tx);
      const found = await tx.execute(sql`
        with here as (
          select id from contacts where workspace_id = ${workspaceId} and id = any(${named}) order by email for update
        ), known as (
          select id from here
          union select contact_id from contact_changes where workspace_id = ${workspaceId} and contact_id = any(${named})
        ), noted as (${setRow(set, "deleted", sql`from known`)} returning deleted)
        select deleted from noted`);
      await tx.execute(sql`
        delete from import_errors
        where workspace_id = ${workspaceId} and addresses_in(cells) && (
          select array_agg(e.email::text) from contact_changes e
          where e.workspace_id = ${workspaceId} and e.contact_id = any(with_merged(${workspaceId}, ${named})))`);
      await eraseCarried(tx, workspaceId, named);
      await tx.execute(sql`select erase_former_values(${workspaceId}, ${named})`);
      await tx.execute(deletion(workspaceId, named));
      await tx.execute(sql`
        update contact_orders set status = 'dropped'
        where workspace_id = ${workspaceId} and status <> 'dropped' and (subject = ${SEARCH} or status = 'building')`);
      // After builds that were about to end, which the previous statement has waited for.
      await tx.execute(sql`
        delete from contact_order_keys where workspace_id = ${workspaceId} and contact_id = any(${named})`);
      return Number(found[0]?.deleted ?? 0);
    }),
  );
  if (erased > 0) await removeErasedFiles(workspaceId);
  return erased;
}

/**
 * Detaches files that may contain a deleted person from their rows, and leaves tombstones: files of finished imports,
 * which nothing reads any more, and of exports, which cannot be downloaded since the deletion. Of one workspace, or of
 * all (for the sweep, which also catches imports that were still running). Rows that another job has locked are left
 * for the next time. Returns the keys.
 */
export async function discardErasedFiles(workspaceId?: string): Promise<string[]> {
  await forgetErasedMails(workspaceId ?? null);
  if (workspaceId) return discardOf(workspaceId);
  const scopes = await scopesOf(
    () => pg()`
      select n.workspace_id from workspace_counts n where exists (
        select 1 from imports i where i.workspace_id = n.workspace_id and i.blob_key is not null
          and i.status in ('completed', 'failed', 'cancelled') and coalesce(i.erasures, 0) < n.erasures)
        or exists (
        select 1 from exports e where e.workspace_id = n.workspace_id and e.status = 'completed'
          and e.blob_key is not null and e.erasures is distinct from n.erasures)`,
  );
  const keys: string[] = [];
  for (const scope of scopes) keys.push(...(await discardOf(scope)));
  return keys;
}

/** On a distributed database the deletion's trigger cannot reach the mails, so it leaves a note for this function. */
async function forgetErasedMails(workspaceId: string | null): Promise<void> {
  if (await isDistributed(pg())) await pg()`select forget_erased_mails(${workspaceId}::uuid)`;
}

async function discardOf(workspaceId: string | null): Promise<string[]> {
  const rows = await pg()<{ key: string }[]>`
    with of_imports as (
      select i.workspace_id, i.id, i.blob_key from imports i join workspace_counts n on n.workspace_id = i.workspace_id
      where i.status in ('completed', 'failed', 'cancelled') and i.blob_key is not null
        and coalesce(i.erasures, 0) < n.erasures and ${onlyOf("n", workspaceId)} and ${onlyOf("i", workspaceId)}
      for no key update of i skip locked
    ), of_exports as (
      select e.workspace_id, e.id, e.blob_key, e.checkpoint
      from exports e join workspace_counts n on n.workspace_id = e.workspace_id
      where e.status = 'completed' and e.blob_key is not null
        and e.erasures is distinct from n.erasures and ${onlyOf("n", workspaceId)} and ${onlyOf("e", workspaceId)}
      for no key update of e skip locked
    ), stored as (
      select workspace_id, blob_key as key from of_imports
      union
      select workspace_id, blob_key from of_exports
      union
      select workspace_id, part ->> 'key' from of_exports, jsonb_array_elements(checkpoint -> 'parts') part
    ), tombstones as (${insertTombstones(pg(), "stored")}), imports_done as (
      update imports i set blob_key = null, options = options - '{corrections,optOutValues}'::text[] from of_imports f where i.workspace_id = f.workspace_id and i.id = f.id and ${onlyOf("i", workspaceId)}
    ), exports_done as (
      update exports e set blob_key = null, checkpoint = null
      from of_exports f where e.workspace_id = f.workspace_id and e.id = f.id and ${onlyOf("e", workspaceId)}
    )
    select key from stored`;
  return rows.map(({ key }) => key);
}
