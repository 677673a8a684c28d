import type { TransactionSql } from "postgres";
import { originOf } from "@/lib/contacts/opt-outs";
import type { Undone } from "./undone";

/**
 * A tag that was deleted returns to the contacts it had then, which the deletion has recorded. What is undone in
 * between is older than the deletion: it changes whom the tag returns to.
 */

/** SQL for the entries `d` of deletions in effect, of tags that do not exist. */
function deletions(tx: TransactionSql, workspaceId: string) {
  return tx`d.workspace_id = ${workspaceId} and d.kind = 'deleted'
    and (select s.undone_by from change_sets s where s.workspace_id = ${workspaceId} and s.id = d.change_id) is null
    and not exists (select from tags g where g.workspace_id = ${workspaceId} and g.id = d.tag_id)`;
}

/** Restored contacts of the set get back the tags that were deleted after it, once these exist again. */
export async function recordCarriers(
  tx: TransactionSql,
  undone: Pick<Undone, "workspaceId" | "id">,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { workspaceId, id } = undone;
  await tx`
    with again as materialized (
      select d.change_id, d.tag_id, array_agg(e.contact_id) as ids, array_agg(former.at) as ats
      from contact_changes e cross join lateral unnest(e.tag_ids, e.tagged_at) as former(tag, at)
      join tag_changes d on d.workspace_id = ${workspaceId} and d.tag_id = former.tag and d.change_id > ${id}
      where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = any(${ids})
        and ${deletions(tx, workspaceId)}
      group by d.change_id, d.tag_id
    )
    update tag_changes d set contact_ids = d.contact_ids || again.ids, tagged_at = d.tagged_at || again.ats
    from again where d.workspace_id = ${workspaceId} and d.change_id = again.change_id and d.tag_id = again.tag_id`;
}

/** Ways that gave one tag to contacts, or took it from them. */
const TAGGED = new Set(["contact_tagged", "contacts_tagged"]);
const UNTAGGED = new Set(["contact_untagged", "contacts_untagged"]);

/**
 * A deleted tag does not return to contacts from which an undo, or the undo of one, takes it, and returns to those to
 * which it gives it again.
 */
export async function moveCarriers(tx: TransactionSql, undone: Undone, ids: string[]): Promise<void> {
  const { workspaceId, id } = undone;
  const { origin, way, isUndo } = await originOf(tx, workspaceId, id);
  const isGiven = isUndo && TAGGED.has(way);
  const isTaken = isUndo ? UNTAGGED.has(way) : TAGGED.has(way);
  if (!isTaken && !isGiven) return;
  await tx`
    with moved as materialized (
      select d.change_id, d.tag_id, coalesce(array_agg(kept.id) filter (where kept.id is not null), '{}') as ids,
        coalesce(array_agg(kept.at) filter (where kept.id is not null), '{}') as ats
      from tag_changes d
      join change_sets o on o.workspace_id = ${workspaceId} and o.id = ${origin} and o.tag_id = d.tag_id
      left join lateral (
        select one.id, one.at from unnest(d.contact_ids, d.tagged_at) as one(id, at) where one.id <> all(${ids}::uuid[])
        union all
        select one.id, now() from unnest(${isGiven ? ids : []}::uuid[]) as one(id)
      ) kept on true
      where ${deletions(tx, workspaceId)}
      group by d.change_id, d.tag_id
    )
    update tag_changes d set contact_ids = moved.ids, tagged_at = moved.ats
    from moved where d.workspace_id = ${workspaceId} and d.change_id = moved.change_id and d.tag_id = moved.tag_id`;
}
