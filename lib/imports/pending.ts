import { and, count, eq } from "drizzle-orm";
import { type Database, db } from "@/db/client";
import { blobTombstones, imports } from "@/db/schema";
import { clientOf } from "@/lib/contacts/custom-keys";
import { notFound, refusal } from "@/lib/errors";
import { addTombstones } from "@/lib/files/tombstones";
import { LIMITS, limitReached } from "@/lib/limits";
import { inTurn } from "@/lib/workspaces/turns";
import { hasImportOf } from "./queries";

type NewImport = typeof imports.$inferInsert & { blob_key: string };

/**
 * Stores an import. `upload` is the file in blob storage that it was made of, if any: one that was unpacked into another
 * file gets a tombstone, so that no second import is made of it. Throws 409 when the maximum number of imports awaits
 * confirmation, or the file has an import, and 404 when it is about to be removed.
 */
export async function insertImport(values: NewImport, upload: string | undefined): Promise<void> {
  const { workspace_id, blob_key } = values;
  await inTurn(workspace_id, async (tx) => {
    await requireFewPending(workspace_id, tx);
    await requireUnused(workspace_id, upload ?? blob_key, tx);
    await tx.insert(imports).values(values);
    if (upload !== undefined && upload !== blob_key)
      await addTombstones(clientOf(tx), workspace_id, [upload]);
  });
}

/**
 * Throws 409 for a file that has an import: deleting either of two would take it from the other; and 404 for one that
 * is about to be removed. In this order: an import's end and the tombstone of its file are one transaction.
 */
export async function requireUnused(
  workspaceId: string,
  blobKey: string,
  on: Pick<Database, "select"> = db(),
): Promise<void> {
  if (await hasImportOf(workspaceId, blobKey, on))
    throw refusal("file_imported", "There is already an import of this uploaded file");
  const tombstones = await on
    .select({ key: blobTombstones.key })
    .from(blobTombstones)
    .where(and(eq(blobTombstones.workspace_id, workspaceId), eq(blobTombstones.key, blobKey)));
  if (tombstones.length > 0) throw uploadNotFound();
}

export const uploadNotFound = () => notFound("Uploaded file");

/** Throws 409 when the maximum number of imports awaits confirmation. */
export async function requireFewPending(workspaceId: string, tx: Pick<Database, "select"> = db()) {
  const { max } = LIMITS.imports_pending;
  const [held] = await tx
    .select({ n: count() })
    .from(imports)
    .where(and(eq(imports.workspace_id, workspaceId), eq(imports.status, "pending")));
  if (!held || held.n < max) return;
  throw limitReached(
    "imports_pending",
    `${max} imports are waiting to be confirmed. Confirm or delete one first.`,
  );
}
