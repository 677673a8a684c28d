import { identityAdmin, unavailable } from "@/lib/identity/client";
import { ensureWorkspace } from "./queries";

/**
 * Sees to it that the user has a workspace and that the user's metadata names it; answers its id, or null when
 * the provider knows no such user. Idempotent, free of order, safe under any number of simultaneous calls, and it
 * repairs whatever an interrupted call left. Reads the user from the provider rather than trust its caller.
 * Throws SERVICE_UNAVAILABLE when the provider is down.
 */
export async function provision(userId: string): Promise<string | null> {
  const { data, error } = await identityAdmin().getUserById(userId);
  if (error?.code === "user_not_found") return null;
  if (error || !data.user) throw unavailable(error);
  const { email, email_confirmed_at, user_metadata, app_metadata } = data.user;
  const workspaceId = await ensureWorkspace({
    id: userId,
    email: email ?? null,
    confirmed: Boolean(email_confirmed_at),
  });
  // user_metadata is where interface.md reads it; the copy in app_metadata is the one users cannot write.
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
