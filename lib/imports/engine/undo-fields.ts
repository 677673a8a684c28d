import type { TransactionSql } from "postgres";
import { removeUnused } from "@/lib/changes/undo-fields";

/**
 * Removes the custom fields that an import created, after its values are undone: those that nobody has changed since,
 * that no contact has any more, and that neither a segment nor an import in effect uses. They are locked before the
 * checks, so that a concurrently confirmed import is either seen, or finds them gone. Recorded so that the undo can be
 * undone.
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
