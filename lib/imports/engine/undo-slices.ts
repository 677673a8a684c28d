import type { Sql, TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";
import { NOW_COLUMNS, nowTags, rules } from "@/lib/changes/undo-slices";
import { type Asked, earlierUndos } from "@/lib/changes/undone";
import { contactsWithIds } from "@/lib/contacts/with-ids";
import { firstIdAt } from "@/lib/ids";
import { textColumns } from "@/lib/imports/rows/encode";
import type { UndoResult } from "@/lib/imports/schemas";
import { ONLY_LOOK_UPS } from "./staging";

/** What an undo reads and what it may change; shared by the undo and its preview. */

/**
 * Tolerated difference between the database's clock and the one that ids are made by; beyond it, finding created
 * contacts takes a search.
 */
const CLOCKS_DIFFER = "interval '1 s'";

/** Restore what was updated, then remove what was created. */
export type Phase = "restore" | "remove";

/** The import that is undone. The values that an undo records are named as in lib/changes/undo-slices.ts. */
export interface Undone {
  workspaceId: string;
  id: string;
}

/** Whether the statement only reads contacts, locks those it reads, or reads those that `lockSlice` has locked. */
export type Reading = "preview" | "locking" | "locked";

/**
 * Locks the contacts of a slice, in order of address, where the statement that reads them cannot: a distributed
 * database runs the parts of a `with` one after the other, each seeing what exists by then, and corrupts the result of
 * one that locks.
 */
export async function lockSlice(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  first: string,
  last: string,
) {
  if (!(await isDistributed(tx))) return "locking";
  await tx`
    select id from contacts
    where workspace_id = ${workspaceId} and id between ${first} and ${last} and written_by = ${id}
    order by email for update`;
  return "locked";
}

/**
 * The contacts of a slice, by the primary key and in its order. Otherwise the planner sorts the whole workspace for
 * each slice.
 */
export async function readSlice(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  phase: Phase,
  cursor: string | null,
): Promise<string[]> {
  // A shard reads the parts of a statement as files of known size: there the planner is right without help.
  const isTold = !(await isDistributed(tx));
  if (isTold) await tx.unsafe(`set local enable_sort = off; ${ONLY_LOOK_UPS}`);
  const rows =
    phase === "remove"
      ? await readCreated(tx, { workspaceId, id }, cursor)
      : await tx<{ id: string }[]>`
          select distinct j.contact_id as id from import_changes j
          where j.workspace_id = ${workspaceId} and j.import_id = ${id}
            and (${cursor}::uuid is null or j.contact_id > ${cursor}::uuid)
          order by 1 limit ${rules.slice}`;
  if (isTold) await tx`set local enable_sort = on`;
  return rows.map((row) => row.id);
}

/**
 * Contacts that an import created have ids of its time. If it created less than a slice and as many are found there, they
 * are all. Otherwise the whole workspace is searched: some were deleted since, the import was resumed, or a clock was wrong.
 */
async function readCreated(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  cursor: string | null,
): Promise<{ id: string }[]> {
  const firstAt = (time: string) =>
    tx.unsafe(`(lpad(to_hex(floor(1000 * extract(epoch from ${time}))::bigint), 12, '0')
    || right(replace('${firstIdAt(0)}', '-', ''), -12))::uuid`);
  const [few] = await tx<{ created: number; ids: string[] }[]>`
    select i.created_rows as created, array(
      select c.id from contacts c
      where c.workspace_id = ${workspaceId} and c.import_id = ${id} and i.created_rows > 0
        and c.id between ${firstAt(`i.started_at - ${CLOCKS_DIFFER}`)}
          and ${firstAt(`i.completed_at + ${CLOCKS_DIFFER}`)}
      order by c.id)::text[] as ids
    from imports i
    where i.workspace_id = ${workspaceId} and i.id = ${id} and i.created_rows < ${rules.slice} and ${cursor}::uuid is null`;
  if (few && few.ids.length === few.created) return few.ids.map((one) => ({ id: one }));
  return tx<{ id: string }[]>`
    select c.id from contacts c
    where c.workspace_id = ${workspaceId} and c.import_id = ${id}
      and (${cursor}::uuid is null or c.id > ${cursor}::uuid)
    order by c.id limit ${rules.slice}`;
}

/**
 * For a `with`: `mine` are the contacts that the import changed and that nobody has written since, with their former
 * values. Reads one range of the journal, joined step by step: when the slice itself was joined, the planner expected
 * one row, and 100 000 contacts took 235 s instead of 1.4 s.
 */
export function changedAlone(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  first: string,
  last: string,
  reading: Reading,
) {
  return tx`
    slice as (
      select distinct on (j.contact_id) j.*,
        count(*) filter (where j.added_tags is null) over (partition by j.contact_id) as writers, (
        select array_agg(tag) from import_changes a cross join unnest(a.added_tags) as tag
        where a.workspace_id = ${workspaceId} and a.import_id = ${id} and a.contact_id = j.contact_id
      ) as tags
      from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id between ${first} and ${last}
      order by j.contact_id, j.seq
    ), mine as (
      select s.*, c.id, ${tx.unsafe(NOW_COLUMNS)}, ${id}::uuid as after, null::uuid as merged_into, s.tags as tag_ids,
        null::timestamptz[] as tagged_at, carried.*, s.tags is not null
        or coalesce(s.email <> c.email, false) or
        (${tx.unsafe(textColumns("c"))}, c.is_unsubscribed, c.custom_fields) is distinct from
        (${tx.unsafe(textColumns("s"))}, s.is_unsubscribed, s.custom_fields) as differs
      from slice s join contacts c on c.workspace_id = ${workspaceId} and c.id = s.contact_id
      ${nowTags(tx, workspaceId)}
      where c.written_by = ${id} and c.import_id is distinct from ${id} and s.writers = 1
        and (s.email is null or s.email = c.email or not exists (
          select from contacts o where o.workspace_id = ${workspaceId} and o.email = s.email))
      ${reading === "locking" ? tx`order by c.email for no key update of c` : tx``}
    )`;
}

/**
 * Contacts the import created are removed, unless edited since: those in its journal were edited before it wrote them
 * again. The journal is queried for each contact by itself: joined, it was read whole for each, and 3 000 contacts
 * took 5 s instead of 0.04.
 */
export function createdAlone(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  first: string,
  last: string,
  reading: Reading,
) {
  const former = tx`${tx.unsafe(NOW_COLUMNS)}, ${id}::uuid as after, null::uuid as merged_into, null::text as email, carried.*`;
  return tx`
      select c.id, ${reading === "preview" ? tx`true as differs` : former} from contacts c ${reading === "preview" ? tx`` : nowTags(tx, workspaceId)}
      where c.workspace_id = ${workspaceId} and c.id between ${first} and ${last}
        and c.import_id = ${id} and c.written_by = ${id}
        and (
          select true from import_changes j
          where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id = c.id limit 1
        ) is null
      ${reading === "locking" ? tx`order by c.email for update of c` : tx``}`;
}

/**
 * The kept contacts to list, including those that the import changed and that were deleted since: they can come back
 * with its values. Not those that an earlier undo of the import restored, nor deleted contacts that it created. Those
 * created by the import belong to the second phase.
 */
export async function keptOf(
  tx: TransactionSql,
  undone: Asked,
  phase: Phase,
  left: string[],
): Promise<string[]> {
  if (left.length === 0) return [];
  const { workspaceId, id } = undone;
  const isUndone = (contact: string) => tx`exists (
        select from contact_changes x
        where x.workspace_id = ${workspaceId} and x.change_id = any(${earlierUndos(tx, undone)})
          and x.contact_id = ${tx.unsafe(contact)})`;
  const rows = await tx<{ id: string }[]>`
    select c.id from ${contactsWithIds(tx, workspaceId, left)}
    where (${phase === "remove"} or c.import_id is distinct from ${id} and c.written_by is distinct from (
        select j.written_by from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id = c.id
        order by j.seq limit 1))
      and not ${isUndone("c.id")}
    union all
    select gone.id from unnest(${phase === "restore" ? left : []}::uuid[]) as gone(id)
    where exists (
        select from contact_changes e
        where e.workspace_id = ${workspaceId} and e.contact_id = gone.id and e.kind = 'deleted'
          and e.import_id is distinct from ${id})
      and not exists (select from contacts c where c.workspace_id = ${workspaceId} and c.id = gone.id)
      and not ${isUndone("gone.id")}
    order by id`;
  return rows.map((row) => row.id);
}

/** Kept contacts by their current address or, if they were deleted, by their last one; erased ones are left out. */
export async function nameKept(
  tx: Sql | TransactionSql,
  workspaceId: string,
  ids: string[],
): Promise<UndoResult["kept_contacts"]> {
  const rows = await tx<UndoResult["kept_contacts"]>`
    select distinct on (id) id, email, exists from (
      select id, email, true as exists, null::uuid as change_id from contacts
      where workspace_id = ${workspaceId} and id = any(${ids})
      union all
      select contact_id, email, false, change_id from contact_changes
      where workspace_id = ${workspaceId} and contact_id = any(${ids}) and kind = 'deleted' and email is not null
    ) named order by id, exists desc, change_id desc`;
  return [...rows];
}

/** A contact as the import found it. */
export interface PutBack {
  id: string;
  /** False if the import only repeated its opt-out. */
  differs: boolean;
  /** Whether it was unsubscribed before; only for restored contacts. */
  was_out?: boolean;
}

/** How many of these contacts stay unsubscribed although they were subscribed before the import. */
export async function countOut(
  tx: TransactionSql,
  { workspaceId }: Undone,
  rows: PutBack[],
): Promise<number> {
  const ids = rows.filter(({ was_out }) => was_out === false).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from ${contactsWithIds(tx, workspaceId, ids)} where c.is_unsubscribed`;
  return row?.n ?? 0;
}
