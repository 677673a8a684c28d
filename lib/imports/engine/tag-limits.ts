import type { TransactionSql } from "postgres";
import { joinShardTx } from "@/db/shard";
import { newId } from "@/lib/ids";
import type { OverfullCode } from "@/lib/imports/rows/custom-limits";
import type { RowError } from "@/lib/imports/rows/row";
import { LIMITS } from "@/lib/limits";
import { type Colored, freeColors } from "@/lib/tag-colors";
import { rereadBatch } from "./batches";
import { identifyBatch } from "./identify";
import type { Batch, LoadedImport, MergePlan, TagRoom } from "./plan";
import { MANY_TAGS } from "./rows-by-email";
import { TAGGED_TABLE } from "./work-tables";

const { max: MAX_TAGS } = LIMITS.tags_per_workspace;
const { max: MAX_CARRIED } = LIMITS.tags_per_contact;

const NO_ROOM: RowError = {
  column: null,
  code: "too_many_workspace_tags",
  message: `A workspace can have at most ${MAX_TAGS} tags; with this row it would have more. Delete tags that are no longer used.`,
};

/**
 * Of two transactions that create tags in a workspace, the second waits for the first; otherwise both could find room
 * for the last one. Batches without new tag names, the usual case, do not wait.
 */
async function lockTags(
  tx: TransactionSql,
  { workspaceId }: { workspaceId: string },
  { tags }: Batch,
): Promise<void> {
  if (tags.size < MANY_TAGS) {
    const [news] = await tx`
      select from unnest(${[...tags]}::text[]) as n(name) where not exists (
        select from tags t where t.workspace_id = ${workspaceId} and t.name_key = fold_text(n.name)) limit 1`;
    if (!news) return;
  }
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
}

/**
 * The batch as it can be merged: each row with the contact that it is about, and without rows that must fail because
 * of it or for lack of room for their tags. Creates the tags.
 */
export async function fitBatch(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  { locking }: { locking: boolean },
): Promise<Batch> {
  const identified = await identifyBatch(tx, job, batch);
  const fitting = await createTags(tx, job, identified, { locking });
  if (fitting !== identified && identified !== batch) identified.lines.release();
  return fitting;
}

/**
 * Creates the tags that rows name and the workspace does not have (in whichever schema comes first). If there is no
 * room for all of them, the batch is read again without the rows that need more than is left, each considered by
 * itself and in file order.
 */
function createTags(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  { locking }: { locking: boolean },
): Promise<Batch> {
  return createTagsOf(tx, job.plan, batch, { locking, reread: (room) => rereadBatch(job, batch, { room }) });
}

/** The same for rows that `reread` reads from any source. */
export async function createTagsOf(
  tx: TransactionSql,
  plan: MergePlan,
  batch: Batch,
  { locking, reread }: { locking: boolean; reread: (room: TagRoom) => Promise<Batch> },
): Promise<Batch> {
  if (batch.tags.size === 0) return batch;
  if (locking) await lockTags(tx, plan, batch);
  const made = batch.tags.size < MANY_TAGS ? await createAll(tx, plan, batch.tags) : null;
  if (made) return Object.assign(batch, { newTags: made });
  const room = await openRoom(tx, plan.workspaceId);
  const fitting = await reread(room);
  return Object.assign(fitting, { newTags: (await createAll(tx, plan, room.taken)) ?? [] });
}

/**
 * Deletes those of a batch's new tags that no contact got, because the rows that name them were skipped or failed, or
 * may not change tags. Only the merge determines this, so it comes first.
 */
export async function dropUnusedTags(
  tx: TransactionSql,
  { workspaceId, importId, isChangeSet }: MergePlan,
  { newTags }: Batch,
): Promise<void> {
  if (newTags.length === 0) return;
  const unused = await tx<{ id: string }[]>`
    delete from tags t where t.workspace_id = ${workspaceId} and t.id = any(${newTags}::uuid[]) and not exists (
      select from contact_tags g where g.workspace_id = ${workspaceId} and g.tag_id = t.id)
    returning id`;
  if (!isChangeSet || unused.length === 0) return;
  await tx`
    delete from tag_changes
    where workspace_id = ${workspaceId} and change_id = ${importId} and tag_id = any(${unused.map(({ id }) => id)}::uuid[])`;
}

/**
 * Creates all of these tags as the import's, or none; returns their ids. Of two spellings of one name the first is
 * used. Each tag gets a colour that few others in the workspace have.
 */
