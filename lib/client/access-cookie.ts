import { OWN_UUID } from "@/lib/uuid";
import { PERMISSIONS, ROLES } from "@/lib/workspaces/roles";
import type { OwnWorkspace } from "./api-types";

/**
 * What a browser remembers about the workspace it showed last, in a cookie and for each tab, so that the first paint has
 * the right buttons. It grants nothing: the server checks every request.
 */
export interface Access extends Readonly<Pick<OwnWorkspace, "name" | "role" | "permissions">> {
  /** Null: the user belongs to one workspace, so there is no choice. */
  id: string | null;
}

export const ACCESS_COOKIE = "kith-access";

export function isWorkspaceId(value: unknown): value is string {
  return typeof value === "string" && OWN_UUID.test(value);
}

/** What was remembered about this user's workspace; null for anything else, also for what is another user's. */
export function readAccess(value: string | undefined, user: string | undefined): Access | null {
  try {
    const [id, role, permissions, name, of]: unknown[] = JSON.parse(decodeURIComponent(value ?? ""));
    const known = ROLES.find((one) => one === role);
    if (!known || typeof permissions !== "string" || typeof name !== "string") return null;
    if ((of ?? null) !== (user ?? null)) return null;
    const words = permissions.split(".");
    const chosen = isWorkspaceId(id) ? id : null;
    return { id: chosen, name, role: known, permissions: PERMISSIONS.filter((one) => words.includes(one)) };
  } catch {
    return null;
  }
}

export function writeAccess({ id, name, role, permissions }: Access, user: string | undefined): string {
  return encodeURIComponent(JSON.stringify([id, role, permissions.join("."), name.slice(0, 100), user]));
}
