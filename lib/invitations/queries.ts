import { createHash, randomBytes } from "node:crypto";
import { and, asc, count, eq, gt, lte, sql } from "drizzle-orm";
import { db, pg, type Transaction } from "@/db/client";
import { invitations, memberships, workspaces } from "@/db/schema";
import { isLanguage, type Language } from "@/lib/client/messages/catalogue";
import { ApiError, forbidden, notFound } from "@/lib/errors";
import { withoutWorkspace } from "@/lib/identity/authenticate";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { wake } from "@/lib/wake";
import { requireManager } from "@/lib/workspaces/managers";
import { inTurn } from "@/lib/workspaces/turns";
import {
  type Invitation,
  type InvitationPreview,
  invitation,
  invitationPreview,
  type NewInvitation,
} from "./schemas";

export const INVITATION_DAYS = 7;

const ofWorkspace = (workspaceId: string) => eq(invitations.workspace_id, workspaceId);
const isOpen = gt(invitations.expires_at, sql`now()`);

function toInvitation(row: typeof invitations.$inferSelect): Invitation {
  const { created_at, expires_at } = row;
  return invitation.parse({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  });
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Those that can still be accepted, oldest first. */
export async function listInvitations(workspaceId: string): Promise<Invitation[]> {
  const rows = await db()
    .select()
    .from(invitations)
    .where(and(ofWorkspace(workspaceId), isOpen))
    .orderBy(asc(invitations.created_at), asc(invitations.id));
  return rows.map(toInvitation);
}

export interface Issued {
  invitation: Invitation;
  workspaceName: string;
  /** The inviter's. */
  language: Language;
  /** For the mail only: just its hash is stored. */
  token: string;
  /** The invitation of this address that it replaced. */
  former: typeof invitations.$inferSelect | undefined;
}

/**
 * Invites an address, or invites it again: the link of the previous mail then stops working. Throws 403 for a
 * member who may not invite at that moment, and 409 when the address belongs to a member, or when the maximum number of
 * members and invitations is reached.
 */
export async function issueInvitation(
  workspaceId: string,
  userId: string,
  values: NewInvitation,
): Promise<Issued> {
  const token = randomBytes(32).toString("base64url");
  return inTurn(workspaceId, async (tx) => {
    const inviter = await requireManager(tx, workspaceId, userId);
    await tx
      .delete(invitations)
      .where(and(ofWorkspace(workspaceId), lte(invitations.expires_at, sql`now()`)));
    await requireRoom(tx, workspaceId, values.email);
    const [former] = await tx
      .select()
      .from(invitations)
      .where(and(ofWorkspace(workspaceId), eq(invitations.email, values.email)));
    const renewed = {
      ...values,
      token_hash: hashOf(token),
      invited_by: userId,
      expires_at: sql`now() + ${INVITATION_DAYS} * interval '1 day'`,
    };
    const [row] = await tx
      .insert(invitations)
      .values({ workspace_id: workspaceId, id: newId(), ...renewed })
      .onConflictDoUpdate({ target: [invitations.workspace_id, invitations.email], set: renewed })
      .returning();
    const [workspace] = await tx
      .select({ name: workspaces.name })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId));
    if (!row || !workspace) throw notFound("Workspace");
    const language = isLanguage(inviter.language) ? inviter.language : "en";
    return { invitation: toInvitation(row), workspaceName: workspace.name, language, token, former };
  });
}

/**
 * Takes back what could not be mailed: the invitation that it replaced is open again, with its link. One that was issued
 * meanwhile, or accepted, stays.
 */
export async function withdrawInvitation(
  workspaceId: string,
  { invitation: { id }, token, former }: Issued,
): Promise<void> {
  const issued = and(
    ofWorkspace(workspaceId),
    eq(invitations.id, id),
    eq(invitations.token_hash, hashOf(token)),
  );
  const { workspace_id: _, ...before } = former ?? {};
  if (former) await db().update(invitations).set(before).where(issued);
  else await db().delete(invitations).where(issued);
}

async function requireRoom(tx: Transaction, workspaceId: string, email: string): Promise<void> {
  const members = await tx
    .select({ email: memberships.email })
    .from(memberships)
    .where(eq(memberships.workspace_id, workspaceId));
  if (members.some((one) => one.email?.toLowerCase() === email))
    throw new ApiError("CONFLICT", "This address already belongs to a member", { reason: "member" });
  const [others] = await tx
    .select({ n: count() })
    .from(invitations)
    .where(and(ofWorkspace(workspaceId), sql`${invitations.email} <> ${email}`));
  const open = others?.n ?? 0;
  if (open >= LIMITS.invitations.max)
    throw limitReached("invitations", `A workspace has at most ${LIMITS.invitations.max} open invitations.`);
  if (open + members.length >= LIMITS.members.max)
    throw limitReached("members", `A workspace has at most ${LIMITS.members.max} members.`);
}