async function createAll(
  tx: TransactionSql,
  { workspaceId, importId, isChangeSet }: MergePlan,
  tags: ReadonlySet<string>,
): Promise<string[] | null> {
  const names = await missingNames(tx, workspaceId, tags);
  if (names.length === 0) return [];
  const ids = names.map(() => newId());
  const held = await tx<Colored[]>`select name, color from tags where workspace_id = ${workspaceId}`;
  const colors = freeColors(names, held);
  const [row] = await tx<{ made: string[] | null }[]>`
    with missing as (
      select n.id, n.name, n.color
      from unnest(${ids}::uuid[], ${names}::text[], ${colors}::text[]) as n(id, name, color)
      where not exists (
        select from tags t where t.workspace_id = ${workspaceId} and t.name_key = fold_text(n.name))
    ), room as (
      select count(*) = 0 or count(*) + (select count(*) from tags where workspace_id = ${workspaceId}) <= ${MAX_TAGS}
        as fits
      from missing
    ), made as (
      insert into tags (workspace_id, id, name, color, import_id, written_by)
      select own.workspace_id, id, name, color, ${isChangeSet ? null : importId}::uuid, ${isChangeSet ? importId : null}::uuid
      from missing ${joinShardTx(tx, workspaceId)} where (select fits from room)
      on conflict (workspace_id, name_key) do nothing
      returning id
    )${isChangeSet ? tx`, ${creations(tx, workspaceId, importId)}` : tx``}
    select case when fits then array(select id from made) end as made from room`;
  return row?.made ?? null;
}

/** Those of the names that no tag of the workspace has, in their order. */
async function missingNames(tx: TransactionSql, workspaceId: string, names: Iterable<string>) {
  const rows = await tx<{ name: string }[]>`
    select name from (
      select distinct on (fold_text(n.name)) n.name, n.place
      from unnest(${[...names]}::text[]) with ordinality as n(name, place)
      where not exists (
        select from tags t where t.workspace_id = ${workspaceId} and t.name_key = fold_text(n.name))
      order by fold_text(n.name), n.place) missing
    order by place`;
  return rows.map(({ name }) => name);
}

/** A part of a `with`: the entries for the tags that a change set creates. */
function creations(tx: TransactionSql, workspaceId: string, id: string) {
  return tx`noted as (
    insert into tag_changes (workspace_id, change_id, tag_id, kind, after)
    select own.workspace_id, ${id}::uuid, made.id, 'created', ${id}::uuid
    from made ${joinShardTx(tx, workspaceId)})`;
}

/** The remaining room for tags in the workspace, given to rows in the order in which they ask. */
async function openRoom(tx: TransactionSql, workspaceId: string): Promise<TagRoom & { taken: Set<string> }> {
  const [row] = await tx<
    { n: number }[]
  >`select count(*)::int as n from tags where workspace_id = ${workspaceId}`;
  let left = Math.max(0, MAX_TAGS - (row?.n ?? 0));
  const taken = new Set<string>();
  const takenKeys = new Set<string>();
  /** Name → its key, for those that the workspace does not have. */
  let missing = new Map<string, string>();
  return {
    taken,
    async learn(names) {
      const rows = await tx<{ name: string; key: string }[]>`
        select n.name, fold_text(n.name) as key from unnest(${[...names]}::text[]) as n(name)
        where not exists (
          select from tags t where t.workspace_id = ${workspaceId} and t.name_key = fold_text(n.name))`;
      missing = new Map(rows.map(({ name, key }) => [name, key]));
    },
    refuse(tags) {
      const wanted = new Map<string, string>();
      for (const name of tags ?? []) {
        const key = missing.get(name);
        if (key !== undefined && !takenKeys.has(key) && !wanted.has(key)) wanted.set(key, name);
      }
      if (wanted.size > left) return NO_ROOM;
      left -= wanted.size;
      for (const [key, name] of wanted) {
        takenKeys.add(key);
        taken.add(name);
      }
      return null;
    },
  };
}

/**
 * The contacts to which the merge gave more tags than allowed, by e-mail; null if there are none. Checked after the
 * contacts were written, because their locks make another import's tags visible by then. If the workspace has no more
 * tags than a contact may have, nothing is counted. No join, for which the planner would begin with all contacts.
 */
export async function findOvertagged(
  tx: TransactionSql,
  workspaceId: string,
): Promise<Record<string, OverfullCode> | null> {
  const [row] = await tx.unsafe<{ codes: Record<string, OverfullCode> | null }[]>(
    `select jsonb_object_agg(
       (select email from contacts c where c.workspace_id = $1 and c.id = o.contact_id), 'too_many_tags') as codes
     from (
       select g.contact_id from (select * from ${TAGGED_TABLE}) g
       where (select count(*) from (select 1 from tags where workspace_id = $1 limit ${MAX_CARRIED + 1}) few) > ${MAX_CARRIED}
         and (select count(*) from contact_tags t
           where t.workspace_id = $1 and t.contact_id = g.contact_id) > ${MAX_CARRIED}
       offset 0) o`,
    [workspaceId],
  );
  return row?.codes ?? null;
}
