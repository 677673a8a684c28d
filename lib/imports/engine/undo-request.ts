import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { type ChangeSet, newChangeSet } from "@/lib/changes/record";
import { refusal } from "@/lib/errors";
import { START, undoState } from "./undo";
import { predictRest } from "./undo-preview";

/**
 * Requests the undo of an import, which is a change set too. Idempotent, unless the last undo kept something that can
 * be undone by now; then a further undo does the rest. Throws 404; 409 while the import runs, before it was confirmed,
 * or while it is undone in another way; 410 after 30 days, when the journal is gone.
 */
export async function requestUndo(workspaceId: string, id: string): Promise<void> {
  const set = newChangeSet(workspaceId, "undo");
  const former = await incompleteUndo(workspaceId, id);
  const isRequested = await pg().begin(async (tx) => {
    const [open] = await tx<{ undo_status: string | null; last: string | null }[]>`
      select undo_status, undo_change_id as last from imports
      where workspace_id = ${workspaceId} and id = ${id}
        and (undo_status is null or undo_status = 'completed' and undo_change_id = ${former})
        and status in ('completed', 'failed', 'cancelled') and started_at is not null
        and completed_at > now() - interval '30 days'
      for no key update`;
    if (!open) return false;
    const isOfUndo = open.undo_status === null && open.last;
    if (isOfUndo && !(await closeUndo(tx, set, isOfUndo))) return false;
    await tx`
      insert into change_sets (workspace_id, id, way, user_id, api_key_id, undoes, status)
      values (${workspaceId}, ${set.id}, 'undo', ${set.userId}, ${set.apiKeyId}, ${id}, 'processing')`;
    await tx`
      update imports
      set undo_status = 'processing', undo_result = ${JSON.stringify(START)}::jsonb, undo_cursor = null,
          undo_change_id = ${set.id}, lease_until = null, attempts = 0, failures = 0, epoch = epoch + 1
      where workspace_id = ${workspaceId} and id = ${id}`;
    return true;
  });
  // A separate statement, because one that waited for a concurrent update would still use its old snapshot.
  if (!isRequested && (await undoState(workspaceId, id)).undo_status === null)
    throw refusal("undoing", "The import is being undone by the undo of another change set");
}

/** The undo of the import that kept something and could continue now; null if there is none. */
async function incompleteUndo(workspaceId: string, id: string): Promise<string | null> {
  const [row] = await pg()<{ last: string | null }[]>`
    select undo_change_id as last from imports where workspace_id = ${workspaceId} and id = ${id}`;
  const rest = row?.last ? await predictRest(workspaceId, id) : null;
  return row?.last && rest && rest.removed + rest.restored > 0 ? row.last : null;
}

/**
 * An earlier undo was undone, and that is now reversed together with the import. False if it is being reversed already.
 */
async function closeUndo(tx: TransactionSql, { workspaceId, id }: ChangeSet, last: string): Promise<boolean> {
  const [kept] = await tx<{ is_closed: boolean }[]>`
    with closed as (
      update change_sets set undone_by = ${id}
      where workspace_id = ${workspaceId} and id = ${last} and undone_by is null returning 1
    )
    select exists (select from closed) as is_closed from change_sets where workspace_id = ${workspaceId} and id = ${last}`;
  return kept?.is_closed ?? true;
}
