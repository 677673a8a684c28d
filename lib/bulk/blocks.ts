import type { TransactionSql } from "postgres";

/** The contacts of a bulk action, stored in blocks. */
export const blocks = {
  /** Contacts per block: well below a second of work. Tests change it. */
  size: 5000,
  discard,
};

/** Once the action has ended, nobody needs them. */
async function discard(tx: TransactionSql, workspaceId: string, id: string): Promise<void> {
  await tx`delete from bulk_blocks where workspace_id = ${workspaceId} and bulk_id = ${id}`;
}
