import { sql } from "drizzle-orm";
import type { db } from "@/db/client";
import { ApiError } from "@/lib/errors";

type Asking = Pick<ReturnType<typeof db>, "execute">;

/**
 * Throws 409 while another job is still about to write these keys: an import that fills them, a change of their
 * fields, or the undo of either. Its writes would come after this one and bring back a key, or values of another type.
 */
export async function requireIdle(tx: Asking, workspaceId: string, keys: readonly string[]): Promise<void> {
  const asked = sql`array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  const targets = sql`array(select 'custom_fields.' || jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  const [busy] = await tx.execute<{ import_id: string | null }>(sql`
    select i.id as import_id from imports i
    where i.workspace_id = ${workspaceId} and 'processing' in (i.status, i.undo_status) and exists (
      select from jsonb_each_text(i.column_mapping) as one(header, field) where field = any(${targets}))
    union all
    select null from bulk_actions b
    where b.workspace_id = ${workspaceId} and b.status = 'processing'
      and b.action in ('convert_field', 'merge_field', 'delete_field')
      and (b.new_values ->> 'key' = any(${asked}) or b.new_values ->> 'into' = any(${asked}))
    union all
    select null from change_sets s
    join field_changes e on e.workspace_id = ${workspaceId} and e.change_id = s.undoes
    left join field_definitions f on f.workspace_id = ${workspaceId} and f.id = e.field_id
    where s.workspace_id = ${workspaceId} and s.status = 'processing' and coalesce(e.key, f.key) = any(${asked})
    limit 1`);
  if (!busy) return;
  if (busy.import_id === null) throw fieldInChange();
  throw new ApiError("CONFLICT", "An import is filling this field right now. Try again when it is done.", {
    reason: "field_in_import",
    import_id: busy.import_id,
  });
}

export function fieldInChange(): ApiError {
  return new ApiError("CONFLICT", "This field is being changed right now. Try again when it is done.", {
    reason: "field_in_change",
  });
}
