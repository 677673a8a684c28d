import type { PendingQuery, Row, TransactionSql } from "postgres";
import { joinShardTx } from "@/db/shard";
import { TAG_COLUMNS } from "./record";
import { type Asked, earlierUndos, type PartVerdict, type Undone } from "./undone";

interface JudgedTag {
  id: string;
  verdict: PartVerdict;
  by: string | null;
}

/** Tags that the set created, or other tags that it changed. */
export type TagPart = "created" | "changed";

/** Decides what happens to the tags of the set. Locks them, unless this is a preview. */
export async function judgeTags(
  tx: TransactionSql,
  undone: Asked,
  isLocked: boolean,
  which?: TagPart,
): Promise<JudgedTag[]> {
  const { workspaceId, id } = undone;
  const part = which ? tx`and (e.kind = 'created') = ${which === "created"}` : tx``;
  if (isLocked)
    await tx`
      select from tags g join tag_changes e on e.workspace_id = ${workspaceId} and e.tag_id = g.id
      where g.workspace_id = ${workspaceId} and e.change_id = ${id} ${part} order by g.id for update of g`;
  return tx<JudgedTag[]>`
    select e.tag_id as id, case when g.id is null then null else g.written_by end as by, case
        when exists (
          select from tag_changes x
          where x.workspace_id = ${workspaceId} and x.change_id = any(${earlierUndos(tx, undone)})
            and x.tag_id = e.tag_id) then 'gone'
        when e.kind = 'deleted' then case when g.id is not null then 'gone' when taken.is then 'name_taken'
          else 'bring_back' end
        when g.id is null then case e.kind when 'created' then 'gone' else 'deleted' end
        when g.written_by is distinct from e.after then case
          when e.kind = 'changed' and g.written_by is not distinct from e.written_by then 'gone' else 'edited' end
        when e.kind = 'created' then case when ${isCarried(tx, undone, tx`g.id`)} then 'in_use' else 'remove' end
        when taken.is then 'name_taken'
        else 'restore' end as verdict
    from tag_changes e
    left join tags g on g.workspace_id = ${workspaceId} and g.id = e.tag_id
    cross join lateral (
      select exists (
        select from tags o
        where o.workspace_id = ${workspaceId} and o.name_key = fold_text(e.name) and o.id <> e.tag_id) as is
    ) taken
    where e.workspace_id = ${workspaceId} and e.change_id = ${id} ${part}`;
}

/**
 * SQL for whether contacts have a tag that the set created, not counting those to which the undo of its deletion gave
 * it back: they lose it with the tag. Computed as sets, because both may be all contacts.
 */
function isCarried(tx: TransactionSql, { workspaceId, id }: Asked, tag: PendingQuery<Row[]>, and = tx``) {
  return tx`exists (
    select t.contact_id, t.created_at from contact_tags t
    where t.workspace_id = ${workspaceId} and t.tag_id = ${tag} ${and}
    except select former.contact, former.at
    from (${lastDeletion(tx, workspaceId, tag, tx`and change_id < ${id}`)}) last
    cross join lateral unnest(last.contact_ids, last.tagged_at) as former(contact, at))`;
}

/** SQL for the contacts that had a tag when it was last deleted. */
function lastDeletion(tx: TransactionSql, workspaceId: string, tag: PendingQuery<Row[]>, and = tx``) {
  return tx`
    select contact_ids, tagged_at from tag_changes
    where workspace_id = ${workspaceId} and tag_id = ${tag} and kind = 'deleted' ${and} order by change_id desc limit 1`;
}

