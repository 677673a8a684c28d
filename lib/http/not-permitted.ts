import { type ApiError, forbidden, roleForbids } from "@/lib/errors";
import { type Permission, scopeFor } from "@/lib/workspaces/roles";

/**
 * The 403 for a caller without this permission: a member by their role, or an API key, by its scopes or by the role of
 * whoever created it. The first is for the key's holder to change, the last for an owner.
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
