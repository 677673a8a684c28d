import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { db, isUniqueViolation } from "@/db/client";
import { identities, oneTimeTokens, sessions } from "@/db/identity-schema";
import { SSO_PROVIDER } from "@/lib/client/sso";
import { env } from "@/lib/env";
import { providerLink, waysAnswer } from "../../answers";
import { type Caller, requireRecentProof, requireWholeUser } from "../caller";
import { IdentityError, json } from "../errors";
import { lockUser } from "../factors/store";
import { limitFactors } from "../guess-limits";
import type { Incoming } from "../incoming";
import { notify } from "../notices";

/** An account's links to the provider. `DELETE` is GoTrue's call (`unlinkIdentity` of the SDK), the others are our own. */

type Link = typeof identities.$inferSelect;

/** Of all links only that of today's provider signs in. */
const opens = ({ issuer, unlinked_at }: Link) => issuer === env().oidc?.issuer && unlinked_at === null;

function toIdentity(link: Link) {
  const { id, user_id, issuer, email, created_at, unlinked_at } = link;
  const chosen = issuer === env().oidc?.issuer ? env().oidc?.name : null;
  const name = chosen ?? new URL(issuer).hostname;
  return { identity_id: id, user_id, provider: SSO_PROVIDER, name, email, created_at, unlinked_at };
}

/** GET /user/identities: the links, ended ones included, and whether the account has a password. */
export async function readLinks(incoming: Incoming): Promise<Response> {
  const { user } = await requireWholeUser(incoming);
  const links = await db()
    .select()
    .from(identities)
    .where(eq(identities.user_id, user.id))
    .orderBy(asc(identities.created_at));
  return json(
    waysAnswer.parse({ password: user.encrypted_password !== null, identities: links.map(toIdentity) }),
  );
}

/**
 * DELETE /user/identities/:id: the provider no longer opens the account, nor links it again by its address. What the
 * provider had begun ends: the other sessions, and sign-ins that wait for their code. Throws
 * `single_identity_not_deletable` when only mailed links would be left.
 */
export async function unlink(incoming: Incoming, id: string): Promise<Response> {
  const caller = await changer(incoming);
  const { user, sessionId } = caller;
  const link = await db().transaction(async (tx) => {
    // Sign-ins that are being completed hold the same lock: their sessions are there to be ended.
    await lockUser(tx, user.id);
    const own = and(eq(identities.id, id), eq(identities.user_id, user.id), isNull(identities.unlinked_at));
    const [row] = await tx.update(identities).set({ unlinked_at: sql`now()` }).where(own).returning();
    if (!row) throw notFound();
    if (opens({ ...row, unlinked_at: null }) && !hasAnotherWay(caller)) throw lastWay();
    const begun = and(eq(sessions.user_id, user.id), eq(sessions.method, "oauth"));
    await tx.delete(sessions).where(and(begun, ne(sessions.id, sessionId)));
    const waiting = and(eq(oneTimeTokens.user_id, user.id), eq(oneTimeTokens.token_type, "oauth"));
    await tx.delete(oneTimeTokens).where(waiting);
    return row;
  });
  await incoming.later(() => notify(user, "identityUnlinked"));
  return json(providerLink.parse(toIdentity(link)));
}

/** POST /user/identities/:id: takes the unlinking back. Throws `identity_already_exists`. */
export async function linkAgain(incoming: Incoming, id: string): Promise<Response> {
  const { user } = await changer(incoming);
  const [link] = await db()
    .update(identities)
    .set({ unlinked_at: null, created_at: sql`now()` })
    .where(and(eq(identities.id, id), eq(identities.user_id, user.id), isNotNull(identities.unlinked_at)))
    .returning()
    .catch((error) => {
      if (!isUniqueViolation(error, "identities_person")) throw error;
      const message = "Identity is already linked to another user";
      throw new IdentityError(422, "identity_already_exists", message);
    });
  if (!link) throw notFound();
  await incoming.later(() => notify(user, "identityLinked"));
  return json(providerLink.parse(toIdentity(link)));
}

/** Links are changed like second factors: after a recent proof of who it is. */
async function changer(incoming: Incoming): Promise<Caller> {
  const caller = await requireWholeUser(incoming);
  await limitFactors(incoming, caller.user.id);
  requireRecentProof(caller);
  return caller;
}

/** A passkey signs in by itself. Mailed links do not count: a mailbox is often the provider's own. */
function hasAnotherWay({ user, factors }: Caller): boolean {
  const isPasskey = (one: Caller["factors"][number]) =>
    one.factor_type === "webauthn" && one.status === "verified";
  return user.encrypted_password !== null || factors.some(isPasskey);
}

const notFound = () => new IdentityError(404, "identity_not_found", "Identity doesn't exist");
const lastWay = () =>
  new IdentityError(
    422,
    "single_identity_not_deletable",
    "This is the only way to sign in: set a password or add a passkey first",
  );
