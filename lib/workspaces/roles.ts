/**
 * Who may do what: one vocabulary for members and API keys. Every operation needs one permission (its declaration says
 * which), and the pipeline compares it with those of the caller; nothing else in the product checks roles.
 *
 * `download`: files of exports. `manage`: settings, keys, webhooks, members, the security log. `govern`: deleting the
 * workspace. `belong`: a signed-in member's own matters, which no key has.
 */
export const PERMISSIONS = [
  "read",
  "download",
  "write",
  "import",
  "undo",
  "export",
  "send",
  "manage",
  "govern",
  "belong",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** From the most powerful to the least. */
export const ROLES = ["owner", "admin", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];
/** The same for readers of the API. */
export const ROLE_WORDS =
  "owner: everything. admin: everything but the workspace's end and the owners. editor: contacts and tags, and what is switched on for them. viewer: reads.";

/** Permissions that an editor is given or denied one by one. Owners and admins have all of them, viewers none. */
export const SWITCHES = ["may_import", "may_undo", "may_export", "may_send"] as const;
export type Switch = (typeof SWITCHES)[number];

export type Rights = { role: Role } & Record<Switch, boolean>;

const SWITCHED: Record<Switch, readonly Permission[]> = {
  may_import: ["import"],
  may_undo: ["undo"],
  may_export: ["export", "download"],
  may_send: ["send"],
};

const ALL: readonly Permission[] = PERMISSIONS;

/** What a member may do. */
export function permissionsOf(rights: Rights): Permission[] {
  switch (rights.role) {
    case "owner":
      return [...ALL];
    case "admin":
      return ALL.filter((one) => one !== "govern");
    case "editor": {
      const switched = SWITCHES.filter((name) => rights[name]).flatMap((name) => SWITCHED[name]);
      return ALL.filter((one) => ["read", "write", "belong"].includes(one) || switched.includes(one));
    }
    case "viewer":
      return ["read", "belong"];
  }
}

/** The scopes that an API key can be given. `manage` is not one of them: it stands for what no key may do. */
export type Scope = "read" | "write" | "send" | "manage";

/** The scope that a key needs for what needs this permission. */
export function scopeFor(permission: Permission): Scope {
  if (permission === "read" || permission === "download") return "read";
  if (permission === "send") return "send";
  return ["write", "import", "undo", "export"].includes(permission) ? "write" : "manage";
}

/** What a key may do: what its scopes say, but no more than its creator may do now. */
export function permissionsOfKey(scopes: readonly string[], rights: Rights): Permission[] {
  return permissionsOf(rights).filter((one) => scopes.includes(scopeFor(one)));
}

/** Whether the first may give or take roles like the second: owners all of them, admins those below an owner. */
export function mayAppoint(actor: Role, subject: Role): boolean {
  return actor === "owner" || (actor === "admin" && subject !== "owner");
}
