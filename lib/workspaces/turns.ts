import { eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { workspaces } from "@/db/schema";

/**
 * Runs a transaction that counts what the workspace has before it adds to it. One at a time per workspace: of two at
 * once, both would find room for the last one. Imports take the same lock before they create tags.
 */
export function inTurn<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db().transaction(async (tx) => {
    await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for("no key update");
    return work(tx);
  });
}
