import { fail, ok, warn } from "./finding.mjs";

/**
 * What a role may do beyond reading and writing rows.
 * @typedef {{ super: boolean, owns: boolean, rights: string[], memberOf: string[] }} RoleRights
 */

/** The role with which the app connects to the embedded database. */
export const APP_ROLE = "kith_app";

/**
 * The same address with another user.
 * @param {string} address
 * @param {string} role
 * @param {string} password
 */
export function asRole(address, role, password) {
  const url = new URL(address);
  Object.assign(url, { username: role, password });
  return url.href;
}

/**
 * What the doctor says about the app's role. It does not mind `bypassrls`, which every app's role needs.
 * @returns {import("./finding.mjs").Finding}
 * @param {string} role
 * @param {RoleRights | null} about
 * @param {boolean} isEmbedded
 */
export function judgeRole(role, about, isEmbedded) {
  if (!about) return fail("Database role", `there is no ${role} yet`, "`npm start` makes it");
  const more = [
    ...(about.super ? ["a superuser"] : about.rights),
    ...(about.owns ? ["the owner of the tables"] : []),
    ...about.memberOf.map((name) => `a member of ${name}`),
  ];
  if (more.length === 0)
    return ok(
      "Database role",
      `${role}: reads and writes rows, owns no table, and has no rights over the server`,
    );
  const fix = isEmbedded
    ? "Restart Kith: it puts the role right"
    : 'A role for the app alone: docs/deployment.md, "A role of its own"';
  return warn("Database role", `${role} is ${more.join(" and ")}: a hole in the app would be one there`, fix);
}
