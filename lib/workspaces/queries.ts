import { and, eq, isNull, sql } from "drizzle-orm";
import { db, pg, type Transaction } from "@/db/client";
import {
  apiKeys,
  invitations,
  memberships,
  outbox,
  settings,
  workspaceCounts,
  workspaces,
} from "@/db/schema";
import { notFound, validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requireMatch } from "@/lib/precondition";
import { IS_ADMITTED, RIGHTS, readRights } from "./rights";
import type { Rights } from "./roles";
import type { Workspace } from "./schemas";
import { inTurn } from "./turns";

/**
 * What the user may do in the workspace; null for a non-member, or a suspended user. Users can write their own
 * metadata, so only this row counts.
 */
export async function findRights(workspaceId: string, userId: string): Promise<Rights | null> {
  const [row] = await pg()<{ rights: unknown }[]>`
    select ${pg().unsafe(RIGHTS)} as rights from memberships m
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and ${pg().unsafe(IS_ADMITTED)}`;
  return readRights(row?.rights);
}

type WorkspaceCaller = Pick<Workspace, "role" | "permissions">;

/** Name, size and age of the workspace, and what this caller may do there. Throws 404 when it was deleted a moment ago. */
export async function readWorkspace(
  workspaceId: string,
  { role, permissions }: WorkspaceCaller,
  on: Pick<Transaction, "select"> = db(),
): Promise<Workspace> {
  const [row] = await on
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
  return { ...row, created_at: row.created_at.toISOString(), role, permissions };
}

/** Renames the workspace. Throws 404 when it was deleted a moment ago, 412 when `ifMatch` names another state. */
export function renameWorkspace(
  workspaceId: string,
  name: string,
  caller: WorkspaceCaller,
  ifMatch?: string,
): Promise<Workspace> {
  return inTurn(workspaceId, async (tx) => {
    const stored = await readWorkspace(workspaceId, caller, tx);
    requireMatch(ifMatch, stored);
    await tx.update(workspaces).set({ name }).where(eq(workspaces.id, workspaceId));
    return { ...stored, name };
  });
}

/**
 * Closes the workspace when `name` is its name: from here on nobody is let in, its user's next sign-in gets a new one, and
 * the sweep removes what it holds (remove.ts). Throws 400, 404 when it was closed a moment ago, and 412 when `ifMatch`
 * names another state than the one that `caller` sees.
 */
export async function closeWorkspace(
  workspaceId: string,
  name: string,
  { ifMatch, ...caller }: WorkspaceCaller & { ifMatch?: string | undefined },
): Promise<void> {
  await inTurn(workspaceId, async (tx) => {
    const [open] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.abandoned_at)));
    if (!open) throw notFound("Workspace");
    const stored = await readWorkspace(workspaceId, caller, tx);
    requireMatch(ifMatch, stored);
    if (stored.name !== name) {
      throw validationError([{ path: ["name"], code: "mismatch", message: "is not the workspace's name" }]);
    }
    // Invitations first: one that is being accepted has added its member by then. To do that it locks the workspace's key,
    // which the change of `owner_id` locks, too: before the invitations it would be a deadlock.
    await tx.delete(invitations).where(eq(invitations.workspace_id, workspaceId));
    await tx
      .update(workspaces)
      .set({ abandoned_at: sql`now()`, owner_id: null })
      .where(eq(workspaces.id, workspaceId));
    for (const table of [apiKeys, memberships])
      await tx.delete(table).where(eq(table.workspace_id, workspaceId));
  });
}

export interface Owner {
  id: string;
  email: string | null;
  /** The language in which the user signed up; null when that is not known. */
  language: string | null;
  confirmed: boolean;
  /** Until when the provider bans the user. */
  suspendedUntil: Date | null;
}

/**
 * Creates everything a user's workspace consists of in one transaction: workspace, membership, settings, counters, the
 * queued welcome mail. Existing parts are left unchanged, so it may be called at any time and concurrently. The
 * welcome mail is held until the address is confirmed.
 */
export async function ensureWorkspace(owner: Owner): Promise<string> {
  return db().transaction(async (tx) => {
    const name = `${owner.email?.split("@")[0] ?? "My"} workspace`.slice(0, 100);
    await tx
      .insert(workspaces)
      .values({ id: newId(), name, owner_id: owner.id })
      .onConflictDoNothing({ target: workspaces.owner_id });
    // Locked; otherwise a member who is removed at this moment would be back at once.
    const [workspace] = await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.owner_id, owner.id))
      .for("no key update");
    if (!workspace) throw new Error("the workspace was deleted or left while it was provisioned");
    const workspace_id = workspace.id;
    await tx
      .insert(memberships)
      .values({
        workspace_id,
        user_id: owner.id,
        email: owner.email,
        role: "owner",
        language: owner.language,
        suspended_until: owner.suspendedUntil,
      })
      .onConflictDoNothing();
    await follow(tx, owner);
    await tx.insert(settings).values({ workspace_id }).onConflictDoNothing();
    await tx.insert(workspaceCounts).values({ workspace_id }).onConflictDoNothing();
    if (owner.email) await queueWelcome(tx, workspace_id, { ...owner, email: owner.email });
    return workspace_id;
  });
}

/** The address, a ban and its end apply wherever the user is a member. */
async function follow(tx: Transaction, { id, email, suspendedUntil }: Owner): Promise<void> {
  const until = suspendedUntil?.toISOString() ?? null;
  await tx
    .update(memberships)
    .set({ email, suspended_until: suspendedUntil })
    .where(
      and(
        eq(memberships.user_id, id),
        sql`(${memberships.email}, ${memberships.suspended_until}) is distinct from (${email}::text, ${until}::timestamptz(3))`,
      ),
    );
}

/** One row per user for ever, so one welcome mail. Confirmation releases a held row; it never holds one again. */
async function queueWelcome(
  tx: Transaction,
  workspace_id: string,
  { id, email: recipient, language, confirmed }: Owner & { email: string },
): Promise<void> {
  await tx
    .insert(outbox)
    .values({
      id: newId(),
      workspace_id,
      kind: "welcome",
      subject_key: id,
      recipient,
      payload: language === null ? {} : { language },
      status: confirmed ? "pending" : "held",
    })
    .onConflictDoUpdate({
      target: [outbox.kind, outbox.subject_key],
      set: { status: "pending", recipient, next_attempt_at: sql`now()` },
      setWhere: sql`${outbox.status} = 'held' and ${confirmed}`,
    });
}
