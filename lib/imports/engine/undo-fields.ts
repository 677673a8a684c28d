import type { TransactionSql } from "postgres";
import { removeUnused } from "@/lib/changes/undo-fields";

/**
 * Removes the custom fields that an import brought, once its values are taken back: those that nobody has changed since,
 * that no contact has any more and on which neither a segment nor an import that stands relies. They are locked before
 * anything is asked, so that an import that is confirmed meanwhile is seen, or finds them gone. Noted for the undo's undo.
 */
export async function removeFields(
  tx: TransactionSql,
  { workspaceId, id, by }: { workspaceId: string; id: string; by: string },
): Promise<void> {
  const brought = await tx<{ id: string; key: string }[]>`
    select id, key from field_definitions
    where workspace_id = ${workspaceId} and written_by = ${id} and is_noted order by id for update`;
  await removeUnused(tx, { workspaceId, by }, brought, id);
}
