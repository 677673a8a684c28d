import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { imports } from "@/db/schema";
import { workAs } from "@/db/work";
import { clientOf } from "@/lib/contacts/custom-keys";
import { notFound } from "@/lib/errors";
import { removeFiles } from "@/lib/files/remove";
import { addTombstones } from "@/lib/files/tombstones";
import { storedJson } from "@/lib/jsonb";
import { requireMatch } from "@/lib/precondition";
import { findImport } from "./draft";
import { headerFingerprint } from "./mapping/headers";

/** Deletes an import and its stored file. Throws 404, 412 when `ifMatch` names another state. */
export async function removeImport(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  // Its journal and its row errors may be millions: more than one statement of a request can delete.
  const keys = await workAs({ kind: "job", workspaceId }, () => deleteImport(workspaceId, id, ifMatch));
  await removeFiles(workspaceId, keys);
}

/**
 * Deletes the record, its row errors and its journal, and leaves a tombstone for the stored file. The mapping of its
 * headers is deleted with the last import that has them: in a file without a header row they may be anybody's data. A
 * running worker is fenced by the missing row; imported contacts stay. Returns the keys of its tombstones. Throws 404, 412
 * when `ifMatch` names another state.
 */
export async function deleteImport(workspaceId: string, id: string, ifMatch?: string): Promise<string[]> {
  return db().transaction(async (transaction) => {
    if (ifMatch !== undefined) requireMatch(ifMatch, await lockShown(workspaceId, id, transaction));
    const tx = clientOf(transaction);
    const [row] = await tx<{ key: string | null; headers: string; undo: string | null }[]>`
      delete from imports where workspace_id = ${workspaceId} and id = ${id}
      returning blob_key as key, headers::text as headers, undo_change_id as undo`;
    if (!row) throw notFound("Import");
    // A running undo ends here, and what it did so far can be undone.
    await tx`
      update change_sets set status = 'completed'
      where workspace_id = ${workspaceId} and id = ${row.undo} and status = 'processing' and undoes = ${id}`;
    await tx`
      delete from import_mappings
      where workspace_id = ${workspaceId} and fingerprint = ${headerFingerprint(storedJson(row.headers))}
        and not exists (
          select from imports i
          where i.workspace_id = ${workspaceId} and i.headers @> ${row.headers}::jsonb
            and i.headers <@ ${row.headers}::jsonb)`;
    const keys = row.key ? [row.key] : [];
    await addTombstones(tx, workspaceId, keys);
    return keys;
  });
}

/** As the API shows it; nobody changes it until the transaction ends. Throws 404. */
async function lockShown(workspaceId: string, id: string, tx: Transaction) {
  await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.workspace_id, workspaceId), eq(imports.id, id)))
    .for("update");
  return findImport(workspaceId, id, tx);
}
