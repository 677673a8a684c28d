import { type ApiError, forbidden, roleForbids } from "@/lib/errors";
import { type Permission, scopeFor } from "@/lib/workspaces/roles";

/**
 * The 403 for a caller without this permission: a member whose role lacks it, or an API key whose scopes, or whose
 * creator's role, lack it. The key's holder can change its scopes, an owner can change a role.
 */
export function notPermitted(permission: Permission, keyScopes?: readonly string[]): ApiError {
  if (!keyScopes) return roleForbids(permission);
  const scope = scopeFor(permission);
  if (scope === "manage") return forbidden("user", "No API key may do this; sign in");
  if (!keyScopes.includes(scope))
    return forbidden("permission", `This API key may not ${scope}`, { permission, scope });
  const message =
    "Whoever created this API key may not do this in the workspace any more; its owner can change that";
  return forbidden("permission", message, { permission });
}
