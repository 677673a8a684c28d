import type { TransactionSql } from "postgres";
import { FIELD_COLUMNS } from "@/lib/fields/journal";
import type { Undone } from "./undo-slices";

type FieldVerdict = "remove" | "restore" | "bring_back" | "gone" | "edited" | "deleted" | "name_taken";

export interface JudgedField {
  id: string;
  verdict: FieldVerdict;
  by: string | null;
}

/** What is to become of the custom fields of the set. They are locked, unless this only asks. */
export async function judgeFields(
  tx: TransactionSql,
  { workspaceId, id }: Omit<Undone, "by">,
  isLocked: boolean,
): Promise<JudgedField[]> {
  if (isLocked)
    await tx`
      select from field_definitions f join field_changes e on e.workspace_id = ${workspaceId} and e.field_id = f.id
      where f.workspace_id = ${workspaceId} and e.change_id = ${id} order by f.id for update of f`;
  return tx<JudgedField[]>`
    select e.field_id as id, f.written_by as by, case
        when e.kind = 'deleted' then case when f.id is not null then 'gone' when taken.is then 'name_taken'
          else 'bring_back' end
        when f.id is null then case e.kind when 'created' then 'gone' else 'deleted' end
        when f.written_by is distinct from e.after then 'edited'
        when e.kind = 'created' then case when f.is_noted and exists (
            select from contacts c
            where c.workspace_id = ${workspaceId} and c.custom_fields ? f.key and not exists (
              select from contact_changes j
              where j.workspace_id = ${workspaceId} and j.change_id = ${id} and j.contact_id = c.id)
          ) then 'gone' else 'remove' end
        when taken.is then 'name_taken'
        else 'restore' end as verdict
    from field_changes e
    left join field_definitions f on f.workspace_id = ${workspaceId} and f.id = e.field_id
    cross join lateral (
      select exists (
        select from field_definitions o
        where o.workspace_id = ${workspaceId} and o.id <> e.field_id and not (o.is_noted and o.key = e.key)
          and (o.key = e.key or fold_text(o.name) = fold_text(e.name))) as is
    ) taken
    where e.workspace_id = ${workspaceId} and e.change_id = ${id}`;
}

/** Its contacts would get values that the field as it is does not take: then they stay as they are, too. */
export function isBlocked(fields: JudgedField[]): boolean {
  return fields.some(({ verdict }) => ["edited", "deleted", "name_taken"].includes(verdict));
}

/** Takes the set's part of a field back, and notes it for the undo's own undo. */
export async function undoField(
  tx: TransactionSql,
  { workspaceId, id, by }: Undone,
  { id: fieldId, verdict }: JudgedField,
): Promise<void> {
  const columns = tx.unsafe(FIELD_COLUMNS);
  const former = tx`
    select * from field_changes where workspace_id = ${workspaceId} and change_id = ${id} and field_id = ${fieldId}`;
  if (verdict === "restore")
    await tx`
      with former as (${former}), journaled as (
        insert into field_changes (workspace_id, change_id, field_id, kind, after, ${columns})
        select f.workspace_id, ${by}, f.id, 'changed', (select written_by from former), ${columns}
        from field_definitions f where f.workspace_id = ${workspaceId} and f.id = ${fieldId}
      )
      update field_definitions f set (${columns}) = (select ${columns} from former)
      where f.workspace_id = ${workspaceId} and f.id = ${fieldId}`;
  if (verdict === "remove")
    await tx`
      with gone as (
        delete from field_definitions where workspace_id = ${workspaceId} and id = ${fieldId} returning *
      ), ${journalRemoval(tx, workspaceId, by)}`;
  if (verdict === "bring_back") {
    // A write that named the key meanwhile made it text; what it wrote stays.
    await tx`
      delete from field_definitions f using (${former}) e
      where f.workspace_id = ${workspaceId} and f.key = e.key and f.is_noted`;
    await tx`
      with former as (${former}), made as (
        insert into field_definitions (workspace_id, id, ${columns})
        select workspace_id, field_id, ${columns} from former returning id
      ), noted as (
        insert into custom_keys (workspace_id, key) select workspace_id, ${hashOf(tx)} from former on conflict do nothing
      )
      insert into field_changes (workspace_id, change_id, field_id, kind, after)
      select workspace_id, ${by}, field_id, 'created', written_by from former`;
  }
}

/** What follows the fields that are `gone` in a `with`: their keys make room, and they are noted for the undo's own undo. */
export function journalRemoval(tx: TransactionSql, workspaceId: string, by: string) {
  const columns = tx.unsafe(FIELD_COLUMNS);
  return tx`forgotten as (
      delete from custom_keys where workspace_id = ${workspaceId} and key = any (array(select ${hashOf(tx)} from gone))
    )
    insert into field_changes (workspace_id, change_id, field_id, kind, ${columns})
    select workspace_id, ${by}, id, 'deleted', ${columns} from gone`;
}

/** As custom_keys has a key (lib/contacts/custom-keys.ts). */
function hashOf(tx: TransactionSql) {
  return tx`encode(sha256(convert_to(workspace_id::text || key, 'UTF8')), 'hex')`;
}