/** Revokes an invitation: its link stops working. Throws 404. */
export async function revokeInvitation(workspaceId: string, id: string): Promise<void> {
  const rows = await db()
    .delete(invitations)
    .where(and(ofWorkspace(workspaceId), eq(invitations.id, id)))
    .returning({ id: invitations.id });
  if (rows.length === 0) throw notFound("Invitation");
}

/** SQL for whether `m` sent the invitation `i`, and may still invite. */
const mayStillInvite = () => pg()`
  m.workspace_id = i.workspace_id and m.user_id = i.invited_by and m.role in ('owner', 'admin')
  and (m.suspended_until is null or m.suspended_until <= now())`;

/**
 * What a mailed token invites the user to, under the conditions and with the refusals of `acceptInvitation`. Changes
 * nothing.
 */
export async function previewInvitation(
  user: { email: string | null },
  token: string,
): Promise<InvitationPreview> {
  const hash = hashOf(token);
  const email = user.email?.toLowerCase() ?? "";
  const [row] = await pg()<(Omit<InvitationPreview, "expires_at"> & { expires_at: Date | string })[]>`
    with found as (
      select * from invitations i where i.token_hash = ${hash} and i.email = ${email} and i.expires_at > now()
    )
    select i.role, i.may_import, i.may_undo, i.may_export, i.may_send, i.expires_at,
      w.name as workspace, m.email as invited_by
    from found i
    join memberships m on ${mayStillInvite()}
    join workspaces w on w.id = i.workspace_id`;
  if (!row) throw await refusalOf(hash, email);
  return invitationPreview.parse({ ...row, expires_at: new Date(row.expires_at).toISOString() });
}

/**
 * Why there is no such invitation for the address. Of the invited one it tells as much as its owner needs to recognise
 * it.
 */
async function refusalOf(hash: string, email: string): Promise<ApiError> {
  const [other] = await pg()<{ email: string }[]>`
    select email from invitations where token_hash = ${hash} and email <> ${email} and expires_at > now()`;
  if (!other) return notFound("Invitation");
  const address = other.email.replace(/^(.).*@/u, "$1…@");
  return forbidden("address", "This invitation was sent to another address", { address });
}

/**
 * Makes the user a member by a mailed token, once: of two at the same moment the second finds none. It is valid only
 * for the address that it was mailed to, and while its sender may still invite. It changes nothing for a member.
 * Returns the workspace. Throws 404 for a token that is unknown, used, revoked or expired, 403 for one of another
 * address, and 401 when the user belongs to no workspace by now, as after the deletion of the account.
 */
export async function acceptInvitation(
  user: { id: string; email: string | null },
  token: string,
): Promise<string> {
  const hash = hashOf(token);
  const email = user.email?.toLowerCase() ?? "";
  const [joined] = await pg()<{ workspace_id: string }[]>`
    with own as materialized (
      select from memberships where user_id = ${user.id} for key share
    ), used as (
      delete from invitations i using memberships m
      where i.token_hash = ${hash} and i.email = ${email} and i.expires_at > now()
        and ${mayStillInvite()} and exists (select from own)
      returning i.workspace_id, i.role, i.may_import, i.may_undo, i.may_export, i.may_send
    ), made as (
      insert into memberships
        (workspace_id, user_id, email, language, role, may_import, may_undo, may_export, may_send)
      select workspace_id, ${user.id}, ${user.email}, (
          select o.language from memberships o where o.user_id = ${user.id} and o.language is not null limit 1),
        role, may_import, may_undo, may_export, may_send from used
      on conflict do nothing
    )
    select workspace_id from used`;
  if (joined) {
    wake(joined.workspace_id);
    return joined.workspace_id;
  }
  const own = await pg()`select from memberships where user_id = ${user.id} limit 1`;
  throw own.length > 0 ? await refusalOf(hash, email) : withoutWorkspace();
}

/** For the sweep: deletes the addresses of expired invitations. Returns how many. */
export async function pruneInvitations(): Promise<number> {
  const { count: gone } = await pg()`delete from invitations where expires_at <= now()`;
  return gone;
}
