import { beforeAll, expect, it, vi } from "vitest";
import { LEFT_OUT } from "./archive/tables.mjs";
import { migrateDatabase, migrationTags } from "./lib/migrations.mjs";
import { releases } from "./lib/releases.mjs";
import { emptyDatabases, onDatabase, ownerUrl } from "./testing/databases.mjs";
import { workspaceFixture } from "./testing/workspace-fixture.mjs";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

/** @typedef {{ name: string, columns: string[] }} Table */

const newDatabase = emptyDatabases();
/** Schemas that were in use: those of releases, and three from before the first one. */
const STARTS = [
  ...new Set([
    "0011_identity_proofs",
    "0023_import_diffs",
    "0035_import_forecast",
    ...releases().map(({ migration }) => migration),
  ]),
];

/** Columns that migrations compute from others, so that they may differ from the former values. */
const DERIVED = new Set(["public.contacts.search_doc"]);
/** Tables whose rows one migration rewrites: keys of former requests became hashes. */
const REWRITTEN = new Map([["public.idempotency_keys", "0013_erasure"]]);

beforeAll(async () => {
  await workspaceFixture();
});

/**
 * Tables with the columns that can be written.
 * @param {import("postgres").Sql} pg
 * @returns {Promise<Table[]>}
 */
const tablesOf = (pg) => pg`
  select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text order by column_name) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema in ('public', 'identity') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
  group by 1 order by 1`;

/** The tables of a schema with the columns that another one has as well. @param {Table[]} tables @param {Table[]} others */
function common(tables, others) {
  const known = new Map(others.map(({ name, columns }) => [name, new Set(columns)]));
  return tables.flatMap(({ name, columns }) => {
    const kept = columns.filter(
      (column) => known.get(name)?.has(column) && !DERIVED.has(`${name}.${column}`),
    );
    return kept.length > 0 ? [{ name, columns: kept }] : [];
  });
}

const list = (/** @type {string[]} */ columns) => columns.map((column) => `"${column}"`).join(", ");

/** @param {import("postgres").Sql} pg @param {Table} table @returns {Promise<string[]>} */
async function rowsOf(pg, { name, columns }) {
  const rows = await pg.unsafe(
    `select to_jsonb(t)::text as row from (select ${list(columns)} from ${name}) t order by 1`,
  );
  return rows.map(({ row }) => row);
}

/**
 * Writes rows as they are, without the effects of the schema's triggers. @param {string} url @param {Map<Table,
 * string[]>} filled
 */
const write = (url, filled) =>
  onDatabase(url, async (pg) => {
    await pg`set session_replication_role = replica`;
    for (const [{ name, columns }, rows] of filled)
      await pg.unsafe(
        `insert into ${name} (${list(columns)}) overriding system value
        select ${list(columns)} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [`[${rows.join()}]`],
      );
  });

/** The stored number of contacts of each tag. @param {import("postgres").Sql} pg */
async function tagCounts(pg) {
  const rows =
    await pg`select tag_id, sum(contacts)::int as contacts from tag_counts group by tag_id order by tag_id`;
  expect(rows).not.toHaveLength(0);
  return [...rows];
}

/** Everything that makes up the schema, by kind, one line each. @param {import("postgres").Sql} pg */
async function schemaOf(pg) {
  const rows = await pg`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'identity'))
    select format('column %s.%s.%s %s %s %s %s', nspname, relname, attname, format_type(atttypid, atttypmod), attnotnull,
      attgenerated, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid join ours on ours.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'p')
    union all select format('index %s', pg_get_indexdef(indexrelid))
    from pg_index join pg_class on pg_class.oid = indrelid join ours on ours.oid = relnamespace
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join ours on ours.oid = connamespace
    union all select format('trigger %s', pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join pg_class on pg_class.oid = tgrelid join ours on ours.oid = relnamespace where not tgisinternal
    union all select format('function %s', pg_get_functiondef(pg_proc.oid)) from pg_proc join ours on ours.oid = pronamespace
    where prokind in ('f', 'p')
    union all select format('rows of %s.%s are closed: %s', nspname, relname, relrowsecurity)
    from pg_class join ours on ours.oid = relnamespace where relkind = 'r'`;
  return rows.map(({ line }) => String(line)).toSorted();
}

it.each(STARTS)(
  "a database of %s with rows in every table of a backup is migrated whole, to the schema of a new one",
  async (tag) => {
    const [old, fresh] = [await newDatabase(), await newDatabase()];
    expect(migrationTags()).toContain(tag);
    await migrateDatabase(old, { upTo: tag });
    const tables = await onDatabase(old, tablesOf);
    const source = await onDatabase(ownerUrl(), tablesOf);
    const filled = await onDatabase(ownerUrl(), async (pg) => {
      /** @type {Map<Table, string[]>} */
      const rows = new Map();
      for (const table of common(tables, source)) rows.set(table, await rowsOf(pg, table));
      return rows;
    });
    const empty = [...filled].filter(([, rows]) => rows.length === 0).map(([{ name }]) => name);
    expect(empty.filter((name) => !Object.hasOwn(LEFT_OUT, name))).toEqual([]);
    await write(old, filled);
    await migrateDatabase(old);
    const changed = await onDatabase(old, async (pg) => {
      const found = [];
      for (const [table, rows] of filled)
        if (JSON.stringify(await rowsOf(pg, table)) !== JSON.stringify(rows)) found.push(table.name);
      return found;
    });
    const since = (/** @type {string} */ other) =>
      migrationTags().indexOf(other) <= migrationTags().indexOf(tag);
    expect(changed.filter((name) => since(REWRITTEN.get(name) ?? tag))).toEqual([]);
    expect(await onDatabase(old, tagCounts)).toEqual(await onDatabase(ownerUrl(), tagCounts));
    await migrateDatabase(fresh);
    const lines = await onDatabase(old, schemaOf);
    expect(lines.length).toBeGreaterThan(300);
    expect(lines).toEqual(await onDatabase(fresh, schemaOf));
  },
);

it("this check sees an index that one of two schemas lacks, and a value that was changed", async () => {
  const url = await newDatabase();
  await migrateDatabase(url);
  await onDatabase(url, async (pg) => {
    const before = await schemaOf(pg);
    await pg`create index planted on contacts (created_at)`;
    const after = await schemaOf(pg);
    expect(after.filter((line) => !before.includes(line))).toEqual([expect.stringContaining("planted")]);
  });
});
