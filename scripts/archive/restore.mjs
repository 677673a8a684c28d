import { createHash } from "node:crypto";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { blobStore } from "../../lib/adapters/blob/index.ts";
import { lockStoredFiles } from "../../lib/files/orphans.ts";
import { only } from "../lib/database-client.mjs";
import { Failure } from "../lib/failure.mjs";
import { migrateDatabase, migrationTags } from "../lib/migrations.mjs";
import { replaceSecrets } from "../lib/secrets.mjs";
import { inOneForm, knownTables, newestMigration, selection } from "./catalogue.mjs";
import { onConnection } from "./connection.mjs";
import { linesIn, readArchive } from "./container.mjs";
import { unwrapKeys } from "./keys.mjs";
import { quoted } from "./tables.mjs";
import { place, verifyArchive } from "./verify.mjs";
import { addAccounts, forgetDeletion, landAccounts, requireAbsent, workspaceOf } from "./workspace.mjs";

/** @import { Loaded, Manifest, OpenedArchive, Progress, Table } from "./types.ts" */
/** @import { Statements } from "../lib/types.ts" */
/** @import { Writable } from "node:stream" */

/** Any number will do as long as every restore takes the same one. */
const LOCK_ID = 7_458_121;

/**
 * Reads an archive to its end before anything is touched: `{file, manifest, secrets}`, the last only with a
 * passphrase.
 * @param {string} file
 * @param {string | undefined} passphrase
 * @param {Progress} progress
 * @returns {Promise<OpenedArchive>}
 */
export async function openArchive(file, passphrase, progress) {
  const { manifest, keys } = await verifyArchive(file, progress);
  if (!migrationTags().includes(manifest.migration))
    throw new Failure(
      `${file} was written by a newer version (${manifest.product}, ${manifest.migration}). Update Kith first.`,
    );
  if (!passphrase) return { file, manifest, secrets: null };
  if (!keys) throw new Failure(`${file} has no keys in it. Restore it without --with-keys.`);
  return { file, manifest, secrets: unwrapKeys(keys, passphrase) };
}

/**
 * Restores an opened archive into an empty installation, all or nothing: files under their keys, secrets into the data
 * folder, and rows in one transaction, which is committed only when every table reads back as the manifest says.
 * @param {{ url: string, dataDir: string, archive: OpenedArchive, progress: Progress }} options
 */
export async function restore({ url, dataDir, archive: { file, manifest, secrets }, progress }) {
  const workspace = workspaceOf(manifest.scope);
  await bringToVersion(url, manifest);
  if (workspace) await onConnection(url, (connection) => forgetDeletion(connection, workspace));
  await onConnection(url, (connection) =>
    connection.begin(async (tx) => {
      await inOneForm(tx);
      await requireAlone(tx);
      await requireRoom(tx, workspace);
      await lockStoredFiles(tx);
      await storeFiles(file, progress);
      if (secrets) replaceSecrets(dataDir, secrets);
      await loadTables(tx, file, manifest, progress);
    }),
  );
  progress("finishing");
  await migrateDatabase(url);
  await onConnection(url, (connection) => settle(connection, manifest));
}

/**
 * Migrates a database that has no schema or an older one to the archive's schema. Never touches one in use.
 * @param {string} url
 * @param {Manifest} manifest
 */
async function bringToVersion(url, { migration, scope }) {
  const tags = migrationTags();
  const workspace = workspaceOf(scope);
  const newest = await onConnection(url, async (connection) => {
    const found = await newestMigration(connection);
    if (found) await requireRoom(connection, workspace);
    return found;
  });
  if (workspace && newest && newest !== migration)
    throw new Failure(
      `One workspace comes back into its own version only: the archive is of ${migration}, this database of ${newest}. Update the older one.`,
    );
  if (newest && tags.indexOf(newest) > tags.indexOf(migration))
    throw new Failure(
      `The archive is of an older version (${migration}) than this database (${newest}). Restore it into a database without tables: with Kith stopped and an unused DATA_DIR, or a new DATABASE_URL. It is brought up to date there.`,
    );
  await migrateDatabase(url, { upTo: migration });
}

/** @param {Statements} tx */
async function requireAlone(tx) {
  const { mine } = only(await tx.unsafe(`select pg_try_advisory_xact_lock(${LOCK_ID}) as mine`));
  if (!mine) throw new Failure("Another restore into this database is running.");
}

/**
 * A full restore needs a database without users, a single workspace one in which it does not exist.
 * @param {Statements} pg
 * @param {string | undefined} workspaceId
 */
async function requireRoom(pg, workspaceId) {
  if (workspaceId) return requireAbsent(pg, workspaceId);
  const { used } = only(
    await pg.unsafe(
      "select exists (select from public.workspaces) or exists (select from identity.users) as used",
    ),
  );
  if (used)
    throw new Failure(
      "This place is not empty: it has workspaces or users. Restore into an unused DATA_DIR or database. Nothing was changed.",
    );
}

