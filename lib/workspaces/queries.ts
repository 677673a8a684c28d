import { and, eq, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { memberships, outbox, settings, workspaceCounts, workspaces } from "@/db/schema";
import { notFound, validationError } from "@/lib/errors";
import { insertTombstones } from "@/lib/files/tombstones";
import { newId } from "@/lib/ids";
import type { Workspace } from "./schemas";

/**
 * Whether the user belongs to the workspace, and is not suspended. Users can write their own metadata, so only this row
 * counts.
 */
export async function isMember(workspaceId: string, userId: string): Promise<boolean> {
  const rows = await db()
    .select({ workspace_id: memberships.workspace_id })
    .from(memberships)
    .where(
      and(
        eq(memberships.workspace_id, workspaceId),
        eq(memberships.user_id, userId),
        sql`(${memberships.suspended_until} is null or ${memberships.suspended_until} <= now())`,
      ),
    );
  return rows.length > 0;
}

/** Name, size and age of the workspace. Throws 404 when it was deleted a moment ago. */
export async function readWorkspace(workspaceId: string): Promise<Workspace> {
  const [row] = await db()
    .select({
      id: workspaces.id,
      name: workspaces.name,
      contacts: sql<number>`coalesce(${workspaceCounts.contacts}, 0)::float8`,
      created_at: workspaces.created_at,
    })
    .from(workspaces)
    .leftJoin(workspaceCounts, eq(workspaceCounts.workspace_id, workspaces.id))
    .where(eq(workspaces.id, workspaceId));
  if (!row) throw notFound("Workspace");
  return { ...row, created_at: row.created_at.toISOString() };
}

/**
 * Deletes the workspace when `name` is its name or nobody is left to say it (null), in one transaction: contacts go by its trigger, the rest by foreign
 * keys. Jobs are deleted first, in the order in which their workers take locks: a worker either committed its batch
 * before, or finds no row and is fenced off. Known files get tombstones. Throws 400 and 404.
 */
export async function deleteWorkspace(workspaceId: string, name: string | null): Promise<void> {
  await pg().begin(async (tx) => {
    const [found] = await tx<{ name: string }[]>`select name from workspaces where id = ${workspaceId}`;
    if (!found) throw notFound("Workspace");
    if (name !== null && found.name !== name) {
      throw validationError([{ path: ["name"], code: "mismatch", message: "is not the workspace's name" }]);
    }
    for (const jobs of ["imports", "exports"]) {
      await tx`
        with gone as (
          delete from ${tx(jobs)} where workspace_id = ${workspaceId} returning workspace_id, blob_key as key
        )
        ${insertTombstones(tx, "gone")}`;
    }
    await tx`delete from workspaces where id = ${workspaceId}`;
  });
}

export interface Owner {
  id: string;
  email: string | null;
  confirmed: boolean;
  /** The provider bans the user until then. */
  suspendedUntil: Date | null;
}

/**
 * Creates everything a user's workspace consists of in one transaction: workspace, membership, settings, counters,
 * the queued welcome mail. Existing parts are left unchanged, so it may be called at any time and concurrently. The
 * welcome mail is held until the address is confirmed.
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
      .values({
        workspace_id,
        user_id: owner.id,
        email: owner.email,
        suspended_until: owner.suspendedUntil,
      })
      .onConflictDoUpdate({
        target: [memberships.workspace_id, memberships.user_id],
        set: { email: owner.email },
        setWhere: sql`${memberships.email} is distinct from excluded.email`,
      });
    await suspend(tx, owner);
    await tx.insert(settings).values({ workspace_id }).onConflictDoNothing();
    await tx.insert(workspaceCounts).values({ workspace_id }).onConflictDoNothing();
    if (owner.email) await queueWelcome(tx, workspace_id, owner.id, owner.email, owner.confirmed);
    return workspace_id;
  });
}

/** A ban, and its end, hold wherever the user is a member. */
async function suspend(tx: Transaction, { id, suspendedUntil }: Owner): Promise<void> {
  await tx
    .update(memberships)
    .set({ suspended_until: suspendedUntil })
    .where(
      and(
        eq(memberships.user_id, id),
        sql`${memberships.suspended_until} is distinct from ${suspendedUntil?.toISOString() ?? null}::timestamptz(3)`,
      ),
    );
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
