import { z } from "zod";
import { verifyAccessToken } from "./access-tokens";
import { emailExists, IdentityError, json, NO_STORE, notAdmin, userNotFound } from "./errors";
import { limitMail } from "./guess-limits";
import { bearer, challenge, email, type Incoming, metadata, parse } from "./incoming";
import { mailLink } from "./mails";
import { revokeTokens } from "./one-time-tokens";
import { checkStrength, hashPassword, verifyPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { endSessions } from "./sessions";
import {
  changeUser,
  checkMetadata,
  findUserByEmail,
  findUserOfSession,
  isBanned,
  mergeMetadata,
  toUser,
  type UserRow,
} from "./users";

/** The user whose access token the request carries, with a session that was not ended since. */
async function requireUser(incoming: Incoming): Promise<{ user: UserRow; sessionId: string }> {
  const token = bearer(incoming);
  if (!token) throw new IdentityError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const { userId, sessionId } = await verifyAccessToken(token);
  const found = await findUserOfSession(userId, sessionId);
  if (!found) throw new IdentityError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (!found.session) {
    throw new IdentityError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(found.user)) throw new IdentityError(403, "user_banned", "User is banned");
  return { user: found.user, sessionId };
}

/** GET /user */
export async function readAccount(incoming: Incoming): Promise<Response> {
  const { user } = await requireUser(incoming);
  return json(toUser(user));
}

const body = z.object({
  data: metadata.nullish(),
  email: email.nullish(),
  password: z.string().nullish(),
  app_metadata: z.unknown().optional(),
  ...challenge,
});

/** PUT /user. Everything is checked before anything is written. */
export async function changeAccount(incoming: Incoming): Promise<Response> {
  const { user, sessionId } = await requireUser(incoming);
  const wanted = parse(body, incoming);
  if (wanted.app_metadata) throw notAdmin("Updating app_metadata requires admin privileges");
  if (wanted.data) checkMetadata(wanted.data, user.raw_user_meta_data);
  const newEmail = wanted.email && wanted.email !== user.email ? wanted.email : null;
  if (newEmail && (await findUserByEmail(newEmail))) throw emailExists();
  const passwordHash = wanted.password ? await newPassword(user, wanted.password) : null;
  if (newEmail) await limitMail(newEmail);

  let changed: UserRow | undefined = user;
  if (passwordHash) {
    changed = await changeUser(user.id, { encrypted_password: passwordHash });
    await endSessions(user.id, sessionId, "others");
    await revokeTokens(user.id);
  }
  if (wanted.data) changed = await mergeMetadata(user.id, "raw_user_meta_data", wanted.data);
  if (newEmail) changed = await askNewAddress(incoming, user, newEmail, wanted);
  if (!changed) throw userNotFound();
  return json(toUser(changed));
}

async function newPassword(user: UserRow, password: string): Promise<string> {
  checkStrength(password);
  if (await verifyPassword(password, user.encrypted_password)) {
    const message = "New password should be different from the old password.";
    throw new IdentityError(422, "same_password", message);
  }
  return hashPassword(password);
}

/** The address changes when the mail that goes there is answered; until then it is `new_email`. */
async function askNewAddress(
  incoming: Incoming,
  user: UserRow,
  address: string,
  pkce: z.output<typeof body>,
): Promise<UserRow | undefined> {
  const changed = await changeUser(user.id, { email_change: address });
  if (!changed) return undefined;
  const redirect = allowedRedirect(incoming.url.searchParams.get("redirect_to"));
  const request = { type: "email_change", purpose: "email_change", redirect, challenge: pkce } as const;
  await incoming.later(() => mailLink(changed, request));
  return changed;
}

const scopes = z.enum(["global", "local", "others"]);

/** POST /logout?scope=: ends all sessions of the user, this one, or all others. */
export async function logout(incoming: Incoming): Promise<Response> {
  const { user, sessionId } = await requireUser(incoming);
  const scope = scopes.catch("global").parse(incoming.url.searchParams.get("scope"));
  await endSessions(user.id, sessionId, scope);
  return new Response(null, { status: 204, headers: NO_STORE });
}