/** Those of the tags in use that only contacts of this set have: its undo removes them. */
export async function carriedBy(
  tx: TransactionSql,
  undone: Asked,
  tags: string[],
  contacts: string[],
): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    select one.id from unnest(${tags}::uuid[]) as one(id)
    where not ${isCarried(tx, undone, tx`one.id`, tx`and t.contact_id <> all(${contacts}::uuid[])`)}`;
  return new Set(rows.map((row) => row.id));
}

/** Undoes what the set did to a tag, and records it so that the undo can be undone. */
export async function undoTag(tx: TransactionSql, undone: Undone, { id, verdict }: JudgedTag): Promise<void> {
  if (verdict === "restore") await restoreTag(tx, undone, id);
  if (verdict === "remove") await removeTag(tx, undone, id);
  if (verdict === "bring_back") await bringTagBack(tx, undone, id);
}

async function restoreTag(tx: TransactionSql, { workspaceId, id, by }: Undone, tagId: string): Promise<void> {
  await tx`
    with former as (
      select * from tag_changes where workspace_id = ${workspaceId} and change_id = ${id} and tag_id = ${tagId}
    ), journaled as (
      insert into tag_changes (workspace_id, change_id, tag_id, kind, after, ${tx.unsafe(TAG_COLUMNS)})
      select g.workspace_id, ${by}, g.id, 'changed', (select written_by from former), ${tx.unsafe(TAG_COLUMNS)}
      from tags g where g.workspace_id = ${workspaceId} and g.id = ${tagId}
    )
    update tags g set (${tx.unsafe(TAG_COLUMNS)}) = (select ${tx.unsafe(TAG_COLUMNS)} from former)
    where g.workspace_id = ${workspaceId} and g.id = ${tagId}`;
}

/** Includes the contacts that have it. */
async function removeTag(tx: TransactionSql, { workspaceId, by }: Undone, tagId: string): Promise<void> {
  await tx`
    with journaled as (
      insert into tag_changes (workspace_id, change_id, tag_id, kind, ${tx.unsafe(TAG_COLUMNS)}, contact_ids, tagged_at)
      select g.workspace_id, ${by}, g.id, 'deleted', ${tx.unsafe(TAG_COLUMNS)}, contact_ids, tagged_at
      from tags g cross join lateral (
        select array_agg(t.contact_id order by t.contact_id) as contact_ids,
          array_agg(t.created_at order by t.contact_id) as tagged_at
        from contact_tags t where t.workspace_id = ${workspaceId} and t.tag_id = g.id) carriers
      where g.workspace_id = ${workspaceId} and g.id = ${tagId}
    )
    delete from tags where workspace_id = ${workspaceId} and id = ${tagId}`;
}

/** Writes entries of the tags in `gone`, without contacts, because no contact had them. */
export function removedTags(tx: TransactionSql, by: string) {
  return tx`
    insert into tag_changes (workspace_id, change_id, tag_id, kind, ${tx.unsafe(TAG_COLUMNS)}, contact_ids, tagged_at)
    select workspace_id, ${by}, id, 'deleted', ${tx.unsafe(TAG_COLUMNS)}, '{}', '{}' from gone`;
}

/**
 * Restores the tag for those contacts of its last deletion that still exist. They are locked before, in a separate
 * statement: a concurrent deletion would abort the undo, and what is written while this waits is then seen by
 * `completeEntries`.
 */
async function bringTagBack(tx: TransactionSql, undone: Undone, tagId: string): Promise<void> {
  const { workspaceId, id, by } = undone;
  const last = lastDeletion(tx, workspaceId, tx`${tagId}`);
  await tx`
    select id from contacts where workspace_id = ${workspaceId} and id in (
      select unnest(contact_ids) from (${last}) last)
    order by email for no key update`;
  await completeEntries(tx, undone, tagId);
  await tx`
    with former as (
      select * from tag_changes where workspace_id = ${workspaceId} and change_id = ${id} and tag_id = ${tagId}
    ), made as (
      insert into tags (workspace_id, id, ${tx.unsafe(TAG_COLUMNS)})
      select own.workspace_id, tag_id, ${tx.unsafe(TAG_COLUMNS)} from former ${joinShardTx(tx, workspaceId)} returning id
    ), journaled as (
      insert into tag_changes (workspace_id, change_id, tag_id, kind, after)
      select own.workspace_id, ${by}, tag_id, 'created', written_by from former ${joinShardTx(tx, workspaceId)}
    ), carriers as (
      select c.id, carrier.at
      from (${last}) last cross join lateral unnest(last.contact_ids, last.tagged_at) as carrier(id, at)
      join contacts c on c.workspace_id = ${workspaceId} and c.id = carrier.id
    )
    insert into contact_tags (workspace_id, tag_id, contact_id, created_at)
    select ${workspaceId}, made.id, carriers.id, carriers.at from made cross join carriers
    on conflict do nothing`;
}

/**
 * Adds the tag to entries of its contacts written since this undo was requested, perhaps minutes ago: for the undo of
 * such an entry the tag exists again from the request on (`addDeletedTags`).
 */
async function completeEntries(
  tx: TransactionSql,
  { workspaceId, by }: Undone,
  tagId: string,
): Promise<void> {
  await tx`
    with carriers as materialized (
      select carrier.id, carrier.at
      from (${lastDeletion(tx, workspaceId, tx`${tagId}`)}) last
      cross join lateral unnest(last.contact_ids, last.tagged_at) as carrier(id, at)
    ), late as materialized (
      select e.change_id, e.contact_id, carriers.at
      from carriers cross join lateral (
        select * from contact_changes e
        where e.workspace_id = ${workspaceId} and e.contact_id = carriers.id offset 0) e
      join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id and s.undoes is null
      where ${tagId} <> all(e.tag_ids) and e.noted_at >= (
        select created_at from change_sets where workspace_id = ${workspaceId} and id = ${by})
    )
    update contact_changes e set tag_ids = e.tag_ids || ${tagId}::uuid, tagged_at = e.tagged_at || late.at
    from late
    where e.workspace_id = ${workspaceId} and e.change_id = late.change_id and e.contact_id = late.contact_id`;
}
