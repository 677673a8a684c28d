import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { CHALLENGE_SECONDS } from "../config";
import { IdentityError } from "../errors";
import type { UserRow } from "../users";
import type { FactorRow } from "./store";

/** WebAuthn (W3C, level 3) by @simplewebauthn/server, loaded on first use. */
const library = () => import("@simplewebauthn/server");

/**
 * The site that passkeys are bound to; null where browsers do not support them: outside https and this machine, and
 * for sites that have an address instead of a name.
 */
export function relyingParty(): { id: string; origin: string } | null {
  const { protocol, hostname, origin } = new URL(env().APP_URL);
  const named = isIP(hostname.replace(/[[\]]/g, "")) === 0;
  const secure = protocol === "https:" || hostname === "localhost";
  return named && secure ? { id: hostname, origin } : null;
}

/** Throws `mfa_webauthn_enroll_not_enabled` where there are no passkeys. */
export function requireSite(): { id: string; origin: string } {
  const site = relyingParty();
  if (site) return site;
  const message = "Passkeys need a site with a name and https (or localhost)";
  throw new IdentityError(422, "mfa_webauthn_enroll_not_enabled", message);
}

interface Known {
  credential_id: string | null;
  transports: string[] | null;
}

const reached = z.array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"])).catch([]);
const listOf = (known: Known[]) =>
  known.flatMap(({ credential_id, transports }) =>
    credential_id ? [{ id: credential_id, transports: reached.parse(transports) }] : [],
  );

/** The options of `navigator.credentials.create`, for a passkey that its authenticator may offer at sign-in by itself. */
export async function creationOptions(user: UserRow, known: Known[]) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Kith",
    rpID: requireSite().id,
    userName: user.email,
    userDisplayName: user.email,
    userID: new TextEncoder().encode(user.id),
    attestationType: "none",
    excludeCredentials: listOf(known),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

/** The options of `navigator.credentials.get`; without `known` for any passkey of the site, with PIN or biometrics. */
export async function requestOptions(known?: Known[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: requireSite().id,
    ...(known && { allowCredentials: listOf(known) }),
    userVerification: known ? "preferred" : "required",
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

const text = z.string().max(20_000);
/** The fields that are read here; the library checks all of it. */
export const credentialResponse = z.looseObject({
  id: text.min(1),
  rawId: text.min(1),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: text.min(1) }),
});
export type CredentialResponse = z.output<typeof credentialResponse>;

/** The columns of a new credential; undefined for an invalid one. */
export async function readCreated(response: CredentialResponse, challenge: string) {
  const { id, origin } = requireSite();
  const { verifyRegistrationResponse } = await library();
  const found = await quietly(() =>
    verifyRegistrationResponse({
      response: asSent<RegistrationResponseJSON>(response),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    }),
  );
  if (!found?.verified) return undefined;
  const { credential } = found.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    transports: reached.parse(credential.transports),
    sign_count: credential.counter,
  };
}

/** The new counter of a credential that signed the challenge; undefined for one that did not. */
export async function readAsserted(
  response: CredentialResponse,
  { factor, challenge, verifiesUser }: { factor: FactorRow; challenge: string; verifiesUser: boolean },
): Promise<number | undefined> {
  const { id, origin } = requireSite();
  const { credential_id, public_key, sign_count } = factor;
  if (!credential_id || !public_key || credential_id !== response.id) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const found = await quietly(() =>
    verifyAuthenticationResponse({
      response: asSent<AuthenticationResponseJSON>(response),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
        counter: sign_count ?? 0,
      },
      requireUserVerification: verifiesUser,
    }),
  );
  return found?.verified ? found.authenticationInfo.newCounter : undefined;
}

/** The library checks every field of the input, and throws when one is wrong. */
function asSent<T>(response: CredentialResponse): T {
  return response as unknown as T;
}

/** It throws for anything that is wrong, with an English message. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log().info(
      { reason: error instanceof Error ? error.message.slice(0, 200) : "unknown" },
      "passkey refused",
    );
    return undefined;
  }
}
