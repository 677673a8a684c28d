import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, lt, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { sessions, users } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { DAY_MS } from "@/lib/time";
import { signAccessToken } from "./access-tokens";
import { ACCESS_TOKEN_SECONDS, LONGEST_SESSION_DAYS, SESSIONS_PER_USER } from "./config";
import { IdentityError, invalidCredentials } from "./errors";
import { withFactors } from "./factors/store";
import { bindSession } from "./flows";
import { isSealed, seal, unseal } from "./sealed";
import { isBanned, type UserRow } from "./users";

export type SessionRow = typeof sessions.$inferSelect;

const KEY = "identity.sessions.refresh_token_hmac_key";

export interface SignInFacts {
  /** The password's hash when the user authenticated; by default the current one. */
  provedAt?: string | null;
  /** Whether the mailbox was proved when the user authenticated; by default as it is in the row. */
  hadMailbox?: boolean;
  from?: { address: string | null; userAgent: string | null };
  /** The PKCE flow whose code was exchanged. */
  flowId?: string | null;
  /** The passkey that signed in by itself: two factors in one. */
  passkeyId?: string;
}

/**
 * Starts a session. `method` is how the user authenticated, while the password was `provedAt`: changing it ends all
 * sessions, and none may start afterwards with the old one, nor by what ended with the first proof of the mailbox. Beyond
 * SESSIONS_PER_USER the longest unused session ends. Throws `invalid_credentials`.
 */
export async function startSession(user: UserRow, method: string, facts: SignInFacts = {}) {
  const { provedAt = user.encrypted_password, hadMailbox = user.mailbox_proved_at !== null } = facts;
  const { from, flowId, passkeyId } = facts;
  const id = newId();
  const started = await db().transaction(async (tx) => {
    const unchanged = sql`${users.encrypted_password} is not distinct from ${provedAt}
      and (${users.mailbox_proved_at} is not null) = ${hadMailbox}::boolean`;
    const [signedIn] = await tx
      .update(users)
      .set({ last_sign_in_at: sql`now()` })
      .where(and(eq(users.id, user.id), unchanged))
      .returning();
    if (!signedIn || (flowId && !(await bindSession(tx, flowId, id)))) return undefined;
    // The user's row is locked: simultaneous sign-ins count each other.
    await tx.execute(sql`
      delete from ${sessions} where ${sessions.id} in (
        select id from ${sessions} where user_id = ${user.id}
        order by coalesce(refreshed_at, created_at) desc, id desc offset ${SESSIONS_PER_USER - 1})`);
    const [session] = await tx
      .insert(sessions)
      .values({
        id,
        user_id: user.id,
        method,
        refresh_token_hmac_key: seal(KEY, id, randomBytes(32).toString("hex")),
        user_agent: from?.userAgent?.slice(0, 400) ?? null,
        address: from?.address ?? null,
        ...(passkeyId && { aal: "aal2", factor_id: passkeyId, mfa_at: sql`now()` }),
      })
      .returning();
    return session && { session, user: signedIn };
  });
  if (!started) throw invalidCredentials();
  return describeSession(started.session, started.user);
}

/**
 * Exchanges a refresh token. The current one is replaced. Its parent still returns the current one, because the
 * client may have lost the answer or refreshed in several tabs at once, but no longer than REUSE_SECONDS after an
 * access token of the new counter was used, which shows that the answer arrived. Later use of it, or of any older
 * one, means a stolen copy: the session ends, for thief and owner alike. So does one that is LONGEST_SESSION_DAYS
 * old. Throws `refresh_token_not_found` and `refresh_token_already_used`.
 */
