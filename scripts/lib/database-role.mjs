import { randomBytes } from "node:crypto";
import { LEFT_OUT, quoted, TABLES } from "../archive/tables.mjs";
import { withDatabase } from "./database-client.mjs";
import { Failure } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";

/** The role as which the app works on the embedded database. */
export const APP_ROLE = "kith_app";

/** What the app does with its tables; with some of them less. */
const USUAL = "select, insert, update, delete";
const LESS = {
  "identity.signing_keys": "select, insert, update",
  "public.import_errors": "select, insert, delete",
};

/** Large objects are files of the database that belong to whoever makes them: nobody but the owner shall. */
const OWNERS_FUNCTIONS = ["lo_creat(integer)", "lo_create(oid)", "lo_from_bytea(oid, bytea)"];

/**
 * Makes the app's role on a server of our own, or puts it right: no superuser, allowed nothing but to connect, with a
 * password that is new each time and written down nowhere. What somebody set for the role meanwhile is forgotten. Row
 * level security keeps other roles out of the tables and is not for this one (docs/decisions/database-role.md).
 * Returns the password.
 */
export async function renewAppRole(ownerUrl) {
  const password = randomBytes(24).toString("base64url");
  await withDatabase(ownerUrl, { max: 1, prepare: false, connect_timeout: 10 }, (pg) =>
    pg.begin(async (tx) => {
      const [{ name, known }] = await tx`
        select quote_ident(current_database()) as name,
          exists (select from pg_roles where rolname = ${APP_ROLE}) as known`;
      if (!known) await tx.unsafe(`create role ${APP_ROLE}`);
      await tx.unsafe(`
        alter role ${APP_ROLE} with login nosuperuser nocreatedb nocreaterole noinherit noreplication bypassrls
          valid until 'infinity' password '${password}';
        alter role ${APP_ROLE} reset all;
        alter role ${APP_ROLE} in database ${name} reset all;
        revoke all on database ${name} from public, ${APP_ROLE};
        grant connect, temporary on database ${name} to ${APP_ROLE};
        revoke all on database postgres, template1 from public, ${APP_ROLE};
        revoke execute on function ${OWNERS_FUNCTIONS.join(", ")} from public`);
    }),
  );
  return password;
}

/** The same address with another user. */
export function asRole(address, role, password) {
  const url = new URL(address);
  Object.assign(url, { username: role, password });
  return url.href;
}

/**
 * Gives a role what the app needs and takes everything else away: rows of the product's tables, and to read which
 * migrations are applied. Does nothing for a role that owns tables, for that is how a database works that has only one.
 */
export async function grantTo(pg, role) {
  const { owns, version } = await describeRole(pg, role);
  if (owns) return;
  const known = await pg`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity')`;
  const ours = new Set([...TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT)]);
  const to = quoted(role);
  const grants = known
    .filter(({ name }) => ours.has(name))
    .map(({ name }) => `grant ${LESS[name] ?? USUAL} on ${quoted(name)} to ${to}`);
  await pg.begin((tx) =>
    tx.unsafe(
      [
        `revoke all on all tables in schema public, identity, drizzle from ${to}`,
        `revoke all on schema public, identity, drizzle from ${to}`,
        `grant usage on schema public, identity, drizzle to ${to}`,
        // So that a start without the owner's address knows whether the schema is up to date.
        `grant select on drizzle.__drizzle_migrations to ${to}`,
        ...grants,
        // To count a table anew for the planner; older servers leave that to autovacuum.
        ...(version >= 170_000 ? [`grant maintain on public.contacts to ${to}`] : []),
      ].join(";\n"),
    ),
  );
}

/** The role that an address of the app's comes in as: not always the user of the address, with a pooler in between. */
export function roleOf(address) {
  return withDatabase(address, { max: 1, prepare: false, connect_timeout: 10 }, async (pg) => {
    const [{ role }] = await pg`select current_user::text as role`;
    return role;
  });
}

/** What a role may do beyond reading and writing rows. */
export async function describeRole(pg, role) {
  const [found] = await pg`
    select rolsuper as super, rolbypassrls as bypasses, current_setting('server_version_num')::int as version,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and n.nspname in ('public', 'identity')) as owns
    from pg_roles r where rolname = ${role}`;
  return found ?? null;
}

/** Throws a Failure when a role of its own would see no rows at all. */
export async function requireSight(pg, role) {
  const { super: isSuper, bypasses, owns } = await describeRole(pg, role);
  if (isSuper || bypasses || owns) return;
  throw new Failure(
    `The role ${role} of DATABASE_URL would see no rows: \`alter role ${role} bypassrls\` (docs/deployment.md, "A role of its own").`,
  );
}

/**
 * What the doctor says about the app's role.
 * @returns {import("./finding.mjs").Finding}
 */
export function judgeRole(role, about, isEmbedded) {
  if (!about) return fail("Database role", `there is no ${role} yet`, "`npm start` makes it");
  const more = [about.super && "a superuser", about.owns && "the owner of the tables"].filter(Boolean);
  if (more.length === 0) return ok("Database role", `${role}: reads and writes rows, and no more`);
  const fix = isEmbedded
    ? "Restart Kith: it puts the role right"
    : 'A role for the app alone: docs/deployment.md, "A role of its own"';
  return warn("Database role", `${role} is ${more.join(" and ")}: a hole in the app would be one there`, fix);
}
