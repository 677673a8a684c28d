import { z } from "zod";
import { invalid, invalidCredentials, json } from "./errors";
import { redeemAuthCode } from "./flows";
import { limitAddress, limitPassword } from "./guess-limits";
import { requireRoom } from "./hashing";
import { type Incoming, parse } from "./incoming";
import { recognise } from "./known-devices";
import { verifyPassword } from "./passwords";
import { accept } from "./proofs";
import { refreshSession } from "./sessions";
import { signIn } from "./sign-in";
import { findUserByEmail } from "./users";
import { methodOf } from "./verification";

/** POST /token: exchanges a password, a refresh token or a PKCE code for a session. */
export async function token(incoming: Incoming): Promise<Response> {
  const grant = incoming.url.searchParams.get("grant_type");
  if (grant === "password") return byPassword(incoming);
  if (grant === "refresh_token") return byRefreshToken(incoming);
  if (grant === "pkce") return byAuthCode(incoming);
  throw invalid("unsupported_grant_type");
}

const credentials = z.object({ email: z.string().max(1000), password: z.string().max(10_000) });

/**
 * The same answer, after the same work, for an unknown address, a wrong password and an unconfirmed address. GoTrue
 * answers `email_not_confirmed` to the right password; but a stranger who signed up with another's address knows that
 * password, and the answer would reveal whether the address already had an account.
 */
async function byPassword(incoming: Incoming): Promise<Response> {
  const given = parse(credentials, incoming);
  const email = given.email.trim().toLowerCase();
  await recognise(incoming, email);
  requireRoom(incoming.client);
  await limitAddress(incoming, "password");
  await limitPassword(incoming, email);
  const user = email.includes("\0") ? undefined : await findUserByEmail(email);
  const hash = user?.email_confirmed_at ? user.encrypted_password : null;
  const right = await verifyPassword(given.password, hash, incoming.client);
  if (!user || !right) throw invalidCredentials();
  return json(await signIn(incoming, user, "password"));
}

const refresh = z.object({ refresh_token: z.string("refresh_token required").max(1000) });

async function byRefreshToken(incoming: Incoming): Promise<Response> {
  const { refresh_token } = parse(refresh, incoming);
  await limitAddress(incoming, "refresh");
  return json(await refreshSession(refresh_token));
}

const code = z.string("invalid request: both auth code and code verifier should be non-empty").max(200);
const exchange = z.object({
  auth_code: code.refine((value) => !value.includes("\0"), "must not contain NUL"),
  code_verifier: code,
});

async function byAuthCode(incoming: Incoming): Promise<Response> {
  const { auth_code, code_verifier } = parse(exchange, incoming);
  await limitAddress(incoming, "verify");
  const row = await redeemAuthCode(auth_code, code_verifier);
  return json(
    await signIn(incoming, await accept(incoming, row, "browser"), methodOf(row), { flowId: row.flow_id }),
  );
}