export async function refreshSession(token: string) {
  const claimed = parseToken(token);
  const outcome = claimed && (await rotate(claimed));
  if (!outcome) {
    throw new IdentityError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (outcome === "stolen") {
    throw new IdentityError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  }
  if (isBanned(outcome.user)) {
    throw new IdentityError(400, "user_banned", "Invalid Refresh Token: User Banned");
  }
  return describeSession(outcome.session, outcome.user);
}

interface TokenParts {
  id: string;
  counter: number;
  mac: Buffer;
}

/** In one transaction that locks the session, so that simultaneous refreshes see each other. */
function rotate(token: TokenParts) {
  return db().transaction(async (tx) => {
    const [current] = await tx.select().from(sessions).where(eq(sessions.id, token.id)).for("update");
    if (!current || !isGenuine(current, token)) return undefined;
    const [user] = await tx.select().from(users).where(eq(users.id, current.user_id));
    if (!user) return undefined;
    // Returned, not thrown: a throw would roll the deletion back.
    if (Date.now() - current.created_at.getTime() > LONGEST_SESSION_DAYS * DAY_MS) {
      await tx.delete(sessions).where(eq(sessions.id, token.id));
      return undefined;
    }
    const behind = current.refresh_token_counter - token.counter;
    if (behind > 1 || (behind === 1 && isDone(current))) {
      await tx.delete(sessions).where(eq(sessions.id, token.id));
      return "stolen";
    }
    if (behind === 1) return { session: current, user };
    const [session] = await tx
      .update(sessions)
      .set({ refresh_token_counter: token.counter + 1, refreshed_at: sql`now()`, ...resealed(current) })
      .where(eq(sessions.id, token.id))
      .returning();
    return session && { session, user };
  });
}

/** GoTrue's tolerance for clients that refresh at the same time. */
const REUSE_SECONDS = 10;

/**
 * Whether the client has proved that it received the current token: no honest client sends the previous one afterwards.
 */
function isDone({ seen_counter, refresh_token_counter, refreshed_at }: SessionRow): boolean {
  const ageMs = refreshed_at ? Date.now() - refreshed_at.getTime() : 0;
  return seen_counter === refresh_token_counter && ageMs > REUSE_SECONDS * 1000;
}

/** A key of an older version, or encrypted with an older key of the ring, is re-encrypted here. */
function resealed(session: SessionRow): Partial<SessionRow> {
  if (isSealed(session.refresh_token_hmac_key)) return {};
  const key = unseal(KEY, session.id, session.refresh_token_hmac_key);
  return key === null ? {} : { refresh_token_hmac_key: seal(KEY, session.id, key) };
}

/** After a second factor: the session continues at `aal2` with new tokens. Undefined when it has ended meanwhile. */
export async function raiseSession(
  tx: Transaction,
  sessionId: string,
  { method, factorId }: { method: string; factorId: string },
): Promise<SessionRow | undefined> {
  const refresh_token_counter = sql`${sessions.refresh_token_counter} + 1`;
  const raised = { aal: "aal2", mfa_method: method, factor_id: factorId, mfa_at: sql`now()` };
  const [session] = await tx
    .update(sessions)
    .set({ ...raised, refresh_token_counter, refreshed_at: sql`now()` })
    .where(eq(sessions.id, sessionId))
    .returning();
  return session;
}

/** Records that the user has reauthenticated. */
export async function noteProof(sessionId: string): Promise<void> {
  await db().update(sessions).set({ proved_at: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Records that the access token of a counter was used. Once per refresh; every later call finds it recorded. */
export async function noteSeen(sessionId: string, counter: number): Promise<void> {
  await db()
    .update(sessions)
    .set({ seen_counter: counter })
    .where(and(eq(sessions.id, sessionId), lt(sessions.seen_counter, counter)));
}

type LogoutScope = "global" | "local" | "others";

export async function endSessions(userId: string, sessionId: string, scope: LogoutScope): Promise<void> {
  const which = {
    global: undefined,
    local: eq(sessions.id, sessionId),
    others: ne(sessions.id, sessionId),
  }[scope];
  await db()
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), which));
}

export async function endAllSessions(userId: string): Promise<void> {
  await db().delete(sessions).where(eq(sessions.user_id, userId));
}

/** What a client receives for a session. */
export async function describeSession(session: SessionRow, user: UserRow) {
  const { token, expiresAt } = await signAccessToken(user, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: formatToken(session),
    user: await withFactors(user),
  };
}

const TOKEN_BYTES = 16 + 4 + 32;

function formatToken(session: SessionRow): string {
  const head = headOf(session.id, session.refresh_token_counter);
  const mac = macOf(session, head);
  if (!mac) throw new Error("a session's key cannot be read with this server's ENCRYPTION_KEYS");
  return Buffer.concat([head, mac]).toString("base64url");
}

function parseToken(token: string): TokenParts | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== token) return undefined;
  const hex = bytes.toString("hex", 0, 16);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { id, counter: bytes.readUInt32BE(16), mac: bytes.subarray(20) };
}

function isGenuine(session: SessionRow, token: TokenParts): boolean {
  const expected = macOf(session, headOf(token.id, token.counter));
  if (!expected || token.counter > session.refresh_token_counter) return false;
  return timingSafeEqual(expected, token.mac);
}

function headOf(id: string, counter: number): Buffer {
  const head = Buffer.alloc(20);
  head.write(id.replaceAll("-", ""), "hex");
  head.writeUInt32BE(counter, 16);
  return head;
}

/** Null when the session's key can no longer be read: the session is as good as ended. */
function macOf(session: SessionRow, head: Buffer): Buffer | null {
  const key = unseal(KEY, session.id, session.refresh_token_hmac_key);
  return key === null ? null : createHmac("sha256", Buffer.from(key, "hex")).update(head).digest();
}
