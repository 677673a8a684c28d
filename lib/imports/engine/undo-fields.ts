import type { TransactionSql } from "postgres";
import { journalRemoval } from "@/lib/changes/undo-fields";

/**
 * Removes the custom fields that an import brought, once its values are taken back: those that nobody has changed since,
 * that no contact has any more and on which neither a segment nor an import that stands relies. They are locked before
 * anything is asked, so that an import that is confirmed meanwhile is seen, or finds them gone. Noted for the undo's undo.
 */
export async function removeFields(
  tx: TransactionSql,
  { workspaceId, id, by }: { workspaceId: string; id: string; by: string },
): Promise<void> {
  const brought = await tx<{ id: string }[]>`
    select id from field_definitions
    where workspace_id = ${workspaceId} and written_by = ${id} and is_noted order by id for update`;
  if (brought.length === 0) return;
  await tx`
    with used as materialized (
      select distinct key from contacts, jsonb_object_keys(custom_fields) as key
      where workspace_id = ${workspaceId} and jsonb_typeof(custom_fields) = 'object'
      union select substr(field, length('custom_fields.') + 1) from imports, jsonb_each_text(column_mapping) as one(header, field)
      where workspace_id = ${workspaceId} and id <> ${id} and started_at is not null and undone_at is null
      union select jsonb_object_keys(filter -> 'custom_fields') from segments
      where workspace_id = ${workspaceId} and jsonb_typeof(filter -> 'custom_fields') = 'object'
      union select substr(ltrim(sort, '-'), length('custom_fields.') + 1) from segments
      where workspace_id = ${workspaceId} and sort is not null
    ), gone as (
      delete from field_definitions
      where workspace_id = ${workspaceId} and id = any(${brought.map((field) => field.id)})
        and key <> all (array(select key from used where key is not null))
      returning *
    ), ${journalRemoval(tx, workspaceId, by)}`;
}
