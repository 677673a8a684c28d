import { and, eq, isNull, lt, or } from "drizzle-orm";
import { z } from "zod";
import { db, isUniqueViolation, type Transaction } from "@/db/client";
import { challenges, factors } from "@/db/identity-schema";
import { log } from "@/lib/log";
import { type Caller, insufficientAal, isHalf, requireMailbox, requireUser } from "../caller";
import { IdentityError, invalid, json } from "../errors";
import { limitFactorCode, shouldAlarm } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { notify } from "../notices";
import { unseal } from "../sealed";
import { describeSession, raiseSession } from "../sessions";
import { findChallenge } from "./challenges";
import { confirmFactor, type FactorRow, findOwnFactor, lockUser } from "./store";
import { stepOfCode } from "./totp";
import { type CredentialResponse, credentialResponse, readAsserted, readCreated } from "./webauthn";

const byCode = z.object({
  challenge_id: z.uuid(),
  code: z.string("Code needs to be non-empty").trim().min(1, "Code needs to be non-empty").max(20),
});
const byAuthenticator = z.object({
  challenge_id: z.uuid(),
  webauthn: z.object({ type: z.enum(["create", "request"]), credential_response: credentialResponse }),
});

/**
 * POST /factors/:id/verify: exchanges a code or a signature for the session at `aal2`. Either works once, however many
 * requests send it at the same moment; a wrong one leaves the challenge valid.
 */
export async function verifyFactor(incoming: Incoming, id: string): Promise<Response> {
  const caller = await requireUser(incoming);
  const factor = await findOwnFactor(caller.user.id, id);
  if (factor.factor_type === "recovery_code") throw invalid("factor_type needs to be totp or webauthn");
  const session = await (factor.factor_type === "totp" ? verifyCode : verifySignature)(
    incoming,
    caller,
    factor,
  );
  return json(await describeSession(session, caller.user));
}

async function verifyCode(incoming: Incoming, caller: Caller, factor: FactorRow) {
  const { challenge_id, code } = parse(byCode, incoming);
  await admit(incoming, caller, factor);
  await findChallenge(caller, factor, challenge_id);
  const step = stepIn(factor, code);
  if (step === undefined) throw await failed(incoming, caller, "Invalid TOTP code entered");
  const unused = or(isNull(factors.last_step), lt(factors.last_step, step));
  return accept(incoming, caller, {
    factor,
    challengeId: challenge_id,
    method: "totp",
    // Of two with the same code the second finds it used.
    use: (tx) =>
      tx
        .update(factors)
        .set({ last_step: step })
        .where(and(eq(factors.id, factor.id), unused))
        .returning(),
  });
}

async function verifySignature(incoming: Incoming, caller: Caller, factor: FactorRow) {
  const { challenge_id, webauthn } = parse(byAuthenticator, incoming);
  return acceptCredential(incoming, caller, {
    factor,
    challengeId: challenge_id,
    response: webauthn.credential_response,
  });
}

/** An authenticator's answer to the session's challenge: a new passkey, or an existing one. */
export async function acceptCredential(
  incoming: Incoming,
  caller: Caller,
  { factor, challengeId, response }: { factor: FactorRow; challengeId: string; response: CredentialResponse },
) {
  await admit(incoming, caller, factor);
  const challenge = (await findChallenge(caller, factor, challengeId)) ?? "";
  const written = await readCredential(factor, response, challenge);
  if (!written) throw await failed(incoming, caller, "Credential verification failed");
  return accept(incoming, caller, {
    factor,
    challengeId,
    method: "mfa/webauthn",
    use: (tx) => tx.update(factors).set(written).where(eq(factors.id, factor.id)).returning(),
  }).catch((error) => {
    if (!isUniqueViolation(error, "mfa_factors_credential")) throw error;
    throw new IdentityError(422, "webauthn_credential_exists", "This credential is already registered");
  });
}

async function readCredential(factor: FactorRow, response: CredentialResponse, challenge: string) {
  if (factor.status !== "verified") return readCreated(response, challenge);
  const sign_count = await readAsserted(response, { factor, challenge, verifiesUser: false });
  return sign_count === undefined ? undefined : { sign_count };
}

/** Attempts are counted before anything is compared; a session with one factor of two cannot finish enrolling a third. */
async function admit(incoming: Incoming, caller: Caller, factor: FactorRow): Promise<void> {
  if (factor.status !== "verified") {
    if (isHalf(caller)) throw insufficientAal();
    requireMailbox(caller);
  }
  await limitFactorCode(incoming, caller.user.id, factor.factor_type === "totp" ? "totp" : "webauthn");
}

/** The step of a right code. A secret sealed by lost keys is the server's trouble: its user must not be told "wrong". */
function stepIn(factor: FactorRow, code: string): number | undefined {
  const secret = unseal("identity.mfa_factors.secret", factor.id, factor.secret ?? "");
  if (secret) return stepOfCode(secret, code);
  log().error(
    { factorId: factor.id },
    "a factor's secret cannot be read with this server's ENCRYPTION_KEYS; its user needs a recovery code, or you run: npm run second-factor -- their address",
  );
  throw new IdentityError(
    422,
    "mfa_factor_unreadable",
    "This server can no longer check codes of this app: use a recovery code or another factor, or ask its operator to remove this one",
  );
}

interface Accepted {
  factor: FactorRow;
  challengeId: string;
  method: string;
  /** Consumes the proof; returns nothing when another request consumed it first. */
  use: (tx: Transaction) => Promise<FactorRow[]>;
}

/** In one transaction: the proof is consumed, the factor verified, and the session completed. */
async function accept(incoming: Incoming, caller: Caller, { factor, challengeId, method, use }: Accepted) {
  const outcome = await db().transaction(async (tx) => {
    const user = await lockUser(tx, caller.user.id);
    if (user && factor.status !== "verified") requireMailbox({ user });
    const [taken] = await tx.delete(challenges).where(eq(challenges.id, challengeId)).returning();
    if (!taken) return undefined;
    const [used] = await use(tx);
    if (!used) return undefined;
    const isNew = await confirmFactor(tx, used, caller.sessionId);
    const session = await raiseSession(tx, caller.sessionId, { method, factorId: factor.id });
    return session && { session, isNew };
  });
  if (!outcome) throw await failed(incoming, caller, "This was used already");
  if (outcome.isNew) await incoming.later(() => notify(caller.user, "factorAdded", factor.friendly_name));
  return outcome.session;
}

/** A wrong code: whoever sends many knows the first factor, so the owner should be notified. */
export async function failed(incoming: Incoming, { user }: Caller, message: string): Promise<IdentityError> {
  if (await shouldAlarm(user.id)) await incoming.later(() => notify(user, "factorGuessed"));
  return new IdentityError(422, "mfa_verification_failed", message);
}
