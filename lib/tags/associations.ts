import { sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { joinShard } from "@/db/shard";
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
import { LIMITS, limitReached } from "@/lib/limits";

const { max: MAX_TAGS } = LIMITS.tags_per_contact;

/** The result for contacts that were to get a tag. */
export interface Tagged {
  /** Contacts that did not have it until now. */
  tagged: number;
  /** Contacts that have the maximum number of tags. */
  refused: string[];
}

/** Adds a tag to a contact; doing it again changes nothing. Throws 404, or 409 when the contact has 100 others. */
export async function addTagToContact(workspaceId: string, tagId: string, contactId: string): Promise<void> {
  const result = await addTag(newChangeSet(workspaceId, "contact_tagged", { tagId }), tagId, [contactId]);
  if (result.found.length === 0) throw notFound("Tag or contact");
  if (result.refused.length === 0) return;
  throw limitReached("tags_per_contact", `A contact can have at most ${MAX_TAGS} tags. Remove one first.`);
}

/** Adds a tag to contacts; unknown and foreign ids are ignored, repeated ones count once. Throws 404 for the tag. */
export async function addTagToContacts(
  workspaceId: string,
  tagId: string,
  ids: string[],
  continues?: string,
) {
  const set = newChangeSet(workspaceId, "contacts_tagged", { tagId, continues });
  const { tagged, refused } = await addTag(set, tagId, ids);
  return { tagged, refused, change_id: tagged > 0 ? set.id : null };
}

/**
 * One transaction: all of them belong to the workspace when the tag is added. Contacts are locked in order of e-mail,
 * as imports lock them, and their tags are counted under the lock, so that two writers cannot exceed the limit
 * together. A change of tags is a change of the contact, which an undo of another will respect.
 */
function addTag(set: ChangeSet, tagId: string, ids: string[]): Promise<Tagged & { found: string[] }> {
  return retryDeadlocks(() => inChangeSet(set, (tx) => putTagOn(tx, set, tagId, ids)));
}

/** The same as a part of a transaction of the caller's. */
export async function putTagOn(
  tx: Transaction,
  set: ChangeSet,
  tagId: string,
  ids: string[],
): Promise<Tagged & { found: string[] }> {
  const { workspaceId } = set;
  const tags = await tx.execute(sql`
    select 1 from tags where workspace_id = ${workspaceId} and id = ${tagId} for key share`);
  if (tags.length === 0) throw notFound(ids.length > 1 ? "Tag" : "Tag or contact");
  const found = await lockContacts(tx, workspaceId, ids);
  // Former tags are computed so that it does not matter whether a part of the statement sees those before it: on Citus
  // some do.
  const former = sql`(select * from contact_tags where workspace_id = ${workspaceId} and tag_id <> ${tagId})`;
  const [row] = await tx.execute<{ tagged: number; refused: string[] }>(sql`
    with without as (
      select c.id, (select count(*) from contact_tags t
        where t.workspace_id = ${workspaceId} and t.contact_id = c.id) < ${MAX_TAGS} as has_room
      from unnest(${idArray(found)}) as c(id)
      where not exists (select from contact_tags t
        where t.workspace_id = ${workspaceId} and t.contact_id = c.id and t.tag_id = ${tagId} offset 0)
    ), added as (
      insert into contact_tags (workspace_id, tag_id, contact_id)
      select own.workspace_id, ${tagId}, id from without ${joinShard(workspaceId)} where has_room
      on conflict do nothing returning contact_id
    ), noted as (${setRow(set, "changed", sql`from added`)}
    ), entry as (${entriesOf(set, "changed", contactsById(workspaceId, sql`array(select contact_id from added)`), former)}
    ), touched as (
      update contacts c set written_by = ${set.id}, updated_at = now()
      where c.workspace_id = ${workspaceId} and c.id = any(array(select contact_id from added))
    )
    select (select count(*) from added)::int as tagged,
      coalesce(array_agg(id) filter (where not has_room), '{}') as refused
    from without`);
  return { found, tagged: row?.tagged ?? 0, refused: row?.refused ?? [] };
}

async function lockContacts(tx: Transaction, workspaceId: string, ids: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from contacts where workspace_id = ${workspaceId} and id = any(${idArray(ids)})
    order by email for no key update`);
  return rows.map(({ id }) => id);
}

/** Throws 404 when the contact does not have the tag. */
export async function removeTagFromContact(
  workspaceId: string,
  tagId: string,
  contactId: string,
): Promise<void> {
  const removed = await removeTag(newChangeSet(workspaceId, "contact_untagged", { tagId }), tagId, [
    contactId,
  ]);
  if (removed === 0) throw notFound("Association");
}

/** Removes a tag from contacts and returns how many had it; unknown and foreign ids are ignored. Throws 404 for the tag. */
export async function removeTagFromContacts(
  workspaceId: string,
  tagId: string,
  ids: string[],
  continues?: string,
) {
  const tags = await db().execute(
    sql`select 1 from tags where workspace_id = ${workspaceId} and id = ${tagId}`,
  );
  if (tags.length === 0) throw notFound("Tag");
  const set = newChangeSet(workspaceId, "contacts_untagged", { tagId, continues });
  const untagged = await removeTag(set, tagId, ids);
  return { untagged, change_id: untagged > 0 ? set.id : null };
}

function removeTag(set: ChangeSet, tagId: string, ids: string[]): Promise<number> {
  return retryDeadlocks(() => inChangeSet(set, (tx) => takeTagOff(tx, set, tagId, ids)));
}

/** The same as a part of a transaction of the caller's: how many had the tag. */
export async function takeTagOff(
  tx: Transaction,
  set: ChangeSet,
  tagId: string,
  ids: string[],
): Promise<number> {
  const { workspaceId } = set;
  const found = await lockContacts(tx, workspaceId, ids);
  const former = sql`(
    select workspace_id, contact_id, tag_id, created_at from contact_tags
    where workspace_id = ${workspaceId} and tag_id <> ${tagId}
    union all
    select r.workspace_id, r.contact_id, r.tag_id, r.created_at)`;
  const here = sql`from (select * from contacts where workspace_id = ${workspaceId}) c
    join removed r on r.contact_id = c.id`;
  const [row] = await tx.execute<{ n: number }>(sql`
    with removed as (
      delete from contact_tags
      where workspace_id = ${workspaceId} and tag_id = ${tagId} and contact_id = any(${idArray(found)})
      returning workspace_id, contact_id, tag_id, created_at
    ), noted as (${setRow(set, "changed", sql`from removed`)}
    ), entry as (${entriesOf(set, "changed", here, former)}
    ), touched as (
      update contacts c set written_by = ${set.id}, updated_at = now()
      where c.workspace_id = ${workspaceId} and c.id = any(array(select contact_id from removed))
    )
    select count(*)::int as n from removed`);
  return row?.n ?? 0;
}
