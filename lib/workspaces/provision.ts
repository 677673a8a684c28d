import { isLanguage } from "@/lib/client/messages/catalogue";
import { identityAdmin, unavailable } from "@/lib/identity/client";
import { activeKeyOwners, leaveWorkspaces } from "./members";
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
    if (written.error) throw unavailable(written.error);
  }
  return workspaceId;
}

/**
 * Ends the memberships and API keys of a user whom the provider no longer knows; returns whether there were any. Asks
 * the provider rather than trusting its caller. Throws SERVICE_UNAVAILABLE when the provider is down.
 */
export async function unprovision(userId: string): Promise<boolean> {
  const { data, error } = await identityAdmin().getUserById(userId);
  const isGone = error?.code === "user_not_found" || Boolean(data.user?.deleted_at);
  if (error && !isGone) throw unavailable(error);
  return isGone && (await leaveWorkspaces(userId)) > 0;
}

/**
 * Checks the owners of API keys in use, because an event about a ban or a deletion may be lost: using a key involves
 * no sign-in. Returns how many accounts are gone. Throws SERVICE_UNAVAILABLE when the provider is down.
 */
export async function checkKeyOwners(): Promise<number> {
  let gone = 0;
  for (const userId of await activeKeyOwners()) {
    if ((await provision(userId)) === null && (await unprovision(userId))) gone++;
  }
  return gone;
}
