import { type SQL, sql } from "drizzle-orm";
import type { ChangeSet } from "@/lib/changes/record";

export const FIELD_COLUMNS = "key, name, type, options, is_noted, written_by, created_at";

/**
 * Records a change set of one field with its previous definition, which an earlier statement locked. The set exists
 * even if it changes no contact.
 */
export function noteField(
  { workspaceId, id, way, userId, apiKeyId }: ChangeSet,
  fieldId: string,
  kind: "changed" | "deleted",
): SQL {
  const columns = sql.raw(FIELD_COLUMNS);
  return sql`
    with noted as (
      insert into change_sets (workspace_id, id, way, user_id, api_key_id)
      values (${workspaceId}, ${id}, ${way}, ${userId}::uuid, ${apiKeyId}::uuid)
    )
    insert into field_changes (workspace_id, change_id, field_id, kind, after, ${columns})
    select ${workspaceId}::uuid, ${id}::uuid, f.id, ${kind}, ${kind === "changed" ? id : null}::uuid, ${columns}
    from field_definitions f where f.workspace_id = ${workspaceId} and f.id = ${fieldId}`;
}
