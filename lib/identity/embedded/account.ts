import { z } from "zod";
import {
  type Caller,
  insufficientAal,
  isHalf,
  requireRecentProof,
  requireUser,
  requireWholeUser,
} from "./caller";
import { FRESH_SIGN_IN_SECONDS } from "./config";
import { IdentityError, json, NO_STORE, notAdmin, userNotFound } from "./errors";
import { describeUser } from "./factors/store";
import { limitChanges, limitCode, limitMail, limitPassword } from "./guess-limits";
import { type Client, challenge, email, type Incoming, metadata, parse } from "./incoming";
import { mailLink, mailReauthentication } from "./mails";
import { notify } from "./notices";
import { redeemCode, revokeTokens } from "./one-time-tokens";
import { checkStrength } from "./password-strength";
import { hashPassword, verifyPassword } from "./passwords";
import { allowedRedirect } from "./redirects";
import { endSessions, noteProof } from "./sessions";
import { requireAllowedDomain } from "./sign-up-policy";
import { changeUser, checkMetadata, findUserByEmail, mergeMetadata, type UserRow } from "./users";

/** Signed-in users have separate limits, which strangers cannot use up. */
function asOwner({ sessionId }: Caller): Client {
  return { name: `session:${sessionId}`, isKnown: true };
}

/** GET /user */
export async function readAccount(incoming: Incoming): Promise<Response> {
  const { user, factors } = await requireUser(incoming);
  return json(describeUser(user, factors));
}

/** GET /reauthenticate: mails six digits, the `nonce` of a change of password or address. */
export async function reauthenticate(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  const { user } = caller;
  await limitMail({ client: asOwner(caller) }, user.email);
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
type Proof = Pick<Wanted, "current_password" | "nonce">;

/** PUT /user. Everything is checked before anything is written. */
export async function changeAccount(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming, 401);
  const { user } = caller;
  const wanted = parse(body, incoming);
  if (wanted.app_metadata) throw notAdmin("Updating app_metadata requires admin privileges");
  if (wanted.data) checkMetadata(wanted.data, user.raw_user_meta_data);
  const newEmail = wanted.email && wanted.email !== user.email ? wanted.email : null;
  if (wanted.password) checkStrength(wanted.password, newEmail ?? user.email);
  if (newEmail) requireAllowedDomain(newEmail);
  if (wanted.password || newEmail) {
    await limitChanges(incoming, user.id);
    await requireProof(caller, wanted);
  }
  const passwordHash = wanted.password ? await newPassword(asOwner(caller), user, wanted.password) : null;
  if (newEmail) await limitMail(incoming, newEmail);

  let changed: UserRow | undefined = user;
  if (passwordHash) changed = await replacePassword(incoming, caller, passwordHash);
  if (wanted.data) changed = await mergeMetadata(user.id, "raw_user_meta_data", wanted.data);
  if (newEmail) changed = await askNewAddress(incoming, user, newEmail, wanted);
  if (!changed) throw userNotFound();
  return json(describeUser(changed, caller.factors));
}

/**
 * Changing the password or the address requires reauthentication: a session alone may be an unlocked machine or a
 * stolen token. A password or code that is sent must be right, even where none is required.
 */
async function requireProof(caller: Caller, wanted: Proof): Promise<void> {
  const { user, ageSeconds } = caller;
  const client = asOwner(caller);
  if (wanted.nonce) {
    await limitCode({ client }, user.email);
    const row = await redeemCode(user.email, wanted.nonce, ["reauthentication"], client);
    if (row?.user_id === user.id) return;
    throw new IdentityError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  if (wanted.current_password) {
    await limitPassword({ client }, user.email);
    if (await verifyPassword(wanted.current_password, user.encrypted_password, client)) return;
    throw new IdentityError(400, "current_password_invalid", "The current password is wrong");
  }
  if (ageSeconds < FRESH_SIGN_IN_SECONDS) return;
  const message =
    "Changing password or address needs the current password, a code from /reauthenticate, or a sign-in of the last ten minutes";
  throw new IdentityError(400, "reauthentication_needed", message);
}

const proof = z
  .object({ current_password: z.string().min(1).max(10_000), nonce: z.string().max(200) })
  .partial();

/**
 * POST /reauthenticate, our own extension: the current password or a mailed code, valid for the next ten minutes. A
 * code also proves access to the mailbox.
 */
export async function proveAgain(incoming: Incoming): Promise<Response> {
  const caller = await requireWholeUser(incoming);
  const given = parse(proof, incoming);
  await limitChanges(incoming, caller.user.id);
  await requireProof({ ...caller, ageSeconds: Number.POSITIVE_INFINITY }, given);
  await noteProof(caller.sessionId);
  const proved = given.nonce && !caller.user.mailbox_proved_at;
  if (proved) await changeUser(caller.user.id, { mailbox_proved_at: new Date() });
  return json({});
}

async function newPassword(client: Client, user: UserRow, password: string): Promise<string> {
  if (await verifyPassword(password, user.encrypted_password, client)) {
    const message = "New password should be different from the old password.";
    throw new IdentityError(422, "same_password", message);
  }
  return hashPassword(password, client);
}

async function replacePassword(
  incoming: Incoming,
  { user, sessionId }: Caller,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const changed = await changeUser(user.id, { encrypted_password: passwordHash });
  await endSessions(user.id, sessionId, "others");
  await revokeTokens(user.id);
  incoming.signedIn = changed ?? null;
  await incoming.later(() => notify(user, "passwordChanged"));
  return changed;
}

/**
 * The address changes when the mail sent to it is confirmed; until then it is `new_email`. Only its mailbox learns
 * whether it belongs to another account.
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

/**
 * POST /logout?scope=: ends all sessions of the user, this one, or all others. A session with one of two factors can
 * end only itself: the others may belong to the account's owner. Ending all others while keeping this one requires
 * reauthentication; ending all, including this one, is just signing out.
 */
export async function logout(incoming: Incoming): Promise<Response> {
  const caller = await requireUser(incoming);
  const scope = scopes.catch("global").parse(incoming.url.searchParams.get("scope"));
  const half = isHalf(caller);
  if (half && scope === "others") throw insufficientAal();
  if (scope === "others") requireRecentProof(caller);
  await endSessions(caller.user.id, caller.sessionId, half ? "local" : scope);
  return new Response(null, { status: 204, headers: NO_STORE });
}
