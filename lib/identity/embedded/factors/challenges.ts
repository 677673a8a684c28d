import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { challenges } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { type Caller, requireUser } from "../caller";
import { CHALLENGE_SECONDS } from "../config";
import { IdentityError, invalid, json } from "../errors";
import { limitFactors } from "../guess-limits";
import type { Incoming } from "../incoming";
import { type FactorRow, findOwnFactor, listFactors } from "./store";
import { creationOptions, requestOptions } from "./webauthn";

const expired = () => sql`${challenges.created_at} < now() - make_interval(secs => ${CHALLENGE_SECONDS})`;

/** POST /factors/:id/challenge: what a code or a signature answers, for this session and five minutes. */
export async function challengeFactor(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireUser(incoming);
  await limitFactors(incoming, caller.user.id);
  const factor = await findOwnFactor(caller.user.id, id);
  const { factor_type: type } = factor;
  if (type === "recovery_code") throw invalid("factor_type needs to be totp or webauthn");
  const webauthn = type === "webauthn" ? await askAuthenticator(caller, factor) : undefined;
  const made = await storeChallenge(webauthn?.credential_options.publicKey.challenge, caller.sessionId, id);
  return json({ ...made, type, ...(webauthn && { webauthn }) });
}

/** An unfinished passkey is created, an existing one is asked for. */
export async function askAuthenticator({ user }: Caller, factor: FactorRow) {
  const passkeys = (await listFactors(user.id)).filter((one) => one.factor_type === "webauthn");
  if (factor.status !== "verified") {
    return { type: "create", credential_options: { publicKey: await creationOptions(user, passkeys) } };
  }
  // As in GoTrue: any passkey of the user may answer in the browser, but only this one is accepted.
  return { type: "request", credential_options: { publicKey: await requestOptions([factor]) } };
}

/** Stores a challenge, and deletes expired ones of its kind. `expires_at` in seconds since 1970. */
export async function storeChallenge(challenge?: string, sessionId?: string, factorId?: string) {
  const kind = factorId ? eq(challenges.factor_id, factorId) : isNull(challenges.factor_id);
  await db().delete(challenges).where(and(kind, expired()));
  const created = new Date();
  const id = newId();
  await db()
    .insert(challenges)
    .values({
      id,
      factor_id: factorId ?? null,
      session_id: sessionId ?? null,
      challenge: challenge ?? null,
      created_at: created,
    });
  return { id, expires_at: Math.floor(created.getTime() / 1000) + CHALLENGE_SECONDS };
}

/** A challenge of this factor, requested by this session. Throws `mfa_factor_not_found`, `mfa_challenge_expired`. */
export async function findChallenge({ sessionId }: Caller, { id }: FactorRow, challengeId: string) {
  const its = and(eq(challenges.id, challengeId), eq(challenges.factor_id, id));
  const [found] = await db()
    .select({ expired: sql<boolean>`${expired()}`, challenge: challenges.challenge })
    .from(challenges)
    .where(and(its, eq(challenges.session_id, sessionId)));
  if (!found) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new IdentityError(422, "mfa_factor_not_found", message);
  }
  if (!found.expired) return found.challenge;
  await db().delete(challenges).where(eq(challenges.id, challengeId));
  const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
  throw new IdentityError(422, "mfa_challenge_expired", message);
}

/** The factor of a challenge, whichever user it belongs to. Throws `webauthn_challenge_not_found`. */
export async function factorOfChallenge(challengeId: string): Promise<string> {
  const [found] = await db()
    .select({ id: challenges.factor_id })
    .from(challenges)
    .where(eq(challenges.id, challengeId));
  if (!found?.id) throw new IdentityError(400, "webauthn_challenge_not_found", "Challenge not found");
  return found.id;
}

/** Consumes the challenge of a sign-in by passkey. Throws GoTrue's `webauthn_challenge_…`. */
export async function takeSignInChallenge(challengeId: string): Promise<string> {
  const [taken] = await db()
    .delete(challenges)
    .where(and(eq(challenges.id, challengeId), isNull(challenges.factor_id), isNotNull(challenges.challenge)))
    .returning({ challenge: challenges.challenge, expired: sql<boolean>`${expired()}` });
  if (!taken?.challenge) {
    throw new IdentityError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (taken.expired) throw new IdentityError(400, "webauthn_challenge_expired", "Challenge has expired");
  return taken.challenge;
}
