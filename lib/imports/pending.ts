import { and, count, eq } from "drizzle-orm";
import { type Database, db } from "@/db/client";
import { imports } from "@/db/schema";
import { refusal } from "@/lib/errors";
import { LIMITS, limitReached } from "@/lib/limits";
import { inTurn } from "@/lib/workspaces/turns";
import { hasImportOf } from "./queries";

type NewImport = typeof imports.$inferInsert & { blob_key: string };

/** Throws 409 when the maximum number of imports awaits confirmation, or the stored file has an import. */
export async function insertImport(values: NewImport): Promise<void> {
  await inTurn(values.workspace_id, async (tx) => {
    await requireFewPending(values.workspace_id, tx);
    await requireUnused(values.workspace_id, values.blob_key, tx);
    await tx.insert(imports).values(values);
  });
}

/** Throws 409 for a file that has an import: deleting either of two would take it from the other. */
export async function requireUnused(workspaceId: string, blobKey: string, tx?: Pick<Database, "select">) {
  if (await hasImportOf(workspaceId, blobKey, tx))
    throw refusal("file_imported", "There is already an import of this uploaded file");
}

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
