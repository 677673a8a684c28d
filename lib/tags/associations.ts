import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { notFound } from "@/lib/errors";
import { LIMITS, limitReached } from "@/lib/limits";

const { max: MAX_TAGS } = LIMITS.tags_per_contact;

/** What became of contacts that were to get a tag. */
export interface Tagged {
  /** Those that did not carry it until now. */
  tagged: number;
  /** Those that have as many tags as one may. */
  refused: string[];
}

/** Puts a tag on a contact; doing it again changes nothing. Throws 404, or 409 when the contact has 100 others. */
export async function addTagToContact(workspaceId: string, tagId: string, contactId: string): Promise<void> {
  const result = await addTag(workspaceId, tagId, [contactId]);
  if (result.found.length === 0) throw notFound("Tag or contact");
  if (result.refused.length === 0) return;
  throw limitReached("tags_per_contact", `A contact carries at most ${MAX_TAGS} tags. Take one off first.`);
}

/** Puts a tag on contacts; unknown and foreign ids are ignored, repeated ones count once. Throws 404 for the tag. */
export async function addTagToContacts(workspaceId: string, tagId: string, ids: string[]): Promise<Tagged> {
  const { tagged, refused } = await addTag(workspaceId, tagId, ids);
  return { tagged, refused };
}

/**
 * One transaction: all of them belong to the workspace when the tag is put on. Contacts are locked in order of e-mail,
 * as imports lock them, and their tags are counted under the lock, so that two writers cannot pass the bound together.
 * A person's change of tags counts as an edit, which an undo will respect.
 */
function addTag(workspaceId: string, tagId: string, ids: string[]): Promise<Tagged & { found: string[] }> {
  return retryDeadlocks(() =>
    pg().begin(async (tx) => {
      const [tag] = await tx`
        select from tags where workspace_id = ${workspaceId} and id = ${tagId} for key share`;
      if (!tag) throw notFound(ids.length > 1 ? "Tag" : "Tag or contact");
      const found = await lockContacts(tx, workspaceId, ids);
      const [row] = await tx<{ tagged: number; refused: string[] }[]>`
        with without as (
          select c.id, (select count(*) from contact_tags t
            where t.workspace_id = ${workspaceId} and t.contact_id = c.id) < ${MAX_TAGS} as has_room
          from unnest(${found}::uuid[]) as c(id)
          where not exists (select from contact_tags t
            where t.workspace_id = ${workspaceId} and t.contact_id = c.id and t.tag_id = ${tagId})
        ), added as (
          insert into contact_tags (workspace_id, tag_id, contact_id)
          select ${workspaceId}, ${tagId}, id from without where has_room
          on conflict do nothing returning contact_id
        ), touched as (
          update contacts c set written_by = null, updated_at = now()
          from added a where c.workspace_id = ${workspaceId} and c.id = a.contact_id
        )
        select (select count(*) from added)::int as tagged,
          coalesce(array_agg(id) filter (where not has_room), '{}') as refused
        from without`;
      return { found, tagged: row?.tagged ?? 0, refused: row?.refused ?? [] };
    }),
  );
}

async function lockContacts(tx: TransactionSql, workspaceId: string, ids: string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by email for no key update`;
  return rows.map(({ id }) => id);
}

/** Throws 404 when the contact does not carry the tag. */
export async function removeTagFromContact(
  workspaceId: string,
  tagId: string,
  contactId: string,
): Promise<void> {
  const removed = await removeTag(workspaceId, tagId, [contactId]);
  if (removed === 0) throw notFound("Association");
}

/** Takes a tag off contacts and says how many carried it; unknown and foreign ids are ignored. Throws 404 for the tag. */
export async function removeTagFromContacts(
  workspaceId: string,
  tagId: string,
  ids: string[],
): Promise<number> {
  const [tag] = await pg()`select from tags where workspace_id = ${workspaceId} and id = ${tagId}`;
  if (!tag) throw notFound("Tag");
  return removeTag(workspaceId, tagId, ids);
}

function removeTag(workspaceId: string, tagId: string, ids: string[]): Promise<number> {
  return retryDeadlocks(() =>
    pg().begin(async (tx) => {
      const found = await lockContacts(tx, workspaceId, ids);
      const [row] = await tx<{ n: number }[]>`
        with removed as (
          delete from contact_tags
          where workspace_id = ${workspaceId} and tag_id = ${tagId} and contact_id = any(${found}::uuid[])
          returning contact_id
        ), touched as (
          update contacts c set written_by = null, updated_at = now()
          from removed r where c.workspace_id = ${workspaceId} and c.id = r.contact_id
        )
        select count(*)::int as n from removed`;
      return row?.n ?? 0;
    }),
  );
}
