import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { memberships, outbox, settings, workspaceCounts, workspaces } from "@/db/schema";
import { newId } from "@/lib/ids";

/** Whether the user belongs to the workspace. Users can write their own metadata, so only this row counts. */
export async function isMember(workspaceId: string, userId: string): Promise<boolean> {
  const rows = await db()
    .select({ workspace_id: memberships.workspace_id })
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId)));
  return rows.length > 0;
}

export interface Owner {
  id: string;
  email: string | null;
  confirmed: boolean;
}

/**
 * Everything a user's workspace consists of, in one transaction: workspace, membership, settings, counters, the
 * queued welcome mail. What is there already stays as it is, whichever part that is, so it may be called at any
 * time, by any number of callers at once. The welcome mail is held until the address is confirmed.
 */
export async function ensureWorkspace(owner: Owner): Promise<string> {
  return db().transaction(async (tx) => {
    const name = `${owner.email?.split("@")[0] ?? "My"} workspace`.slice(0, 100);
    await tx
      .insert(workspaces)
      .values({ id: newId(), name, owner_id: owner.id })
      .onConflictDoNothing({ target: workspaces.owner_id });
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.owner_id, owner.id));
    if (!workspace) throw new Error("the workspace was deleted while it was provisioned");
    const workspace_id = workspace.id;
    await tx
      .insert(memberships)
      .values({ workspace_id, user_id: owner.id, email: owner.email })
      .onConflictDoUpdate({
        target: [memberships.workspace_id, memberships.user_id],
        set: { email: owner.email },
        setWhere: sql`${memberships.email} is distinct from excluded.email`,
      });
    await tx.insert(settings).values({ workspace_id }).onConflictDoNothing();
    await tx.insert(workspaceCounts).values({ workspace_id }).onConflictDoNothing();
    if (owner.email) await queueWelcome(tx, workspace_id, owner.id, owner.email, owner.confirmed);
    return workspace_id;
  });
}

type Transaction = Parameters<Parameters<ReturnType<typeof db>["transaction"]>[0]>[0];

/** One row per user for ever, so one welcome mail. Confirmation releases a held row; it never holds one again. */
async function queueWelcome(
  tx: Transaction,
  workspace_id: string,
  userId: string,
  recipient: string,
  confirmed: boolean,
): Promise<void> {
  await tx
    .insert(outbox)
    .values({
      id: newId(),
      workspace_id,
      kind: "welcome",
      subject_key: userId,
      recipient,
      payload: {},
      status: confirmed ? "pending" : "held",
    })
    .onConflictDoUpdate({
      target: [outbox.kind, outbox.subject_key],
      set: { status: "pending", recipient, next_attempt_at: sql`now()` },
      setWhere: sql`${outbox.status} = 'held' and ${confirmed}`,
    });
}
