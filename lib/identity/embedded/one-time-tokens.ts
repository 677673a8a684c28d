import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { oneTimeTokens } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { apiKeys, CODE_TRIES_ALLOWED, LIVE_TOKENS, ONE_TIME_TOKEN_SECONDS, sameSecret } from "./config";
import type { Client } from "./incoming";

/** `oauth`: no mail, but the answer of the provider (sso); only the PKCE code redeems it. */
export type TokenType =
  | "confirmation"
  | "magiclink"
  | "recovery"
  | "email_change"
  | "reauthentication"
  | "oauth";
export type TokenRow = typeof oneTimeTokens.$inferSelect;

export interface NewToken {
  userId: string;
  type: TokenType;
  /** The address the mail goes to. */
  email: string;
  /** `signup`, `resend`, `otp`, `recovery`, `email_change`, `reauthentication`, `admin`, `oauth`. */
  purpose: string;
  flowId?: string | null;
  /** The password that was chosen together with this request. */
  passwordHash?: string | null;
}

/**
 * Creates the link token and the six digits of a mail. Earlier ones stay valid for their ten minutes: otherwise
 * anybody could invalidate an owner's link by requesting another mail. Unlike GoTrue's, the link token is not derived
 * from the digits, so the digits cannot be guessed through the link.
 */
export async function issueToken(token: NewToken): Promise<{ id: string; link: string; code: string }> {
  const kind = and(eq(oneTimeTokens.user_id, token.userId), eq(oneTimeTokens.token_type, token.type));
  await makeRoom(kind);
  const secrets = newSecrets(newId(), token.flowId);
  await db()
    .insert(oneTimeTokens)
    .values({
      ...secrets.columns,
      user_id: token.userId,
      token_type: token.type,
      relates_to: token.email,
      purpose: token.purpose,
      password_hash: token.passwordHash ?? null,
    });
  return secrets.mailed;
}

function newSecrets(id: string, flowId: string | null | undefined) {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const link = `${flowId ? "pkce_" : ""}${randomBytes(32).toString("hex")}`;
  const columns = { id, token_hash: hashLink(link), code_hash: hashCode(id, code), flow_id: flowId ?? null };
  return { columns, mailed: { id, link, code } };
}

/** Deletes expired tokens, and the oldest of more than a user can have requested within ten minutes. */
async function makeRoom(kind: SQL | undefined): Promise<void> {
  const newest = db()
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(kind)
    .orderBy(desc(oneTimeTokens.created_at))
    .limit(LIVE_TOKENS - 1);
  const superfluous = or(not(isFresh()), not(inArray(oneTimeTokens.id, newest)));
  await db().delete(oneTimeTokens).where(and(kind, superfluous));
}

const isFresh = () =>
  gt(oneTimeTokens.created_at, sql`now() - make_interval(secs => ${ONE_TIME_TOKEN_SECONDS})`);

const isLink = (link: string, types: TokenType[]) =>
  and(eq(oneTimeTokens.token_hash, hashLink(link)), inArray(oneTimeTokens.token_type, types), isFresh());

/** Consumes the token of a link that any browser may use; one statement, so that it works once. */
export async function redeemLink(link: string, types: TokenType[]): Promise<TokenRow | undefined> {
  const [row] = await db()
    .delete(oneTimeTokens)
    .where(and(isLink(link, types), isNull(oneTimeTokens.flow_id)))
    .returning();
  return row;
}

/** Follows the link of a PKCE request, once; the token itself is consumed by the exchange. */
export async function followFlowLink(
  link: string,
  types: TokenType[],
): Promise<{ flow: string; userId: string } | undefined> {
  const [row] = await db()
    .update(oneTimeTokens)
    .set({ followed_at: sql`now()` })
    .where(and(isLink(link, types), isNotNull(oneTimeTokens.flow_id), isNull(oneTimeTokens.followed_at)))
    .returning({ flow: oneTimeTokens.flow_id, userId: oneTimeTokens.user_id });
  return row?.flow ? { flow: row.flow, userId: row.userId } : undefined;
}

/**
 * Consumes the token that the digits belong to. Each attempt is counted before anything is compared, so the attempts
 * are bounded however many arrive at once; the bound per client is in guess-limits.ts. Strangers' attempts invalidate
 * a code only for strangers.
 */
export async function redeemCode(
  email: string,
  code: string,
  types: TokenType[],
  client: Client | null,
): Promise<TokenRow | undefined> {
  const isKnown = client?.isKnown ?? false;
  const tried = await db()
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + ${isKnown ? 0 : 1}` })
    .where(
      and(
        eq(oneTimeTokens.relates_to, email),
        inArray(oneTimeTokens.token_type, types),
        isKnown ? undefined : lt(oneTimeTokens.attempts, CODE_TRIES_ALLOWED),
        isFresh(),
      ),
    )
    .returning();
  const match = tried.find((row) => sameSecret(row.code_hash, hashCode(row.id, code)));
  if (!match) return undefined;
  const [taken] = await db().delete(oneTimeTokens).where(eq(oneTimeTokens.id, match.id)).returning();
  return taken;
}

/** Sign-ups of a user whose password waits for their mail to be answered, the newest first. */
export async function waitingSignUps(userId: string): Promise<TokenRow[]> {
  return db()
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.user_id, userId),
        eq(oneTimeTokens.token_type, "confirmation"),
        isNotNull(oneTimeTokens.password_hash),
      ),
    )
    .orderBy(desc(oneTimeTokens.created_at));
}

/** The waiting passwords, each once: a mail that was sent again has that of the first. */
export async function waitingPasswords(userId: string): Promise<string[]> {
  const waiting = await waitingSignUps(userId);
  return [...new Set(waiting.flatMap(({ password_hash }) => password_hash ?? []))];
}

/** Deletes what was mailed before: proving, changing or moving an account invalidates older links and codes. */
export async function revokeTokens(userId: string): Promise<void> {
  await db().delete(oneTimeTokens).where(eq(oneTimeTokens.user_id, userId));
}

function hashLink(link: string): string {
  return createHash("sha256").update(link).digest("hex");
}

/** Keyed: with only a million possible codes, a plain hash in a dump would reveal them in a second. */
function hashCode(id: string, code: string): string {
  return createHmac("sha256", apiKeys().secret).update(`one-time code/${id}/${code}`).digest("hex");
}