/**
 * Stores the files of the archive under their keys. Those left in the store by a failed restore belong to no row: the
 * next attempt overwrites them, or the sweep removes them after a day.
 * @param {string} file
 * @param {Progress} progress
 */
async function storeFiles(file, progress) {
  let count = 0;
  for await (const { name, content } of readArchive(file)) {
    if (!name.startsWith("files/")) continue;
    count += 1;
    progress(`file ${count}`);
    await blobStore().put(place(name)[1], content);
  }
}

/**
 * Triggers are disabled: rows are loaded unchanged, including the counts and opt-outs that triggers maintain.
 * @param {Statements} tx
 * @param {string} file
 * @param {Manifest} manifest
 * @param {Progress} progress
 */
async function loadTables(tx, file, manifest, progress) {
  const workspace = workspaceOf(manifest.scope);
  const fitting = await fittingTables(tx, manifest);
  const tables = workspace ? await landAccounts(tx, fitting) : fitting;
  const names = tables.map(({ name }) => quoted(name));
  await tx.unsafe(`lock table ${names.join(", ")} in share row exclusive mode`);
  await requireRoom(tx, workspace);
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`);
  if (!workspace) for (const name of names.toReversed()) await tx.unsafe(`delete from ${name}`);
  await copyIn(tx, file, tables, progress);
  for (const table of tables) await requireEqual(tx, table, workspace, progress);
  if (workspace) await addAccounts(tx, tables);
  for (const table of tables) await moveCounter(tx, table);
  for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`);
}

/**
 * @param {Statements} tx
 * @param {Manifest} manifest
 * @returns {Promise<Loaded[]>}
 */
async function fittingTables(tx, manifest) {
  const workspace = workspaceOf(manifest.scope);
  const known = new Map((await knownTables(tx)).map((table) => [table.name, table]));
  return manifest.tables.map((written) => {
    const table = known.get(written.name);
    const isWhole = workspace || table?.columns.length === written.columns.length;
    const fits = isWhole && written.columns.every((column) => table?.columns.includes(column));
    if (!table || !fits) throw new Failure(`The archive's table ${written.name} does not fit this database.`);
    return { ...table, ...written };
  });
}

/**
 * @param {Statements} tx
 * @param {string} file
 * @param {Loaded[]} tables
 * @param {Progress} progress
 */
async function copyIn(tx, file, tables, progress) {
  let [current, rows] = ["", 0];
  /** @type {Writable | null} */
  let sink = null;
  for await (const { name, content } of readArchive(file)) {
    if (!name.startsWith("tables/")) continue;
    const [, tableName] = place(name);
    if (tableName !== current) {
      await finish(sink);
      sink = await openSink(tx, tables, tableName);
      [current, rows] = [tableName, 0];
    }
    for await (const chunk of content) {
      rows += linesIn(chunk);
      progress(`${tableName}: ${rows.toLocaleString("en")} rows`);
      if (sink && !sink.write(chunk)) await once(sink, "drain");
    }
  }
  await finish(sink);
}

/** @param {Writable | null} sink */
async function finish(sink) {
  sink?.end();
  if (sink) await finished(sink);
}

/**
 * @param {Statements} tx
 * @param {Loaded[]} tables
 * @param {string} tableName
 */
async function openSink(tx, tables, tableName) {
  const table = tables.find(({ name }) => name === tableName);
  if (!table) throw new Failure(`The archive's table ${tableName} is not in its manifest.`);
  const columns = table.columns.map(quoted).join(", ");
  return tx.unsafe(`copy ${quoted(table.target ?? tableName)} (${columns}) from stdin`).writable();
}

/**
 * @param {Statements} tx
 * @param {Loaded} table
 * @param {string | undefined} workspaceId
 * @param {Progress} progress
 */
async function requireEqual(tx, table, workspaceId, progress) {
  progress(`checking ${table.name}`);
  const hash = createHash("sha256");
  const stream = await tx.unsafe(`copy (${selection(table, workspaceId)}) to stdout`).readable();
  for await (const chunk of stream) hash.update(chunk);
  if (hash.digest("hex") === table.sha256) return;
  throw new Failure(`Table ${table.name} does not read back as it was written. Nothing was restored.`);
}

/**
 * Sets the sequence of a column to follow its largest value.
 * @param {Statements} tx
 * @param {Table} table
 */
async function moveCounter(tx, { name, counter }) {
  if (!counter) return;
  const sequence = `pg_get_serial_sequence('${quoted(name)}', '${counter}')`;
  await tx.unsafe(
    `select setval(${sequence}, greatest(max(${quoted(counter)}), nextval(${sequence}))) from ${quoted(name)}`,
  );
}

/**
 * Refreshes the statistics, without which the first statements would be planned for empty tables.
 * @param {Statements} connection
 * @param {Manifest} manifest
 */
async function settle(connection, { tables }) {
  for (const { name } of tables) await connection.unsafe(`vacuum analyze ${quoted(name)}`);
}
