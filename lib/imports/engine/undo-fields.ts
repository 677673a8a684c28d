import type { TransactionSql } from "postgres";
import { removeUnused } from "@/lib/changes/undo-fields";

/**
 * Removes the custom fields that an import created, once its values are undone: those that nobody has changed since,
 * that no contact has any more and that neither a segment nor an import still in effect uses. They are locked before
 * anything is checked, so that an import confirmed meanwhile is seen, or finds them gone. Recorded for the undo of the
 * undo.
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
