import { readFileSync } from "node:fs";
import { only, withDatabase } from "./database-client.mjs";
import { grantTo } from "./database-role.mjs";
import { DATABASE_SETTINGS, planDistribution, strayTables, waitingTables } from "./distribution-plan.mjs";
import { Failure } from "./failure.mjs";

/** @import { Sql } from "postgres" */
/** @import { Statements } from "./types.ts" */

/** All others are co-located with this one; a workspace's row in it represents the workspace on its shard. */
const ROOT_TABLE = "workspace_counts";

/** Checked when the transaction ends: the parts of one `with` are statements one after the other here, children first. */
const DEFERRED = new Set(["bulk_blocks_bulk_fk"]);

const statements = new URL("../../db/distributed.sql", import.meta.url);

/**
 * Turns a migrated database with its data into a distributed one, and returns the number of tables distributed. Can be
 * repeated: completed steps are skipped, so an interrupted run is finished by the next. The app must not run
 * meanwhile.
 * @param {string} url of the owner of the tables, on the coordinator
 * @param {{ shards?: number, role?: string }} [options]
 */
export async function distribute(url, { shards = 32, role } = {}) {
  return withDatabase(url, async (pg) => {
    const { obstacles } = await planDistribution(pg);
    if (obstacles.length > 0) {
      throw new Failure("This database cannot be distributed.", obstacles.join("\n"));
    }
    await settle(pg);
    const count = await pg.begin(async (tx) => {
      await tx.unsafe(`
        set local citus.enable_unsafe_triggers = on;
        set local citus.multi_shard_modify_mode = 'sequential';
        set local client_min_messages = warning;
        set local lock_timeout = '30s'`);
      await workOnShards(tx);
      await bringHome(tx);
      const waiting = await waitingTables(tx);
      if (waiting.length > 0)
        await distributeTables(
          tx,
          waiting.map(({ name }) => name),
          shards,
        );
      await ownTimes(tx);
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
    "drop function if exists remember_opt_out(uuid, text, uuid), tell_endpoints(uuid, text, uuid, jsonb), forget_opt_out(uuid, text), is_opted_out(uuid, text), forget_erased_mails()",
  );
  await tx.unsafe(readFileSync(statements, "utf8").replaceAll("--> statement-breakpoint", ""));
}

/** @param {Statements} tx */
async function bringHome(tx) {
  for (const name of await strayTables(tx)) {
    const keys = await tx`
      select quote_ident(conname) as key from pg_constraint
      where contype = 'f' and conrelid = ${name}::regclass and confrelid = ${ROOT_TABLE}::regclass`;
    for (const { key } of keys) await tx.unsafe(`alter table ${name} drop constraint ${key}`);
    await tx`select undistribute_table(${name}::regclass)`;
    for (const { key } of keys) {
      await tx.unsafe(
        `alter table ${name} add constraint ${key} foreign key (workspace_id) references workspaces(id) on delete cascade`,
      );
    }
  }
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
 * Each node has its own sequences: columns in the order of writing get clock-based numbers.
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
 * The clock's time belongs to the coordinator for every row, so an insert would run there. The statement's time travels with it
 * to the shard, and entries stay in order.
 * @param {Statements} tx
 */
async function ownTimes(tx) {
  const columns = await tx`
    select d.adrelid::regclass::text as table, a.attname as name
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_dist_partition p on p.logicalrelid = d.adrelid
    where pg_get_expr(d.adbin, d.adrelid) = 'clock_timestamp()'`;
  for (const { table, name } of columns) {
    await tx.unsafe(`alter table ${table} alter column ${name} set default statement_timestamp()`);
  }
}

/**
 * The foreign keys of these tables on a distributed database: a workspace is its row in `workspace_counts`.
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
    // Null: the root table's own foreign key, to a table of the coordinator. A trigger there replaces it.
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
