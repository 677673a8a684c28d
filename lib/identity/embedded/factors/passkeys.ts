import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db, isUniqueViolation } from "@/db/client";
import { factors } from "@/db/identity-schema";
import { requireFresh, requireWholeUser } from "../caller";
import { IdentityError, json, NO_STORE } from "../errors";
import { limitAddress, limitFactors } from "../guess-limits";
import { type Incoming, parse } from "../incoming";
import { signIn } from "../sign-in";
import { findUser } from "../users";
import { askAuthenticator, factorOfChallenge, storeChallenge, takeSignInChallenge } from "./challenges";
import { friendlyName } from "./enroll";
import { type FactorRow, factorNotFound, findOwnFactor, insertFactor } from "./store";
import { unenroll } from "./unenroll";
import { acceptCredential } from "./verify";
import { credentialResponse, readAsserted, requestOptions, requireSite } from "./webauthn";

/**
 * GoTrue's calls for passkeys (`auth.passkey` and `signInWithPasskey` of the SDK). A passkey is a second factor as
 * well, so both use the same rows: what is added through one is visible through the other.
 */

const answered = z.object({ challenge_id: z.uuid(), credential: credentialResponse });

/** POST /passkeys/registration/options */
export async function beginPasskey(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  requireSite();
  await limitFactors(incoming, caller.user.id);
  requireFresh(caller);
  const factor = await insertFactor(caller.user.id, { friendly_name: "", factor_type: "webauthn" });
  const { publicKey: options } = (await askAuthenticator(caller, factor)).credential_options;
  const { id, expires_at } = await storeChallenge(options.challenge, caller.sessionId, factor.id);
  return json({ challenge_id: id, options, expires_at });
}

/** POST /passkeys/registration/verify. The session has then shown the passkey; its next token says so. */
export async function finishPasskey(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  const { challenge_id, credential } = parse(answered, incoming);
  const factor = await findOwnFactor(caller.user.id, await factorOfChallenge(challenge_id));
  await acceptCredential(incoming, caller, { factor, challengeId: challenge_id, response: credential });
  return json(toPasskey(factor));
}

/** POST /passkeys/authentication/options: for any holder of a passkey of this site. */
export async function askPasskey(incoming: Incoming): Promise<Response> {
  await limitAddress(incoming, "factor");
  const options = await requestOptions();
  const { id, expires_at } = await storeChallenge(options.challenge);
  return json({ challenge_id: id, options, expires_at });
}

/**
 * POST /passkeys/authentication/verify: exchanges a passkey alone for a session. It is two factors in one, because PIN
 * or biometrics are required here: the session begins at `aal2`.
 */
export async function signInByPasskey(incoming: Incoming): Promise<Response> {
  const { challenge_id, credential } = parse(answered, incoming);
  await limitAddress(incoming, "verify");
  const challenge = await takeSignInChallenge(challenge_id);
  const factor = await findByCredential(credential.id);
  const count = factor && (await readAsserted(credential, { factor, challenge, verifiesUser: true }));
  const user = factor && (await findUser(factor.user_id));
  if (!factor || count === undefined || !user) {
    throw new IdentityError(400, "webauthn_verification_failed", "Credential verification failed");
  }
  if (!user.email_confirmed_at) throw new IdentityError(403, "email_not_confirmed", "Email not confirmed");
  await db().update(factors).set({ sign_count: count }).where(eq(factors.id, factor.id));
  return json(await signIn(incoming, user, "passkey", { passkeyId: factor.id }));
}

async function findByCredential(id: string): Promise<FactorRow | undefined> {
  const [factor] = await db()
    .select()
    .from(factors)
    .where(and(eq(factors.credential_id, id), eq(factors.status, "verified")));
  return factor;
}

const isPasskey = (userId: string) =>
  and(eq(factors.user_id, userId), eq(factors.factor_type, "webauthn"), eq(factors.status, "verified"));

function toPasskey({ id, friendly_name, created_at }: FactorRow) {
  return { id, friendly_name, created_at: created_at.toISOString() };
}

/** GET /passkeys */
export async function readPasskeys(incoming: Incoming): Promise<Response> {
  const { user } = await requireWholeUser(incoming);
  const rows = await db().select().from(factors).where(isPasskey(user.id)).orderBy(asc(factors.created_at));
  return json(rows.map(toPasskey));
}

const renamed = z.object({ friendly_name: friendlyName.pipe(z.string().min(1, "must not be empty")) });

/** PATCH /passkeys/:id: renames it. */
export async function renamePasskey(incoming: Incoming, id: string): Promise<Response> {
  const { user } = await requireWholeUser(incoming);
  const { friendly_name } = parse(renamed, incoming);
  await limitFactors(incoming, user.id);
  const [row] = await db()
    .update(factors)
    .set({ friendly_name, updated_at: new Date() })
    .where(and(isPasskey(user.id), eq(factors.id, id)))
    .returning()
    .catch((error) => {
      if (!isUniqueViolation(error, "mfa_factors_name")) throw error;
      throw new IdentityError(
        422,
        "mfa_factor_name_conflict",
        "A factor with this friendly name already exists",
      );
    });
  if (!row) throw factorNotFound();
  return json(toPasskey(row));
}

/** DELETE /passkeys/:id */
export async function removePasskey(incoming: Incoming, id: string): Promise<Response> {
  await unenroll(incoming, id);
  return new Response(null, { status: 204, headers: NO_STORE });
}
