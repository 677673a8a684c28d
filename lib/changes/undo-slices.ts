import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";
import { joinShardTx } from "@/db/shard";
import { adoptKeys } from "@/lib/contacts/custom-keys";
import { SEARCHED, TEXT_FIELDS } from "@/lib/contacts/fields";
import { contactsWithIds, inWorkspaceOfTx } from "@/lib/contacts/with-ids";
import { KEPT_COLUMNS, keptColumns } from "./record";
import { addDeletedTags, formerTags, moveDeletedTags } from "./undo-carriers";
import { forgotten, leftSubscribed, settleOptOuts, type Touched, touched } from "./undo-opt-outs";
import { type Asked, earlierUndos, type Undone } from "./undone";

/**
 * What happens to a contact. `gone`: it is already in the target state. The others say why it stays: it was changed
 * or deleted since, another contact has the address or the id now, the one it was merged into does not get its
 * values (`not_merged`), or it would lose those of the one that was merged into it and cannot come back (`not_separated`).
 */
export type Verdict = "remove" | "restore" | "bring_back" | "gone" | Staying;
type Staying = (typeof STAYING)[number];
export const STAYING = [
  "edited",
  "deleted",
  "email_taken",
  "external_id_taken",
  "not_merged",
  "not_separated",
] as const;

interface Judged {
  id: string;
  verdict: Verdict;
  /** The last change set that wrote the contact, if that is the reason. */
  by: string | null;
}

/** How the undo works. Tests substitute faulty versions, to prove that they would notice. */
export const rules = {
  /** Contacts of one slice: well below a second of work. */
  slice: 5000,
  /** Whether the contact is as the set left it: `written_by` identifies the state, independent of clocks. */
  asLeft: "c.written_by is not distinct from e.after",
  isLocked: true,
};

