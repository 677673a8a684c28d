import { forgetEventsOf } from "@/lib/audit/queries";
import { isLanguage } from "@/lib/client/messages/catalogue";
import { env } from "@/lib/env";
import { identityAdmin, unavailable } from "@/lib/identity/client";
import { log } from "@/lib/log";
import { activeKeyOwners, leaveWorkspaces, someMembers } from "./members";
import { ensureWorkspace } from "./queries";

/**
 * Makes sure that the user has a workspace and that the user's metadata names it; returns its id, or null when the
 * provider knows no such user. A ban, or its end, is copied to the memberships too. Idempotent, order-independent,
 * safe under any number of concurrent calls, and it repairs whatever an interrupted call left. Reads the user from the
 * provider rather than trusting its caller. Throws SERVICE_UNAVAILABLE when the provider is down.
 */
export async function provision(userId: string): Promise<string | null> {
  const { data, error } = await identityAdmin().getUserById(userId);
  if (error?.code === "user_not_found") return null;
  if (error || !data.user) throw unavailable(error);
  // Supabase's soft deletion: the account is kept as an empty shell.
  if (data.user.deleted_at) return null;
  const { email, email_confirmed_at, banned_until, user_metadata, app_metadata } = data.user;
  const workspaceId = await ensureWorkspace({
    id: userId,
    email: email ?? null,
    language: isLanguage(user_metadata.language) ? user_metadata.language : null,
    confirmed: Boolean(email_confirmed_at),
    suspendedUntil: banned_until ? new Date(banned_until) : null,
  });
  // user_metadata is where the contract reads it; the copy in app_metadata is the one users cannot write.
  if (user_metadata.workspace_id !== workspaceId || app_metadata.workspace_id !== workspaceId) {
    const workspace = { workspace_id: workspaceId };
    const written = await identityAdmin().updateUserById(userId, {
      user_metadata: workspace,
      app_metadata: workspace,
    });
    if (written.error?.code === "user_not_found") {
      // Deleted since it was read: nobody else would end what was made just now.
      await forgetAccount(userId);
      return null;
    }
    if (written.error) throw unavailable(written.error);
  }
  return workspaceId;
}

/**
 * Ends the memberships and API keys of a user whom the provider no longer knows, and forgets the account's entries in
 * the security log; returns whether there were any memberships. Asks the provider rather than trusting its caller.
 * Throws SERVICE_UNAVAILABLE when the provider is down.
 */
export async function unprovision(userId: string): Promise<boolean> {
  const { data, error } = await identityAdmin().getUserById(userId);
  const isGone = error?.code === "user_not_found" || Boolean(data.user?.deleted_at);
  if (error && !isGone) throw unavailable(error);
  return isGone ? forgetAccount(userId) : false;
}

/** The same for a user whom the provider has just deleted. */
export async function forgetAccount(userId: string): Promise<boolean> {
  const left = await leaveWorkspaces(userId);
  await forgetEventsOf(userId);
  return left > 0;
}

/**
 * Checks the owners of API keys in use, because an event about a ban or a deletion may be lost: using a key involves
 * no sign-in. Returns how many accounts are gone. A hosted provider that knows nobody here is the wrong one, and ends
 * nothing: so the keys of accounts that were all deleted there, unheard, work until somebody signs up. Throws
 * SERVICE_UNAVAILABLE when the provider is down.
 */
export async function checkKeyOwners(): Promise<number> {
  const owners = await activeKeyOwners();
  const unknown: string[] = [];
  for (const userId of owners) if ((await provision(userId)) === null) unknown.push(userId);
  if (unknown.length === 0) return 0;
  const mayBeWrong = unknown.length === owners.length && !env().embedded.identity;
  if (mayBeWrong && !(await knowsAny(await someMembers(unknown)))) {
    log().error(
      { accounts: unknown.length },
      "the identity provider knows none of our accounts: is it the right one?",
    );
    return 0;
  }
  let gone = 0;
  for (const userId of unknown) if (await unprovision(userId)) gone++;
  return gone;
}

/** Whether the provider knows one of them. */
async function knowsAny(userIds: string[]): Promise<boolean> {
  for (const userId of userIds) {
    const { error } = await identityAdmin().getUserById(userId);
    if (error && error.code !== "user_not_found") throw unavailable(error);
    if (!error) return true;
  }
  return false;
}
