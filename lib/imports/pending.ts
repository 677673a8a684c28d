import { and, count, eq } from "drizzle-orm";
import { type Database, db } from "@/db/client";
import { imports } from "@/db/schema";
import { LIMITS, limitReached } from "@/lib/limits";
import { inTurn } from "@/lib/workspaces/turns";

/** Throws 409 when the maximum number of imports awaits confirmation. */
export async function insertImport(values: typeof imports.$inferInsert): Promise<void> {
  await inTurn(values.workspace_id, async (tx) => {
    await requireFewPending(values.workspace_id, tx);
    await tx.insert(imports).values(values);
  });
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
