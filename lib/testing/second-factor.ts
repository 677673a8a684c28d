import { randomUUID } from "node:crypto";
import { pg } from "@/db/client";
import { identityAdmin, identityFetch, identityUrl, publishableKey } from "@/lib/identity/client";
import { codeOf, stepOf } from "@/lib/identity/embedded/factors/totp";
import { authBrowser } from "./auth-browser";

export const PASSWORD = "correct horse battery";
export type Browser = ReturnType<typeof authBrowser>;

/** The code that an authenticator app shows for a secret now, or some time steps from now. */
export const codeFor = (secret: string, steps = 0) => codeOf(secret, stepOf(Date.now()) + steps);

/** A confirmed user, and a browser in which they signed in. */
export async function newSignedIn() {
  const email = `factor-${randomUUID()}@example.com`;
  const { data } = await identityAdmin().createUser({ email, password: PASSWORD, email_confirm: true });
  return { email, id: data.user?.id ?? "", sdk: await signInAgain(email) };
}

/** A browser of its own, in which the user has entered their password. */
export async function signInAgain(email: string): Promise<Browser> {
  const sdk = authBrowser();
  const { error } = await sdk.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return sdk;
}

/** Begins the enrolment of a TOTP factor. */
export async function enrollTotp(sdk: Browser, friendlyName = "phone") {
  const { data, error } = await sdk.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

/** Submits a code of an authenticator app. */
export async function verifyTotp(sdk: Browser, factorId: string, code: string) {
  return sdk.mfa.challengeAndVerify({ factorId, code });
}

/** A user with an authenticator app as second factor, and the browser in which it was set up. */
export async function newSecured() {
  const user = await newSignedIn();
  const factor = await enrollTotp(user.sdk);
  const { error } = await verifyTotp(user.sdk, factor.factorId, codeFor(factor.secret));
  if (error) throw error;
  await timePasses();
  return { ...user, ...factor };
}

/** As if the codes that were used were two minutes old. */
export async function timePasses(): Promise<void> {
  await pg()`update identity.mfa_factors set last_step = last_step - 4 where last_step is not null`;
}

/** Sessions as if they had begun, and been verified, this long ago. */
export async function growOld(userId: string, age = "1 hour"): Promise<void> {
  await pg()`
    update identity.sessions set created_at = created_at - ${age}::interval, mfa_at = mfa_at - ${age}::interval,
      proved_at = proved_at - ${age}::interval where user_id = ${userId}`;
}

export const tokenOf = async (sdk: Browser) => (await sdk.getSession()).data.session?.access_token ?? "";

/** A call to the provider for which the SDK has no method. */
export async function callIdentity(method: string, path: string, token: string, body?: unknown) {
  const headers = {
    apikey: publishableKey(),
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const response = await identityFetch(`${identityUrl()}/auth/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: ReturnType<typeof JSON.parse> = text ? JSON.parse(text) : null;
  return { status: response.status, code: answer?.error_code ?? answer?.code, body: answer };
}
