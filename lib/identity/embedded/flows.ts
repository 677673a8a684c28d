import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { flowStates, oneTimeTokens, sessions } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { AUTH_CODE_SECONDS, sameSecret } from "./config";
import { IdentityError } from "./errors";
import type { Challenge } from "./incoming";
import type { TokenRow } from "./one-time-tokens";

/** Stores the challenge of a PKCE request until its link is followed; null when the request had none. */
export async function rememberChallenge(
  userId: string,
  { code_challenge }: Challenge,
): Promise<string | null> {
  if (!code_challenge) return null;
  await db().delete(flowStates).where(lt(flowStates.created_at, sql`now() - interval '1 day'`));
  const id = newId();
  await db().insert(flowStates).values({ id, user_id: userId, code_challenge });
  return id;
}

/** Issues the code with which only the requesting browser gets its session. */
export async function issueAuthCode(flowId: string): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const issued = await db()
    .update(flowStates)
    .set({ auth_code: code, auth_code_issued_at: sql`now()` })
    .where(eq(flowStates.id, flowId))
    .returning({ id: flowStates.id });
  if (issued.length === 0) throw flowNotFound();
  return code;
}

/**
 * Redeems a code, once, for the token of the followed link: only now is it known that the mail was opened where it
 * was requested. Throws `flow_state_not_found`, `flow_state_expired` and `bad_code_verifier`; after a wrong verifier
 * the code stays valid for the right one. If code and verifier are used again, two parties have them, and the session
 * of the first exchange is ended (RFC 6749, 4.1.2).
 */
export async function redeemAuthCode(code: string, verifier: string): Promise<TokenRow> {
  const row = await db().transaction(async (tx) => {
    const [flow] = await tx.select().from(flowStates).where(eq(flowStates.auth_code, code)).for("update");
    if (!flow?.auth_code_issued_at) throw flowNotFound();
    if (Date.now() - flow.auth_code_issued_at.getTime() > AUTH_CODE_SECONDS * 1000) {
      throw new IdentityError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    }
    if (!sameSecret(challengeOf(verifier), flow.code_challenge)) {
      if (flow.session_id) throw flowNotFound();
      const message = "code challenge does not match previously saved code verifier";
      throw new IdentityError(400, "bad_code_verifier", message);
    }
    const [token] = await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.flow_id, flow.id)).returning();
    // Returned, not thrown: a throw would let the session live.
    return token ?? (await endFirstUse(tx, flow));
  });
  if (!row) throw flowNotFound();
  return row;
}

/** Also while the first exchange is still running: then it does not get its session (`bindSession`). */
async function endFirstUse(tx: Transaction, flow: typeof flowStates.$inferSelect): Promise<undefined> {
  await tx.update(flowStates).set({ reused_at: sql`now()` }).where(eq(flowStates.id, flow.id));
  if (flow.session_id) await tx.delete(sessions).where(eq(sessions.id, flow.session_id));
}

/** Records the session that the exchange of a flow's code started. False when the code was used again meanwhile. */
export async function bindSession(tx: Transaction, flowId: string, sessionId: string): Promise<boolean> {
  const bound = await tx
    .update(flowStates)
    .set({ session_id: sessionId })
    .where(and(eq(flowStates.id, flowId), isNull(flowStates.reused_at)))
    .returning({ id: flowStates.id });
  return bound.length > 0;
}

/** RFC 7636, 4.6: S256. */
function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function flowNotFound() {
  return new IdentityError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
