import { z } from "zod";
import { verifyAccessToken } from "./access-tokens";
import { FRESH_SIGN_IN_SECONDS } from "./config";
import { IdentityError, json, NO_STORE, notAdmin, userNotFound } from "./errors";
import { limitChanges, limitCode, limitMail, limitPassword } from "./guess-limits";
import { bearer, challenge, email, type Incoming, metadata, parse } from "./incoming";
import { mailLink, mailReauthentication } from "./mails";
import { notify } from "./notices";
import { redeemCode, revokeTokens } from "./one-time-tokens";
import { checkStrength } from "./password-strength";
import { hashPassword, verifyPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { endSessions, noteSeen } from "./sessions";
import { requireAllowedDomain } from "./sign-up-policy";
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

/** Whose access token a request carries. */
export interface Caller {
  user: UserRow;
  sessionId: string;
  /** Since the sign-in, however often the session was refreshed. */
  ageSeconds: number;
}

/** The user whose access token the request carries, with a session that was not ended since. */
export async function requireUser(incoming: Incoming): Promise<Caller> {
  const token = bearer(incoming);
  if (!token) throw new IdentityError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const { userId, sessionId, refreshCounter } = await verifyAccessToken(token);
  const found = await findUserOfSession(userId, sessionId);
  if (!found) throw new IdentityError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const { user, session } = found;
  if (!session) {
    throw new IdentityError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(user)) throw new IdentityError(403, "user_banned", "User is banned");
  if (refreshCounter > session.seen_counter) await noteSeen(sessionId, refreshCounter);
  return { user, sessionId, ageSeconds: session.ageSeconds };
}

/** GET /user */
export async function readAccount(incoming: Incoming): Promise<Response> {
  const { user } = await requireUser(incoming);
  return json(toUser(user));
}

/** GET /reauthenticate: mails six digits, the `nonce` of a change of password or address. */
export async function reauthenticate(incoming: Incoming): Promise<Response> {
  const { user } = await requireUser(incoming);
  await limitMail(incoming, user.email);
  await incoming.later(() => mailReauthentication(user));
  return json({});
}

const body = z.object({
  data: metadata.nullish(),
  email: email.nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().max(200).nullish(),
  app_metadata: z.unknown().optional(),
  ...challenge,
});
type Wanted = z.output<typeof body>;

/** PUT /user. Everything is checked before anything is written. */
export async function changeAccount(incoming: Incoming): Promise<Response> {
  const caller = await requireUser(incoming);
  const { user } = caller;
  const wanted = parse(body, incoming);
  if (wanted.app_metadata) throw notAdmin("Updating app_metadata requires admin privileges");
  if (wanted.data) checkMetadata(wanted.data, user.raw_user_meta_data);
  const newEmail = wanted.email && wanted.email !== user.email ? wanted.email : null;
  if (wanted.password) checkStrength(wanted.password, newEmail ?? user.email);
  if (newEmail) requireAllowedDomain(newEmail);
  if (wanted.password || newEmail) {
    await limitChanges(incoming, user.id);
    await requireProof(incoming, caller, wanted);
  }
  const passwordHash = wanted.password ? await newPassword(incoming, user, wanted.password) : null;
  if (newEmail) await limitMail(incoming, newEmail);

  let changed: UserRow | undefined = user;
  if (passwordHash) changed = await replacePassword(incoming, caller, passwordHash);
  if (wanted.data) changed = await mergeMetadata(user.id, "raw_user_meta_data", wanted.data);
  if (newEmail) changed = await askNewAddress(incoming, user, newEmail, wanted);
  if (!changed) throw userNotFound();
  return json(toUser(changed));
}

/**
 * Who changes password or address proves anew who they are: a session alone may be a machine left unlocked, or a
 * stolen token. A password or a code that is sent must be right, even where none is needed.
 */
async function requireProof(incoming: Incoming, caller: Caller, wanted: Wanted): Promise<void> {
  const { user, ageSeconds } = caller;
  if (wanted.nonce) {
    await limitCode(incoming, user.email);
    const row = await redeemCode(user.email, wanted.nonce, ["reauthentication"]);
    if (row?.user_id === user.id) return;
    throw new IdentityError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  if (wanted.current_password) {
    await limitPassword(incoming, user.email);
    if (await verifyPassword(wanted.current_password, user.encrypted_password, incoming.address)) return;
    throw new IdentityError(400, "current_password_invalid", "The current password is not right");
  }
  if (ageSeconds < FRESH_SIGN_IN_SECONDS) return;
  const message =
    "Changing password or address needs the current password, a code from /reauthenticate, or a sign-in of the last ten minutes";
  throw new IdentityError(400, "reauthentication_needed", message);
}

async function newPassword(incoming: Incoming, user: UserRow, password: string): Promise<string> {
  if (await verifyPassword(password, user.encrypted_password, incoming.address)) {
    const message = "New password should be different from the old password.";
    throw new IdentityError(422, "same_password", message);
  }
  return hashPassword(password, incoming.address);
}

async function replacePassword(
  incoming: Incoming,
  { user, sessionId }: Caller,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const changed = await changeUser(user.id, { encrypted_password: passwordHash });
  await endSessions(user.id, sessionId, "others");
  await revokeTokens(user.id);
  await incoming.later(() => notify(user, "passwordChanged"));
  return changed;
}

/**
 * The address changes when the mail that goes there is answered; until then it is `new_email`. Whether the address
 * belongs to another account only its mailbox learns.
 */
async function askNewAddress(
  incoming: Incoming,
  user: UserRow,
  address: string,
  pkce: Wanted,
): Promise<UserRow | undefined> {
  const changed = await changeUser(user.id, { email_change: address });
  if (!changed) return undefined;
  const redirect = allowedRedirect(incoming.url.searchParams.get("redirect_to"));
  const request = { type: "email_change", purpose: "email_change", redirect, challenge: pkce } as const;
  await incoming.later(async () => {
    await notify(user, "addressAsked", address);
    if (await findUserByEmail(address)) await notify({ id: user.id, email: address }, "addressTaken");
    else await mailLink(changed, request);
  });
  return { ...changed, email_change_sent_at: new Date() };
}

const scopes = z.enum(["global", "local", "others"]);

/** POST /logout?scope=: ends all sessions of the user, this one, or all others. */
export async function logout(incoming: Incoming): Promise<Response> {
  const { user, sessionId } = await requireUser(incoming);
  const scope = scopes.catch("global").parse(incoming.url.searchParams.get("scope"));
  await endSessions(user.id, sessionId, scope);
  return new Response(null, { status: 204, headers: NO_STORE });
}
