import type { TransactionSql } from "postgres";
import { givesUpFormer } from "./undo-opt-outs";
import type { Undone } from "./undone";

/**
 * Contacts that an undo restores except for their opt-out, because the opt-out was also recorded by another writer and
 * the database keeps it.
 */

/**
 * SQL for whether `m` will stay unsubscribed although it was subscribed before the set: its address also has an opt-out
 * from another source, or one that belongs to no writer since a contact was deleted.
 */
export function staysOut(tx: TransactionSql, { workspaceId, id }: Omit<Undone, "by">) {
  const to = tx`coalesce(m.email, m.now_email)`;
  return tx`case when not m.is_unsubscribed and (m.now_is_unsubscribed or ${to} is distinct from m.now_email) then exists (
      select from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and k.workspace_id = ${workspaceId}
        and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, ${to})
        and not (m.now_is_unsubscribed and (o.import_id is not distinct from m.after or o.import_id is not distinct from ${id}::uuid)))
    else false end`;
}

/**
 * Those of these contacts that would be restored but stay unsubscribed (`stays`), or that give up a former opt-out
 * (`givesUpFormer`).
 */
export async function predictStillOut(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  ids: string[],
): Promise<{ id: string; stays: boolean; gives: boolean }[]> {
  if (ids.length === 0) return [];
  return tx`
    select * from (select m.id, ${staysOut(tx, { workspaceId, id })} as stays, ${givesUpFormer(tx, workspaceId)} as gives from (
      select e.contact_id as id, e.email, e.is_unsubscribed, e.after, c.email as now_email,
        coalesce(c.is_unsubscribed, false) as now_is_unsubscribed
      from contact_changes e
      left join lateral (
        select c.* from contacts c where c.workspace_id = ${workspaceId} and c.id = e.contact_id offset 0) c on true
      where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = any(${ids}) offset 0
    ) m) predicted
    where stays or gives order by id`;
}

/** Those of these contacts that were restored but are still unsubscribed. */
export async function findStillOut(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select e.contact_id as id
    from contact_changes e cross join lateral (
      select from contacts c
      where c.workspace_id = ${workspaceId} and c.id = e.contact_id and c.is_unsubscribed offset 0) c
    where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.contact_id = any(${ids})
      and not e.is_unsubscribed
    order by 1`;
  return rows.map((row) => row.id);
}
