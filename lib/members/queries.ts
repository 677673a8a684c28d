import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { apiKeys, invitations, memberships, outbox, workspaces } from "@/db/schema";
import { ApiError, forbidden, notFound } from "@/lib/errors";
import { requireMatch } from "@/lib/precondition";
import { mayAppoint, type Role } from "@/lib/workspaces/roles";
import { inTurn } from "@/lib/workspaces/turns";
import { type Member, type MemberChanges, member } from "./schemas";

type Row = typeof memberships.$inferSelect;
const isMember = (workspaceId: string, userId: string) =>
  and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId));

function toMember({ created_at, ...row }: Row): Member {
  return member.parse({ ...row, joined_at: created_at.toISOString() });
}

/** Everybody who belongs to the workspace, longest-standing first: there are no more than a hundred. */
export async function listMembers(workspaceId: string): Promise<Member[]> {
  const rows = await db()
    .select()
    .from(memberships)
    .where(eq(memberships.workspace_id, workspaceId))
    .orderBy(asc(memberships.created_at), asc(memberships.user_id));
  return rows.map(toMember);
}

/** Throws 404 when the workspace has no such member. */
export async function findMember(workspaceId: string, userId: string): Promise<Member> {
  const [row] = await db().select().from(memberships).where(isMember(workspaceId, userId));
  if (!row) throw notFound("Member");
  return toMember(row);
}

/**
 * Changes a member's role or switches. Permission is checked under the workspace's lock, with the roles of that
 * moment: of two owners who step down at once the second is the last one, and stays. Throws 403, 404, 409, and 412 when
 * `ifMatch` names another state.
 */
export async function changeMember(
  workspaceId: string,
  actorId: string,
  userId: string,
  changes: MemberChanges,
  ifMatch?: string,
): Promise<Member> {
  return inTurn(workspaceId, async (tx) => {
    const subject = await requireAppointed(tx, workspaceId, actorId, userId, changes.role);
    requireMatch(ifMatch, toMember(subject));
    if (changes.role && changes.role !== "owner") await requireOtherOwner(tx, workspaceId, subject);
    const [row] = await tx.update(memberships).set(changes).where(isMember(workspaceId, userId)).returning();
    if (!row) throw notFound("Member");
    // A member who may no longer invite has no open invitations.
    if (!mayAppoint(roleOf(row), "viewer")) await forgetInvitations(tx, workspaceId, userId);
    return toMember(row);
  });
}

/**
 * Removes a member, with the API keys and invitations they created. Throws 403, 404, 409, and 412 when `ifMatch` names
 * another state.
 */
export async function removeMember(
  workspaceId: string,
  actorId: string,
  userId: string,
  ifMatch?: string,
): Promise<void> {
  await inTurn(workspaceId, async (tx) => {
    const subject = await requireAppointed(tx, workspaceId, actorId, userId);
    requireMatch(ifMatch, toMember(subject));
    await remove(tx, workspaceId, subject);
  });
}

/** Leaves the workspace, whatever the role. Throws 409 for its last owner. */
export async function leaveWorkspace(workspaceId: string, userId: string): Promise<void> {
  await inTurn(workspaceId, async (tx) => {
    const subject = await find(tx, workspaceId, userId);
    if (!subject) throw notFound("Member");
    await remove(tx, workspaceId, subject);
  });
}

async function find(tx: Transaction, workspaceId: string, userId: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(memberships).where(isMember(workspaceId, userId));
  return row;
}

const roleOf = (row: Row): Role => member.shape.role.parse(row.role);

/** The member, if the actor may give and take roles like theirs and like the one they are to have. */
async function requireAppointed(
  tx: Transaction,
  workspaceId: string,
  actorId: string,
  userId: string,
  role?: Role,
): Promise<Row> {
  const actor = await find(tx, workspaceId, actorId);
  const [subject] = await tx.select().from(memberships).where(isMember(workspaceId, userId)).for("update");
  if (!subject) throw notFound("Member");
  const may = (one: Role) => actor !== undefined && mayAppoint(roleOf(actor), one);
  if (!may(roleOf(subject)) || (role && !may(role))) {
    const message = "Only an owner may change, remove or appoint owners";
    throw forbidden("permission", message, { permission: "govern" });
  }
  return subject;
}

/** Throws 409 when the member is the workspace's last owner. A banned owner does not count. */
async function requireOtherOwner(tx: Transaction, workspaceId: string, subject: Row): Promise<void> {
  if (subject.role !== "owner") return;
  const [other] = await tx
    .select({ id: memberships.user_id })
    .from(memberships)
    .where(
      and(
        eq(memberships.workspace_id, workspaceId),
        eq(memberships.role, "owner"),
        sql`${memberships.user_id} <> ${subject.user_id}`,
        sql`(${memberships.suspended_until} is null or ${memberships.suspended_until} <= now())`,
      ),
    )
    .limit(1);
  if (other) return;
  const message = "A workspace keeps an owner. Make another member owner first, or delete the workspace.";
  throw new ApiError("CONFLICT", message, { reason: "last_owner" });
}

async function remove(tx: Transaction, workspaceId: string, subject: Row): Promise<void> {
  await requireOtherOwner(tx, workspaceId, subject);
  const userId = subject.user_id;
  await tx.delete(apiKeys).where(and(eq(apiKeys.workspace_id, workspaceId), eq(apiKeys.created_by, userId)));
  await forgetInvitations(tx, workspaceId, userId);
  await forgetMails(tx, workspaceId, subject.email);
  await tx.delete(memberships).where(isMember(workspaceId, userId));
  // Provisioning would bring its creator back; they get a workspace of their own the next time.
  await tx
    .update(workspaces)
    .set({ owner_id: null })
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.owner_id, userId)));
}

async function forgetInvitations(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  await tx
    .delete(invitations)
    .where(and(eq(invitations.workspace_id, workspaceId), eq(invitations.invited_by, userId)));
}

/** Mails waiting for them are about a workspace that is no longer theirs. The welcome mail is about the account. */
async function forgetMails(tx: Transaction, workspaceId: string, email: string | null): Promise<void> {
  if (email === null) return;
  await tx
    .delete(outbox)
    .where(
      and(
        eq(outbox.workspace_id, workspaceId),
        eq(outbox.recipient, email),
        sql`${outbox.status} in ('pending', 'held') and ${outbox.kind} <> 'welcome'`,
      ),
    );
}
