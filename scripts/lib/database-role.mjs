import { randomBytes } from "node:crypto";
import { LEFT_OUT, quoted, TABLES } from "../archive/tables.mjs";
import { APP_ROLE } from "./app-role.mjs";
import { only, withDatabase } from "./database-client.mjs";
import { Failure } from "./failure.mjs";

/** @import { Statements } from "./types.ts" */

/** What the app may do with its tables; with some of them less. */
const USUAL = "select, insert, update, delete";
/** @type {Record<string, string | undefined>} */
const LESS = {
  "identity.signing_keys": "select, insert, update",
  "public.audit_events": "select, insert",
  "public.import_errors": "select, insert, delete",
};

/** Tables that only a distributed database has (db/distributed.sql). */
const DISTRIBUTED = ["public.erased_subjects"];

/** Functions with their owner's rights: the other operations on the security log. Only the app may call them. */
const FUNCTIONS = ["note_events(jsonb)", "forget_events_of(uuid)", "prune_events()"];

/** Large objects belong to the role that creates them; only the owner may create any. */
const OWNERS_FUNCTIONS = ["lo_creat(integer)", "lo_create(oid)", "lo_from_bytea(oid, bytea)"];

/**
 * Creates or repairs the app's role on our own server: no superuser, allowed only to connect, with a new password at
 * each start that is stored nowhere. Other settings of the role are reset. Row level security keeps other roles out
 * of the tables and does not apply to this one (docs/decisions/database-role.md). Returns the password.
 * @param {string} ownerUrl
 */
export async function renewAppRole(ownerUrl) {
  const password = randomBytes(24).toString("base64url");
  await withDatabase(ownerUrl, (pg) =>
    pg.begin(async (tx) => {
      const { name, known } = only(
        await tx`
        select quote_ident(current_database()) as name,
          exists (select from pg_roles where rolname = ${APP_ROLE}) as known`,
      );
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
      const { memberOf } = await knownRole(tx, APP_ROLE);
      if (memberOf.length > 0) await tx.unsafe(`revoke ${memberOf.join(", ")} from ${APP_ROLE}`);
    }),
  );
  return password;
}

/**
 * Grants a role what the app needs and revokes everything else: rows of the product's tables, and reading which
 * migrations are applied. Does nothing for a role that owns tables, because a database with only one role works like
 * that.
 * @param {import("postgres").Sql} pg
 * @param {string} role
 */
export async function grantTo(pg, role) {
  const { owns, version } = await knownRole(pg, role);
  if (owns) return;
  const known = await pg`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity')`;
  const ours = new Set([...TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT), ...DISTRIBUTED]);
  const to = quoted(role);
  const grants = known
    .filter(({ name }) => ours.has(name))
    .map(({ name }) => `grant ${LESS[name] ?? USUAL} on ${quoted(name)} to ${to}`);
  const functions = await pg`
    select name from unnest(${FUNCTIONS}::text[]) as f(name) where to_regprocedure('public.' || name) is not null`;
  await pg.begin((tx) =>
    tx.unsafe(
      [
        `revoke all on all tables in schema public, identity, drizzle from ${to}`,
        `revoke all on schema public, identity, drizzle from ${to}`,
        `grant usage on schema public, identity, drizzle to ${to}`,
        // So that a start without the owner's address can tell whether the schema is up to date.
        `grant select on drizzle.__drizzle_migrations to ${to}`,
        ...grants,
        ...functions.map(({ name }) => `grant execute on function public.${name} to ${to}`),
        // To refresh a table's statistics for the planner; older servers leave that to autovacuum.
        ...(version >= 170_000 ? [`grant maintain on public.contacts to ${to}`] : []),
      ].join(";\n"),
    ),
  );
}

/**
 * The role that the app's address connects as: with a pooler in between it is not always the user of the address.
 * @param {string} address
 */
export function roleOf(address) {
  return withDatabase(address, async (pg) => {
    const { role } = only(await pg`select current_user::text as role`);
    return role;
  });
}

/**
 * A role's rights beyond reading and writing rows.
 * @param {Statements} pg
 * @param {string} role
 */
export async function describeRole(pg, role) {
  const [found] = await pg`
    select rolsuper as super, rolbypassrls as bypasses, current_setting('server_version_num')::int as version,
      rolcreaterole as roles, rolcreatedb as databases, rolreplication as replicates,
      array(select roleid::regrole::text from pg_auth_members where member = r.oid order by 1) as groups,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and n.nspname in ('public', 'identity')) as owns
    from pg_roles r where rolname = ${role}`;
  if (!found) return null;
  const { super: isSuper, bypasses, version, owns, roles, databases, replicates, groups } = found;
  const rights = [
    roles && "able to create roles",
    databases && "able to create databases",
    replicates && "able to replicate the server",
  ];
  return {
    super: Boolean(isSuper),
    bypasses: Boolean(bypasses),
    version: Number(version),
    owns: Boolean(owns),
    rights: rights.filter(Boolean).map(String),
    memberOf: groups.map(String),
  };
}

/**
 * @param {Statements} pg
 * @param {string} role
 */
async function knownRole(pg, role) {
  const about = await describeRole(pg, role);
  if (!about) throw new Failure(`There is no role ${role} in the database.`);
  return about;
}

/**
 * Throws a Failure when a role of its own would see no rows at all.
 * @param {Statements} pg
 * @param {string} role
 */
export async function requireSight(pg, role) {
  const { super: isSuper, bypasses, owns } = await knownRole(pg, role);
  if (isSuper || bypasses || owns) return;
  throw new Failure(
    `The role ${role} of DATABASE_URL would see no rows: \`alter role ${role} bypassrls\` (docs/deployment.md, "A role of its own").`,
  );
}
