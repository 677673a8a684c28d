import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { oneTimeTokens } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { ONE_TIME_TOKEN_SECONDS, sameSecret, WRONG_CODES_ALLOWED } from "./config";

export type TokenType = "confirmation" | "magiclink" | "recovery" | "email_change";
export type TokenRow = typeof oneTimeTokens.$inferSelect;

export interface NewToken {
  userId: string;
  type: TokenType;
  /** The address the mail goes to. */
  email: string;
  /** `signup`, `otp`, `recovery`, `email_change`, `admin`. */
  purpose: string;
  flowId?: string | null;
}

/**
 * Makes the link token and the six digits of a mail, in place of earlier ones of the same kind. Unlike GoTrue's,
 * the link token does not follow from the digits: guessing digits must not be possible through the link.
 */
export async function issueToken(token: NewToken): Promise<{ id: string; link: string; code: string }> {
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const link = `${token.flowId ? "pkce_" : ""}${randomBytes(32).toString("hex")}`;
  const values = {
    id,
    user_id: token.userId,
    token_type: token.type,
    token_hash: hash(link),
    code_hash: hash(`${id}:${code}`),
    attempts: 0,
    relates_to: token.email,
    purpose: token.purpose,
    flow_id: token.flowId ?? null,
    created_at: sql`now()`,
  };
  await db()
    .insert(oneTimeTokens)
    .values(values)
    .onConflictDoUpdate({ target: [oneTimeTokens.user_id, oneTimeTokens.token_type], set: values });
  return { id, link, code };
}

const fresh = () =>
  gt(oneTimeTokens.created_at, sql`now() - make_interval(secs => ${ONE_TIME_TOKEN_SECONDS})`);

/** Takes the token of a link; one statement, so that it works once. */
export async function redeemLink(link: string, types: TokenType[]): Promise<TokenRow | undefined> {
  const [row] = await db()
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.token_hash, hash(link)), inArray(oneTimeTokens.token_type, types), fresh()))
    .returning();
  return row;
}

/**
 * Takes the token that the digits belong to. Each try is counted before anything is compared, so five wrong ones
 * burn the code however many arrive at once.
 */
export async function redeemCode(
  email: string,
  code: string,
  types: TokenType[],
): Promise<TokenRow | undefined> {
  const tried = await db()
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.relates_to, email),
        inArray(oneTimeTokens.token_type, types),
        lt(oneTimeTokens.attempts, WRONG_CODES_ALLOWED),
        fresh(),
      ),
    )
    .returning();
  const match = tried.find((row) => sameSecret(row.code_hash, hash(`${row.id}:${code}`)));
  if (!match) return undefined;
  const [taken] = await db().delete(oneTimeTokens).where(eq(oneTimeTokens.id, match.id)).returning();
  return taken;
}

/** Forgets what was mailed before: a changed password or address ends older links. */
export async function revokeTokens(userId: string): Promise<void> {
  await db().delete(oneTimeTokens).where(eq(oneTimeTokens.user_id, userId));
}

function hash(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
