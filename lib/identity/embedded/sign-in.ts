import { IdentityError } from "./errors";
import { announceUser } from "./events";
import type { Incoming } from "./incoming";
import { type SignInFacts, startSession } from "./sessions";
import { findUser, isBanned, type UserRow } from "./users";

/**
 * Starts a session for an authenticated user. A user without a workspace is announced first, as after sign-up: that
 * call may have been lost.
 */
export async function signIn(
  incoming: Incoming,
  user: UserRow,
  method: string,
  by: Pick<SignInFacts, "flowId" | "passkeyId"> = {},
) {
  if (isBanned(user)) throw new IdentityError(403, "user_banned", "User is banned");
  const { address, request } = incoming;
  const userAgent = request.headers.get("user-agent");
  const from = { address, userAgent };
  incoming.signedIn = user;
  const facts = {
    provedAt: user.encrypted_password,
    hadMailbox: user.mailbox_proved_at !== null,
    from,
    ...by,
  };
  return startSession(await withWorkspace(user), method, facts);
}

async function withWorkspace(user: UserRow): Promise<UserRow> {
  const own = user.raw_app_meta_data.workspace_id;
  if (own && user.raw_user_meta_data.workspace_id === own) return user;
  await announceUser(user);
  return (await findUser(user.id)) ?? user;
}
