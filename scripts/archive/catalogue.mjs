import { Failure } from "../lib/failure.mjs";
import { appliedMigrations } from "../lib/migrations.mjs";
import { quoted, TABLES } from "./tables.mjs";

/** @import { Table } from "./types.ts" */
/** @import { Statements } from "../lib/types.ts" */

/**
 * Makes the format of values independent of the session's settings.
 * @param {Statements} tx
 */
export async function inOneForm(tx) {
  await tx.unsafe(`
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '60s'`);
}

/**
 * The tables of the product that this database has, each with the columns that are stored (generated ones are computed
 * again) and its primary key. A database of an older version lacks the newer tables.
 * @param {Statements} tx
 * @returns {Promise<Table[]>}
 */
export async function knownTables(tx) {
  /** @type {Omit<Table, "workspace">[]} */
  const rows = await tx.unsafe(`
    select n.nspname || '.' || c.relname as name,
      array_to_json(array_agg(a.attname::text order by a.attnum)) as columns,
      (select array_to_json(array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum)))
       from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary
         and array_position(i.indkey::int2[], k.attnum) < i.indnkeyatts) as key,
      (array_agg(a.attname::text) filter (where a.attidentity <> ''))[1] as counter
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'identity') and c.relkind = 'r'
    group by c.oid, n.nspname, c.relname`);
  const found = new Map(rows.map((row) => [row.name, row]));
  return TABLES.flatMap(({ name, workspace }) => {
    const row = found.get(name);
    return row ? [{ ...row, workspace }] : [];
  });
}

/**
 * The newest migration of a database. Throws when it has one that this version does not know.
 * @param {Statements} pg
 */
export async function newestMigration(pg) {
  const { newest, unknown } = await appliedMigrations(pg);
  if (unknown)
    throw new Failure("The database was written by a newer version of Kith. Use the scripts of that one.");
  return newest;
}

/**
 * What COPY reads of a table: its stored columns, in the order of the primary key, of one workspace or of all. For
 * accounts, those of its members.
 * @param {Table} table
 * @param {string} [workspaceId]
 */
export function selection({ name, target, columns, key, workspace }, workspaceId) {
  const list = (/** @type {string[]} */ names) => names.map(quoted).join(", ");
  const own = `= '${workspaceId}'::uuid`;
  const where = workspace
    ? ` where ${quoted(workspace)} ${own}`
    : ` where id in (select user_id from public.memberships where workspace_id ${own})`;
  const from = `${quoted(target ?? name)}${workspaceId && !target ? where : ""}`;
  return `select ${list(columns)} from ${from} order by ${list(key)}`;
}
