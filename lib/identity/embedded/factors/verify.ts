import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { challenges, factors } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { type Caller, insufficientAal, isHalf, requireUser } from "../caller";
import { IdentityError, invalid, json } from "../errors";
import { limitFactorCode, limitFactors, shouldAlarm } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { notify } from "../notices";
import { unseal } from "../sealed";
import { describeSession, raiseSession } from "../sessions";
import { confirmFactor, type FactorRow, findOwnFactor, lockUser } from "./store";
import { stepOfCode } from "./totp";

/** GoTrue's default. */
const CHALLENGE_SECONDS = 300;

const expired = () => sql`${challenges.created_at} < now() - make_interval(secs => ${CHALLENGE_SECONDS})`;

/** POST /factors/:id/challenge: what a code is an answer to, for this session and five minutes. */
export async function challengeFactor(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireUser(incoming);
  await limitFactors(incoming, caller.user.id);
  const factor = await findOwnFactor(caller.user.id, id);
  if (factor.factor_type !== "totp") throw invalid("factor_type needs to be totp");
  await db()
    .delete(challenges)
    .where(and(eq(challenges.factor_id, id), expired()));
  const created = new Date();
  const row = { id: newId(), factor_id: id, session_id: caller.sessionId, created_at: created };
  await db().insert(challenges).values(row);
  const expires_at = Math.floor(created.getTime() / 1000) + CHALLENGE_SECONDS;
  return json({ id: row.id, type: factor.factor_type, expires_at });
}

const body = z.object({
  challenge_id: z.uuid(),
  code: z.string("Code needs to be non-empty").trim().min(1, "Code needs to be non-empty").max(20),
});

/**
 * POST /factors/:id/verify: the code against the session at `aal2`. A code works once, however many send it at the same
 * moment; a wrong one leaves the challenge good.
 */
export async function verifyFactor(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireUser(incoming);
  const factor = await findOwnFactor(caller.user.id, id);
  const { challenge_id, code } = parse(body, incoming);
  if (factor.factor_type !== "totp") throw invalid("factor_type needs to be totp");
  if (factor.status !== "verified" && isHalf(caller)) throw insufficientAal();
  await limitFactorCode(incoming, caller.user.id, "totp");
  await requireChallenge(caller, factor, challenge_id);
  const step = stepIn(factor, code);
  const outcome = step === undefined ? undefined : await accept(caller, factor, challenge_id, step);
  if (!outcome) throw await failed(incoming, caller, "Invalid TOTP code entered");
  if (outcome.isNew) await incoming.later(() => notify(caller.user, "factorAdded", factor.friendly_name));
  return json(await describeSession(outcome.session, caller.user));
}

/** A challenge of this factor, asked for by this session. Throws `mfa_factor_not_found`, `mfa_challenge_expired`. */
async function requireChallenge(
  { sessionId }: Caller,
  { id }: FactorRow,
  challengeId: string,
): Promise<void> {
  const [found] = await db()
    .select({ expired: sql<boolean>`${expired()}` })
    .from(challenges)
    .where(
      and(eq(challenges.id, challengeId), eq(challenges.factor_id, id), eq(challenges.session_id, sessionId)),
    );
  if (!found) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new IdentityError(422, "mfa_factor_not_found", message);
  }
  if (!found.expired) return;
  await db().delete(challenges).where(eq(challenges.id, challengeId));
  const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
  throw new IdentityError(422, "mfa_challenge_expired", message);
}

function stepIn(factor: FactorRow, code: string): number | undefined {
  const secret = unseal("identity.mfa_factors.secret", factor.id, factor.secret ?? "");
  if (secret) return stepOfCode(secret, code);
  log().error({ factorId: factor.id }, "a factor's secret cannot be read with this server's ENCRYPTION_KEYS");
  return undefined;
}

/** In one transaction, whose first statement uses the code up: of two with the same one the second finds it used. */
function accept(caller: Caller, factor: FactorRow, challengeId: string, step: number) {
  return db().transaction(async (tx) => {
    await lockUser(tx, caller.user.id);
    const unused = or(isNull(factors.last_step), lt(factors.last_step, step));
    const [used] = await tx
      .update(factors)
      .set({ last_step: step })
      .where(and(eq(factors.id, factor.id), unused))
      .returning();
    if (!used) return undefined;
    await tx.delete(challenges).where(eq(challenges.id, challengeId));
    const isNew = await confirmFactor(tx, used, caller.sessionId);
    const session = await raiseSession(tx, caller.sessionId, { method: "totp", factorId: factor.id });
    return session && { session, isNew };
  });
}

/** A wrong code: whoever sends many knows the first factor, and the owner should hear of it. */
export async function failed(incoming: Incoming, { user }: Caller, message: string): Promise<IdentityError> {
  if (await shouldAlarm(user.id)) await incoming.later(() => notify(user, "factorGuessed"));
  return new IdentityError(422, "mfa_verification_failed", message);
}
