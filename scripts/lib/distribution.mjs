import { readFileSync } from "node:fs";
import { only, withDatabase } from "./database-client.mjs";
import { grantTo } from "./database-role.mjs";
import { Failure } from "./failure.mjs";

/** @import { Sql } from "postgres" */
/** @import { Statements } from "./types.ts" */

/**
 * Tables that stay on the coordinator: who may come in, what is counted for callers without a workspace, and mails. They
 * are small, and are asked together in one statement (docs/decisions/reads.md).
 */
export const COORDINATOR_TABLES = [
  "workspaces",
  "memberships",
  "settings",
  "api_keys",
  "audit_events",
  "rate_limits",
  "outbox",
  "inbox_mails",
  "blob_tombstones",
];

/** All others are co-located with this one; a workspace's row in it stands for the workspace on its shard. */
export const ROOT_TABLE = "workspace_counts";

/** Settings of the database under which undo and counts are right. Without the first one the undo journal is empty. */
export const DATABASE_SETTINGS = {
  "citus.propagate_set_commands": "local",
  "citus.enable_unsafe_triggers": "on",
  // A statement of one workspace may call functions that ask for more of the same: all of it lies on the same node.
  "citus.allow_nested_distributed_execution": "on",
};

/** Checked when the transaction ends: the parts of one `with` are statements one after the other here, children first. */
const DEFERRED = new Set(["bulk_blocks_bulk_fk"]);

/** What is known not to work there; `db:distribute --check` and docs/scaling.md say so. */
const LIMITS = [
  "A worker that is away stops workspaces on other workers, too: each needs a standby.",
  "Not proven there yet: imports and undo of a million contacts, kills under load, later migrations (docs/scaling.md).",
];

const sql = new URL("../../db/distributed.sql", import.meta.url);

/**
 * What kind of database this is, or what it lacks to become a distributed one.
 * @typedef {object} Plan
 * @property {boolean} isDistributed whether everything is done
 * @property {string[]} steps what would be done
 * @property {string[]} hindrances why it cannot be done
 * @property {string[]} limits what does not work on a distributed database, whatever is done
 */

/**
 * What `distribute` would do with a migrated database, and what hinders it. Changes nothing.
 * @param {Statements} pg
 * @returns {Promise<Plan>}
 */
export async function planDistribution(pg) {
  const hindrances = await hindrancesOf(pg);
  const { citus } = only(await pg`select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`);
  if (!citus) return { isDistributed: false, steps: [], hindrances, limits: LIMITS };
  const steps = [];
  const waiting = await waitingTables(pg);
  for (const { name, rows } of waiting) {
    steps.push(`distribute ${name} by workspace_id${rows > 0 ? ` (about ${rows} rows)` : ""}`);
  }
  if (!(await hasFunctions(pg))) steps.unshift("replace the functions that db/distributed.sql names");
  for (const name of await wrongSettings(pg)) steps.push(`set ${name} for the database`);
  const isDistributed = steps.length === 0 && hindrances.length === 0;
  return { isDistributed, steps, hindrances, limits: LIMITS };
}

/**
 * Makes a migrated database a distributed one, with the data in it, and returns the number of tables distributed. Can be
 * repeated: what is done is left alone, so an interrupted run is finished by the next. The app must not run meanwhile.
 * @param {string} url of the owner of the tables, on the coordinator
 * @param {{ shards?: number, role?: string }} [options]
 */
export async function distribute(url, { shards = 32, role } = {}) {
  return withDatabase(url, async (pg) => {
    const { hindrances } = await planDistribution(pg);
    if (hindrances.length > 0) {
      throw new Failure("This database cannot be distributed.", hindrances.join("\n"));
    }
    await settle(pg);
    const count = await pg.begin(async (tx) => {
      await tx.unsafe(`
        set local citus.enable_unsafe_triggers = on;
        set local citus.multi_shard_modify_mode = 'sequential';
        set local client_min_messages = warning;
        set local lock_timeout = '30s'`);
      await workOnShards(tx);
      const waiting = await waitingTables(tx);
      if (waiting.length > 0)
        await distributeTables(
          tx,
          waiting.map(({ name }) => name),
          shards,
        );
      return waiting.length;
    });
    if (role) await grantTo(pg, role);
    return count;
  });
}

/**
 * The database's settings, on every node: new connections have them.
 * @param {Sql} pg
 */
