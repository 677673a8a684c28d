import type { TransactionSql } from "postgres";

/** The change set to undo (`id`), and its undo (`by`), which is a change set too. Both have entries per contact. */
export interface Undone {
  workspaceId: string;
  id: string;
  by: string;
}

/** The same, before there is an undo. */
export type Asked = Omit<Undone, "by"> & { by?: string };

/**
 * SQL for the other undos of a set that are in effect: what they did to a contact, tag or field stays done, whatever
 * happened since.
 */
export function earlierUndos(tx: TransactionSql, { workspaceId, id, by }: Asked) {
  return tx`array(
    select u.id from change_sets u
    where u.workspace_id = ${workspaceId} and u.undoes = ${id} and u.undone_by is null
      and u.id is distinct from ${by ?? null}::uuid)`;
}

/** What happens to a tag or field of the set, or why it stays as it is. */
export type PartVerdict =
  | "remove"
  | "restore"
  | "bring_back"
  | "gone"
  | "edited"
  | "deleted"
  | "name_taken"
  | "in_use";