/** The next contacts of the set, by its key. */
export async function readSlice(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  cursor: string | null,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select contact_id as id from contact_changes
    where workspace_id = ${workspaceId} and change_id = ${id}
      and (${cursor}::uuid is null or contact_id > ${cursor}::uuid)
    order by contact_id limit ${rules.slice}`;
  return rows.map((row) => row.id);
}

/**
 * Locks contacts in order of e-mail, as everywhere, in a separate statement: a concurrent edit has either committed,
 * and is found as the last writer, or waits and finds the contact restored.
 */
export async function lockContacts(tx: TransactionSql, { workspaceId }: Undone, ids: string[]) {
  if (!rules.isLocked) return;
  await tx`
    select from contacts where workspace_id = ${workspaceId} and id = any(${ids}) order by email for update`;
}

interface JudgedEntry extends Judged {
  merged_into: string | null;
  /** The contact is already in the state that the undo is to restore. */
  is_back: boolean;
}

const TAKEN = new Set<Verdict>(["email_taken", "external_id_taken"]);

/** Decides what happens to these contacts of the set. */
export async function judge(tx: TransactionSql, undone: Asked, ids: string[]): Promise<Judged[]> {
  const { workspaceId, id } = undone;
  const judged = await tx<JudgedEntry[]>`
    select judged.id, judged.verdict, judged.merged_into, judged.is_back, case judged.verdict
        when 'edited' then judged.written_by
        when 'deleted' then (
          select d.change_id from contact_changes d
          where d.workspace_id = ${workspaceId} and d.contact_id = judged.id and d.kind = 'deleted'
          order by d.change_id desc limit 1)
      end as by
    from (
      select e.contact_id as id, c.written_by, e.merged_into,
        coalesce(e.kind = 'changed' and c.written_by = e.written_by, false) as is_back, case
          when exists (
            select from contact_changes x
            where x.workspace_id = ${workspaceId} and x.change_id = any(${earlierUndos(tx, undone)})
              and x.contact_id = e.contact_id) then 'gone'
          when e.kind = 'deleted' then case when c.id is not null then 'gone' else coalesce(taken.by, 'bring_back') end
          when c.id is null then case e.kind when 'created' then 'gone' else 'deleted' end
          when not (${tx.unsafe(rules.asLeft)}) then case
            when e.kind = 'changed' and c.written_by is not distinct from e.written_by then 'gone' else 'edited' end
          when e.kind = 'created' then 'remove'
          else coalesce(taken.by, 'restore') end as verdict
      from contact_changes e
      left join lateral (
        select c.* from contacts c where c.workspace_id = ${workspaceId} and c.id = e.contact_id offset 0
      ) c on true
      cross join lateral (
        select case when ${isTaken(tx, { workspaceId, id }, ids, "email")} then 'email_taken'
          when ${isTaken(tx, { workspaceId, id }, ids, "external_id")} then 'external_id_taken' end as by
      ) taken
      where e.workspace_id = ${workspaceId} and e.change_id = ${id}
        and e.contact_id = any(${ids})
    ) judged order by 1`;
  const lost = new Set(judged.filter(({ verdict }) => TAKEN.has(verdict)).map((one) => one.merged_into));
  return judged.map(({ merged_into, is_back, ...one }) => {
    if (one.verdict === "restore" && lost.has(one.id)) return { ...one, verdict: "not_separated" };
    if (one.verdict !== "remove" || merged_into === null) return one;
    const survivor = judged.find((other) => other.id === merged_into);
    if (survivor?.verdict === "restore" || survivor?.is_back) return one;
    return { ...one, verdict: "not_merged", by: survivor?.by ?? null };
  });
}

/**
 * SQL for whether another contact has the former address or id of entry `e` and does not give it up earlier in this
 * slice. Contacts that the set created are removed first; then changed ones are restored, unless another contact has
 * their former address or id.
 */
function isTaken(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  ids: string[],
  key: "email" | "external_id",
) {
  const [of, held] = [tx.unsafe(`e.${key}`), tx.unsafe(`o.${key}`)];
  const [former, other] = [tx.unsafe(`v.${key}`), tx.unsafe(`x.${key}`)];
  return tx`exists (
    select from contacts o
    where o.workspace_id = ${workspaceId} and ${held} = ${of} and o.id <> e.contact_id and not exists (
      select from contact_changes v
      where v.workspace_id = ${workspaceId} and v.change_id = ${id} and v.contact_id = o.id
        and v.contact_id = any(${ids}) and o.written_by is not distinct from v.after
        and (v.kind = 'created' or v.kind = 'changed' and e.kind = 'deleted' and ${former} is distinct from ${held}
          and not exists (
            select from contacts x where x.workspace_id = ${workspaceId} and ${other} = ${former}))))`;
}

/** The current values of contact `c`, in the form of `mine`. */
export const NOW_COLUMNS = KEPT_COLUMNS.map((name) => `c.${name} as now_${name}`).join(", ");
const NOW_VALUES = KEPT_COLUMNS.map((name) => `m.now_${name}`).join(", ");
/** The same, but values that an erased contact had handed over are replaced by those that the undo restores. */
const OWN_VALUES = KEPT_COLUMNS.map(ownValue).join(", ");

function ownValue(name: string): string {
  if (name === "custom_fields")
    return `case when m.erased_new is null then m.now_custom_fields else (
      select jsonb_object_agg(key, value) from (
        select key, value from jsonb_each(m.now_custom_fields) where 'custom_fields.' || key <> all(m.erased_new)
        union all
        select key, value from jsonb_each(m.custom_fields) where 'custom_fields.' || key = any(m.erased_new)) own) end`;
  if (name !== "email" && !TEXT_FIELDS.some((field) => field === name)) return `m.now_${name}`;
  return `case when '${name}' = any(m.erased_new) then m.${name} else m.now_${name} end`;
}
const OWN_TAGS = ["tags", "tagged_at"]
  .map(
    (name) => `case when 'tags' = any(m.erased_new) then m.${name === "tags" ? "tag_ids" : name}
      when m.tag_ids is not null then m.now_${name} end`,
  )
  .join(", ");

/** For a `with`: the entries of these contacts, beside the current contacts and their tags. */
function mine(tx: TransactionSql, { workspaceId, id }: Undone, ids: string[]) {
  return tx`mine as materialized (
    select c.workspace_id, c.id, ${tx.unsafe(NOW_COLUMNS)}, e.after, ${tx.unsafe(keptColumns("e"))}, e.tag_ids, e.tagged_at,
      e.merged_into, e.left_subscribed, e.erased_new, carried.now_tags, carried.now_tagged_at
    from ${contactsWithIds(tx, workspaceId, ids)} cross join lateral (
      select * from contact_changes e
      where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = one.id offset 0) e
    ${nowTags(tx, workspaceId)})`;
}

/** For a `from`: the current tags of contact `c`, as `carried`. */
export function nowTags(tx: TransactionSql, workspaceId: string) {
  return tx`cross join lateral (
    select coalesce(array_agg(t.tag_id order by t.tag_id), '{}') as now_tags,
      coalesce(array_agg(t.created_at order by t.tag_id), '{}') as now_tagged_at
    from contact_tags t where t.workspace_id = ${workspaceId} and t.contact_id = c.id) carried`;
}

/**
 * Records former values for the undo itself, so that it can be undone. Contacts that remain get back the `written_by`
 * from before the set.
 */
export function journaled(tx: TransactionSql, { workspaceId, by }: Undone, kind: "changed" | "deleted") {
  const isGone = kind === "deleted";
  return tx`journaled as (
    insert into contact_changes (workspace_id, change_id, contact_id, kind, after, merged_into, left_subscribed, erased_old,
      ${tx.unsafe(keptColumns())}, tag_ids, tagged_at)
    select own.workspace_id, ${by}::uuid, m.id, ${kind}, ${isGone ? tx`null::uuid` : tx`m.written_by`}, m.merged_into,
      ${isGone ? tx`null::boolean, null` : tx`${leftSubscribed(tx, workspaceId)}, m.erased_new`},
      ${tx.unsafe(isGone ? NOW_VALUES : OWN_VALUES)}, ${tx.unsafe(isGone ? "m.now_tags, m.now_tagged_at" : OWN_TAGS)}
    from mine m ${joinShardTx(tx, workspaceId)} on conflict do nothing returning contact_id)`;
}

/**
 * Removes tags from contacts for which `leaves` holds. By arrays, which match both keys of the table: a join with
 * `mine` read all tags of the workspace for a handful of contacts.
 */
export function untagged(tx: TransactionSql, workspaceId: string, leaves: string) {
  return tx`leaving as materialized (
      select m.id, tag from mine m cross join unnest(m.now_tags) as tag where ${tx.unsafe(leaves)}
    ), untagged as (
      delete from contact_tags t
      where t.workspace_id = ${workspaceId} and t.contact_id = any(array(select id from leaving))
        and t.tag_id = any(array(select tag from leaving))
        and ((t.contact_id, t.tag_id) in (select id, tag from leaving)) is true
    )`;
}

/** Restores former values and tags. */
export async function restore(tx: TransactionSql, undone: Undone, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspaceId } = undone;
  await addDeletedTags(tx, undone, "id", ids);
  const distributed = await isDistributed(tx);
  const restored = await tx<Touched[]>`
    with ${mine(tx, undone, ids)}, ${journaled(tx, undone, "changed")},
    ${forgotten(tx, undone, { isSubscribed: "not m.is_unsubscribed", isDistributed: distributed })},
    ${untagged(tx, workspaceId, "tag <> all(m.tag_ids)")}, tagged as (
      insert into contact_tags (workspace_id, tag_id, contact_id, created_at)
      select g.workspace_id, g.id, m.id, former.at
      from mine m cross join lateral unnest(m.tag_ids, m.tagged_at) as former(tag, at)
      join tags g on g.workspace_id = ${workspaceId} and g.id = former.tag
      on conflict do nothing
    )
    update contacts c set (${tx.unsafe(keptColumns())}) = row(${tx.unsafe(keptColumns("m"))})
    from mine m where ${inWorkspaceOfTx(tx, workspaceId, { of: "c", by: "m", isDistributed: distributed })} and c.id = m.id
    returning ${touched(tx, undone)}`;
  await adoptKeys(tx, workspaceId, ids);
  await addDeletedTags(tx, undone, "by", ids);
  await moveDeletedTags(tx, workspaceId, formerTags(tx, undone, ids));
  await settleOptOuts(tx, undone, restored);
}

/**
 * Removes what the set created. An opt-out recorded only by the set is deleted first, because deleting a contact
 * preserves its opt-out.
 */
export async function remove(tx: TransactionSql, undone: Undone, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspaceId } = undone;
  await tx`
    with ${mine(tx, undone, ids)}, ${journaled(tx, undone, "deleted")}, 
    ${forgotten(tx, undone, { isSubscribed: "true", isDistributed: await isDistributed(tx) })}
    update contacts set is_unsubscribed = false
    where workspace_id = ${workspaceId} and id = any(array(select id from forgotten))`;
  await addDeletedTags(tx, undone, "by", ids);
  await tx`delete from contacts where workspace_id = ${workspaceId} and id = any(${ids})`;
}

/** Restores deleted contacts, with their ids and tags. Returns which: an address may have just been taken. */
export async function bringBack(tx: TransactionSql, undone: Undone, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { workspaceId, id, by } = undone;
  // A concurrent erasure of one of them has either committed, or waits and finds the contact.
  await tx`
    select from contact_changes where workspace_id = ${workspaceId} and change_id = ${id} and contact_id = any(${ids})
    order by contact_id for key share`;
  await addDeletedTags(tx, undone, "id", ids);
  // Without statistics on either, a join would compare every new row with every kept one.
  const former = tx`cross join lateral (
    select * from contact_changes e
    where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = made.id offset 0) e`;
  const rows = await tx<{ id: string }[]>`
    with made as (
      insert into contacts (workspace_id, id, ${tx.unsafe(keptColumns())}, search_doc)
      select workspace_id, contact_id, ${tx.unsafe(keptColumns())},
        contact_search_doc(${tx.unsafe(SEARCHED.map((name) => `${name} => ${name}`).join(", "))})
      from contact_changes e
      where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = any(${ids})
      on conflict do nothing returning id
    ), journaled as (
      insert into contact_changes (workspace_id, change_id, contact_id, kind, after, merged_into)
      select own.workspace_id, ${by}, made.id, 'created', e.written_by, e.merged_into
      from made ${joinShardTx(tx, workspaceId)} ${former}
      on conflict do nothing
    ), tagged as (
      insert into contact_tags (workspace_id, tag_id, contact_id, created_at)
      select g.workspace_id, g.id, made.id, former.at
      from made ${former} cross join lateral unnest(e.tag_ids, e.tagged_at) as former(tag, at)
      join tags g on g.workspace_id = ${workspaceId} and g.id = former.tag
      on conflict do nothing
    )
    select id from made`;
  await adoptKeys(tx, workspaceId, ids);
  const back = rows.map((row) => row.id);
  await moveDeletedTags(tx, workspaceId, formerTags(tx, undone, back));
  return back;
}
