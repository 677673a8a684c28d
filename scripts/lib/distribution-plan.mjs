import { KIND, REQUIRED_SETTINGS } from "../../db/settings.mjs";
import { only } from "./database-client.mjs";

/** @import { Statements } from "./types.ts" */

/**
 * Tables that stay on the coordinator: sign-in, counters for callers without a workspace, and mails. They are small,
 * and are read together in one statement (docs/decisions/reads.md).
 */
const COORDINATOR_TABLES = [
  "workspaces",
  "memberships",
  "invitations",
  "settings",
  "api_keys",
  "audit_events",
  "rate_limits",
  "outbox",
  "inbox_mails",
  "blob_tombstones",
];

/** What `distribute` sets for the database. */
export const DATABASE_SETTINGS = {
  ...REQUIRED_SETTINGS,
  // A node whose machine is gone refuses no connection: callers get a 503 after this time instead of after 30 s.
  "citus.node_connection_timeout": "2s",
};

/** What is known not to work on a distributed database; `db:distribute --check` and docs/scaling.md say so. */
const LIMITS = [
  "A worker that is away stops the workspaces on it, half of the sign-ups and the clean-up of all: a standby takes over.",
  "A row that only the database refuses ends the import; pages in order of a name or a custom field sort the whole workspace.",
];

/**
 * The kind of database, or what it lacks to become a distributed one.
 * @typedef {object} Plan
 * @property {boolean} isDistributed whether everything is done
 * @property {string[]} steps what would be done
 * @property {string[]} obstacles why it cannot be done
 * @property {string[]} limits what does not work on a distributed database in any case
 */

/**
 * What `distribute` would do with a migrated database, and what prevents it. Changes nothing.
 * @param {Statements} pg
 * @returns {Promise<Plan>}
 */
export async function planDistribution(pg) {
  const obstacles = await obstaclesOf(pg);
  const { citus } = only(await pg`select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`);
  if (!citus) return { isDistributed: false, steps: [], obstacles, limits: LIMITS };
  const steps = [];
  const waiting = await waitingTables(pg);
  for (const { name, rows } of waiting) {
    steps.push(`distribute ${name} by workspace_id${rows > 0 ? ` (about ${rows} rows)` : ""}`);
  }
  for (const name of await strayTables(pg)) steps.push(`bring ${name} back to the coordinator`);
  if (!(await hasFunctions(pg))) steps.unshift("replace the functions that db/distributed.sql names");
  for (const name of await wrongSettings(pg)) steps.push(`set ${name} for the database`);
  const isDistributed = steps.length === 0 && obstacles.length === 0;
  return { isDistributed, steps, obstacles, limits: LIMITS };
}

/**
 * Tables with a workspace that are not distributed yet.
 * @param {Statements} pg
 */
export async function waitingTables(pg) {
  const { has_citus: hasCitus } = only(
    await pg`select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus`,
  );
  if (!hasCitus) return [];
  const tables = await pg`
    select c.relname as name, greatest(0, c.reltuples)::bigint::int as rows
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${COORDINATOR_TABLES}::text[])
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by 1`;
  return tables.map(({ name, rows }) => ({ name: String(name), rows: Number(rows) }));
}

/**
 * Tables of the coordinator that an earlier version distributed.
 * @param {Statements} pg
 */
export async function strayTables(pg) {
  const tables = await pg`
    select logicalrelid::text as name from pg_dist_partition
    where logicalrelid = any (select to_regclass(name) from unnest(${COORDINATOR_TABLES}::text[]) as t(name))`;
  return tables.map(({ name }) => String(name));
}

/**
 * Whether `npm run db:distribute` made this database a distributed one.
 * @param {Statements} pg
 */
export async function hasFunctions(pg) {
  const { known } = only(await pg`select to_regprocedure('shard_beside(oid, text)') is not null as known`);
  return Boolean(known);
}

/**
 * Those of DATABASE_SETTINGS that differ in this session.
 * @param {Statements} pg
 */
async function wrongSettings(pg) {
  const names = Object.keys(DATABASE_SETTINGS);
  const rows =
    await pg`select name, current_setting(name, true) as value from unnest(${names}::text[]) as s(name)`;
  return rows
    .filter(({ name, value }) => value !== Reflect.get(DATABASE_SETTINGS, name))
    .map(({ name }) => String(name));
}

/**
 * @param {Statements} pg
 * @returns {Promise<string[]>}
 */
async function obstaclesOf(pg) {
  const found = [];
  const about = only(
    await pg`
    select to_regclass('pg_catalog.pg_dist_node') is not null as citus, to_regclass('public.contacts') is not null as migrated,
      (select extversion from pg_extension where extname = 'citus') as version`,
  );
  if (!about.migrated) found.push("The schema is missing: `npm run db:migrate` first.");
  if (!about.citus)
    return [...found, "The extension citus is missing (`create extension citus`, docs/scaling.md)."];
  if (Number.parseInt(String(about.version), 10) < 12)
    found.push(`Citus ${about.version} is too old: 12 or newer.`);
  const { workers, coordinator } = only(
    await pg`
    select count(*) filter (where groupid > 0 and isactive)::int as workers,
      coalesce(bool_or(groupid = 0), false) as coordinator from pg_dist_node`,
  );
  if (workers === 0) found.push("No worker is known: `select citus_add_node(host, port)`.");
  if (!coordinator)
    found.push("The coordinator has no address: `select citus_set_coordinator_host(host, port)`.");
  return found;
}

/**
 * What the doctor examines; null for a plain database.
 * @param {Statements} pg
 * @returns {Promise<import("./distributed.mjs").Distribution | null>}
 */
export async function lookAtDistribution(pg) {
  if (!(await hasFunctions(pg))) return null;
  const { workers, away } = only(
    await pg`
    select count(*) filter (where groupid > 0)::int as workers,
      count(*) filter (where groupid > 0 and not isactive)::int as away from pg_dist_node`,
  );
  const waiting = await waitingTables(pg);
  const { wrong } = only(await pg.unsafe(`select ${KIND} as wrong`));
  const required = String(wrong).split(", ").filter(Boolean);
  return {
    workers: Number(workers),
    away: Number(away),
    waiting: waiting.map(({ name }) => name),
    wrong: required,
    slow: (await wrongSettings(pg)).filter((name) => !required.includes(name)),
  };
}