async function settle(pg) {
  const { name } = only(await pg`select quote_ident(current_database()) as name`);
  for (const [setting, value] of Object.entries(DATABASE_SETTINGS)) {
    const statement = `alter database ${name} set ${setting} = '${value}'`;
    await pg.unsafe(statement);
    await pg`select run_command_on_workers(${statement})`;
  }
}

/**
 * Our functions, as shards need them, on every node.
 * @param {Statements} tx
 */
async function workOnShards(tx) {
  await tx.unsafe(
    "drop function if exists remember_opt_out(uuid, text, uuid), tell_endpoints(uuid, text, uuid, jsonb), forget_opt_out(uuid, text), is_opted_out(uuid, text)",
  );
  await tx.unsafe(readFileSync(sql, "utf8").replaceAll("--> statement-breakpoint", ""));
}

/**
 * @param {Statements} tx
 * @param {string[]} names
 * @param {number} shards
 */
async function distributeTables(tx, names, shards) {
  const foreignKeys = await foreignKeysOf(tx, names);
  const triggers = await triggersOf(tx, names);
  for (const { table, name } of foreignKeys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { table, name } of triggers) await tx.unsafe(`drop trigger ${name} on ${table}`);
  await ownNumbers(tx, names);
  const ordered = [...names].sort((a, b) => Number(b === ROOT_TABLE) - Number(a === ROOT_TABLE));
  for (const name of ordered) {
    if (name === ROOT_TABLE) {
      await tx`select create_distributed_table(${name}, 'workspace_id', shard_count => ${shards}, colocate_with => 'none')`;
    } else await tx`select create_distributed_table(${name}, 'workspace_id', colocate_with => ${ROOT_TABLE})`;
    await tx`select truncate_local_data_after_distributing_table(${name}::regclass)`;
  }
  await distributeFunctions(tx);
  for (const { table, name, definition } of foreignKeys) {
    if (definition) await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { definition } of triggers) await tx.unsafe(definition);
}

/**
 * Sequences count on each node for itself: columns that are in the order of writing get numbers of the clock.
 * @param {Statements} tx
 * @param {string[]} names
 */
async function ownNumbers(tx, names) {
  const columns = await tx`
    select attrelid::regclass::text as table, attname as name from pg_attribute
    where attidentity <> '' and attrelid = any (${names}::text[]::regclass[])`;
  for (const { table, name } of columns) {
    await tx.unsafe(
      `alter table ${table} alter column ${name} drop identity, alter column ${name} set default next_number()`,
    );
  }
}

/**
 * Foreign keys of these tables, as they are on a distributed database: a workspace is its row in `workspace_counts`.
 * @param {Statements} tx
 * @param {string[]} names
 */
async function foreignKeysOf(tx, names) {
  const keys = await tx`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any (${names}::text[]::regclass[])
    order by 1, 2`;
  return keys.map(({ table, name, definition }) => ({
    table: String(table),
    name: String(name),
    // Null: the root table's own one, to a table of the coordinator. A trigger of that one takes its place.
    definition:
      table === ROOT_TABLE
        ? null
        : String(definition).replace("workspaces(id)", `${ROOT_TABLE}(workspace_id)`) +
          (DEFERRED.has(String(name)) ? " deferrable initially deferred" : ""),
  }));
}

/**
 * @param {Statements} tx
 * @param {string[]} names
 */
async function triggersOf(tx, names) {
  const triggers = await tx`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal and tgrelid = any (${names}::text[]::regclass[])
    order by 1, 2`;
  return triggers.map(({ table, name, definition }) => ({
    table: String(table),
    name: String(name),
    definition: String(definition),
  }));
}

/**
 * Every function of ours that is not on all nodes yet.
 * @param {Statements} tx
 */
async function distributeFunctions(tx) {
  const functions = await tx`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.prosecdef
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`;
  for (const { name } of functions) await tx`select create_distributed_function(${name}::regprocedure)`;
}

/**
 * Tables with a workspace that are not distributed yet.
 * @param {Statements} pg
 */
async function waitingTables(pg) {
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

/** @param {Statements} pg */
async function hasFunctions(pg) {
  const { known } = only(await pg`select to_regprocedure('shard_beside(oid, text)') is not null as known`);
  return Boolean(known);
}

/**
 * Of DATABASE_SETTINGS, those that are otherwise in this session.
 * @param {Statements} pg
 */
export async function wrongSettings(pg) {
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
async function hindrancesOf(pg) {
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
 * What the doctor looks at; null of a plain database.
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
  return {
    workers: Number(workers),
    away: Number(away),
    waiting: waiting.map(({ name }) => name),
    wrong: await wrongSettings(pg),
  };
}
