import { pg } from "@/db/client";
import { originOf } from "@/lib/contacts/opt-outs";

/**
 * Whether undoing a change set could subscribe a person again: an opt-out recorded only by this set still stands, or
 * the set is an undo that has withdrawn one. Also true if the contact was edited since and would be kept.
 */
export function withdrawsOptOuts(workspaceId: string, id: string): Promise<boolean> {
  return pg().begin("isolation level repeatable read, read only", async (tx) => {
    const { origin, isUndo } = await originOf(tx, workspaceId, id);
    const own = isUndo ? [id] : [id, origin];
    const [done] = await tx<{ undo: string | null }[]>`
      select coalesce(s.undone_by, i.undo_change_id) as undo from change_sets s
      left join imports i on i.workspace_id = ${workspaceId} and i.id = s.id
      where s.workspace_id = ${workspaceId} and s.id = ${id}`;
    const undo = done?.undo ?? null;
    const [row] = await tx<{ withdraws: boolean }[]>`
      select exists (
          select from opt_outs where workspace_id = ${workspaceId} and import_id = any(${own}::uuid[]))
        or exists (
          select from contact_changes e
          join contacts c on c.workspace_id = ${workspaceId} and c.id = e.contact_id and c.is_unsubscribed
          join opt_outs o on o.workspace_id = ${workspaceId} and o.import_id = e.after
          where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.is_unsubscribed is not true)
        or exists (
          select from withdrawn_opt_outs w where w.workspace_id = ${workspaceId} and w.change_id = ${undo}::uuid)
        or exists (
          select from contact_changes x
          where x.workspace_id = ${workspaceId} and x.change_id = ${undo}::uuid and x.is_unsubscribed and not exists (
            select from contacts c
            where c.workspace_id = ${workspaceId} and c.id = x.contact_id and c.is_unsubscribed)) as withdraws`;
    return row?.withdraws ?? false;
  });
}
