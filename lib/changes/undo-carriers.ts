import type { PendingQuery, Row, TransactionSql } from "postgres";
import { joinShardTx } from "@/db/shard";
import type { Undone } from "./undone";

/**
 * A deleted tag may be restored, and then returns to the contacts that the deletion recorded. Until then an undo treats
 * it like any other tag of the contact. Contacts are looked up by hash (`in`, not pulled up) or by key: without
 * statistics, a join compared every contact with every other.
 */

/**
 * Adds to the entries of these contacts the deleted tags that they had when the entries were written. For the entries
 * of an undo (`by`) this happens at once, because the undo may remove these tags. For those of the undone set (`id`) it
 * happens now, because the tags may exist again; if that set is an undo itself, it was done then.
 */
export async function addDeletedTags(
  tx: TransactionSql,
  undone: Undone,
  of: "id" | "by",
  ids: string[],
): Promise<void> {
  const { workspaceId, [of]: id } = undone;
  await tx`
    with deleted as materialized (
      select d.tag_id, d.contact_ids, d.tagged_at, o.created_at as since, (
        select min(p.created_at) from tag_changes x join change_sets p on p.workspace_id = ${workspaceId} and p.id = x.change_id
        where x.workspace_id = ${workspaceId} and x.tag_id = d.tag_id and x.kind = 'created'
          and p.created_at > o.created_at) as until
      from tag_changes d join change_sets o on o.workspace_id = ${workspaceId} and o.id = d.change_id
      where d.workspace_id = ${workspaceId} and d.kind = 'deleted'
    ), former as materialized (
      select d.tag_id, d.since, d.until, one.contact_id, one.at
      from deleted d cross join lateral unnest(d.contact_ids, d.tagged_at) as one(contact_id, at)
      where (one.contact_id in (select unnest(${ids}::uuid[]))) is true
    ), missing as materialized (
      select e.contact_id, array_agg(d.tag_id) as tag_ids, array_agg(d.at) as tagged_at
      from former d cross join lateral (
        select * from contact_changes e
        where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = d.contact_id offset 0) e
      where d.tag_id <> all(e.tag_ids) and e.noted_at > d.since and (d.until is null or e.noted_at < d.until)
        and (${of === "by"} or (select undoes from change_sets where workspace_id = ${workspaceId} and id = ${id}) is null)
      group by e.contact_id
    ), added as (
      insert into contact_changes as e (workspace_id, change_id, contact_id, kind, tag_ids, tagged_at)
      select own.workspace_id, ${id}, m.contact_id, 'changed', m.tag_ids, m.tagged_at
      from missing m ${joinShardTx(tx, workspaceId)}
      on conflict (workspace_id, change_id, contact_id) do update
      set tag_ids = e.tag_ids || excluded.tag_ids, tagged_at = e.tagged_at || excluded.tagged_at
    )
    select 1`;
}

/**
 * Updates the latest deletion of each tag that does not exist with what an undo did to contacts: when the tag is
 * restored, each contact gets it back if it should have it, and only then. `target`: SQL for `contact_id` with its
 * `tag_ids` and `tagged_at`.
 */
export async function moveDeletedTags(
  tx: TransactionSql,
  workspaceId: string,
  target: PendingQuery<Row[]>,
): Promise<void> {
  await tx`
    with target as materialized (${target}), deleted as materialized (
      select distinct on (d.tag_id) d.* from tag_changes d
      where d.workspace_id = ${workspaceId} and d.kind = 'deleted'
        and not exists (select from tags g where g.workspace_id = ${workspaceId} and g.id = d.tag_id)
      order by d.tag_id, d.change_id desc
    ), wanted as materialized (
      select t.contact_id, one.tag_id, one.at
      from target t cross join lateral unnest(t.tag_ids, t.tagged_at) as one(tag_id, at)
    ), had as materialized (
      select d.change_id, d.tag_id, one.contact_id, one.at,
        one.contact_id in (select contact_id from target) as is_asked,
        (one.contact_id, d.tag_id) in (select contact_id, tag_id from wanted) as is_wanted
      from deleted d cross join lateral unnest(d.contact_ids, d.tagged_at) as one(contact_id, at)
    ), given as (
      select d.change_id, d.tag_id, w.contact_id, w.at
      from wanted w join deleted d on d.tag_id = w.tag_id
      where ((w.contact_id, w.tag_id) in (select contact_id, tag_id from had where is_asked)) is false
    ), moved as materialized (
      select change_id, tag_id, coalesce(array_agg(contact_id) filter (where not is_taken), '{}') as contact_ids,
        coalesce(array_agg(at) filter (where not is_taken), '{}') as tagged_at
      from (
        select change_id, tag_id, contact_id, at, is_asked and not is_wanted as is_taken, false as is_given from had
        union all
        select *, false, true from given) one
      group by change_id, tag_id having bool_or(is_taken or is_given)
    )
    update tag_changes d set contact_ids = moved.contact_ids, tagged_at = moved.tagged_at
    from moved where d.workspace_id = ${workspaceId} and d.change_id = moved.change_id and d.tag_id = moved.tag_id`;
}

/** SQL for the tags that contacts had before the set, for `moveDeletedTags`. */
export function formerTags(tx: TransactionSql, { workspaceId, id }: Undone, ids: string[]) {
  return tx`
    select contact_id, tag_ids, tagged_at from contact_changes
    where workspace_id = ${workspaceId} and change_id = ${id} and contact_id = any(${ids}::uuid[]) and tag_ids is not null`;
}
