import { createHash } from "node:crypto";
import { eq, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { flowStates } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { AUTH_CODE_SECONDS, sameSecret } from "./config";
import { IdentityError } from "./errors";
import type { Challenge } from "./incoming";

/** Remembers the challenge of a PKCE request until its link is followed; null when the request had none. */
export async function rememberChallenge(
  userId: string,
  { code_challenge, code_challenge_method }: Challenge,
  method: string,
): Promise<string | null> {
  if (!code_challenge) return null;
  await db().delete(flowStates).where(lt(flowStates.created_at, sql`now() - interval '1 day'`));
  const id = newId();
  await db()
    .insert(flowStates)
    .values({
      id,
      user_id: userId,
      code_challenge,
      code_challenge_method: code_challenge_method ?? "plain",
      authentication_method: method,
    });
  return id;
}

/** Issues the code with which the browser that asked, and no other, gets its session. */
export async function issueAuthCode(flowId: string): Promise<string> {
  const code = crypto.randomUUID();
  const issued = await db()
    .update(flowStates)
    .set({ auth_code: code, auth_code_issued_at: sql`now()` })
    .where(eq(flowStates.id, flowId))
    .returning({ id: flowStates.id });
  if (issued.length === 0) throw flowNotFound();
  return code;
}

/**
 * Redeems a code, once. Throws `flow_state_not_found`, `flow_state_expired` and `bad_code_verifier`; a wrong
 * verifier leaves the code alive for the right one.
 */
export async function redeemAuthCode(
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string }> {
  return db().transaction(async (tx) => {
    const [flow] = await tx.select().from(flowStates).where(eq(flowStates.auth_code, code)).for("update");
    if (!flow?.auth_code_issued_at) throw flowNotFound();
    if (Date.now() - flow.auth_code_issued_at.getTime() > AUTH_CODE_SECONDS * 1000) {
      throw new IdentityError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    }
    if (!sameSecret(challengeOf(verifier, flow.code_challenge_method), flow.code_challenge)) {
      const message = "code challenge does not match previously saved code verifier";
      throw new IdentityError(400, "bad_code_verifier", message);
    }
    await tx.delete(flowStates).where(eq(flowStates.id, flow.id));
    return { userId: flow.user_id, method: flow.authentication_method };
  });
}

function challengeOf(verifier: string, method: string): string {
  return method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
}

function flowNotFound() {
  return new IdentityError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
