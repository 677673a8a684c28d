import { readFileSync } from "node:fs";
import { join } from "node:path";
import { only } from "../lib/database-client.mjs";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/project.mjs";
import { inOneForm, knownTables, newestMigration, selection } from "./catalogue.mjs";
import { onConnection } from "./connection.mjs";
import { createArchive } from "./container.mjs";
import { addFiles, referredFiles } from "./files.mjs";
import { fingerprints, wrapKeys } from "./keys.mjs";
import { tablesOfWorkspace } from "./workspace.mjs";

/** @import { Archive, Copied, Manifest, Progress, Secrets, WrittenTable } from "./types.ts" */
/** @import { Statements } from "../lib/types.ts" */

export const FORMAT = 1;

/**
 * Writes everything, or everything about one workspace, to a new archive (docs/archive.md). The tables are one
 * snapshot, whatever is written meanwhile; the files are those that its rows refer to. `keys` are encrypted with
 * `passphrase` and included only if there is one. Returns the manifest.
 * @param {{ url: string, file: string, workspaceId?: string, secrets?: Secrets, passphrase?: string, progress: Progress }} options
 * @returns {Promise<Manifest>}
 */
export async function backup({ url, file, workspaceId = "", secrets = {}, passphrase = "", progress }) {
  return createArchive(file, async (archive) => {
    const opening = { format: FORMAT, product: productName(), createdAt: new Date().toISOString() };
    await archive.addJson("kith-archive.json", opening);
    const { keys, ...content } = await onConnection(url, (connection) =>
      connection.begin("isolation level repeatable read read only", (tx) =>
        copyTables(tx, archive, workspaceId, progress),
      ),
    );
    const files = await addFiles(archive, keys, (n, of) => progress(`file ${n} of ${of}`));
    if (passphrase) await archive.addJson("keys.json", wrapKeys(secrets, passphrase));
    const ring = { fingerprints: fingerprints(secrets), included: Boolean(passphrase) };
    const manifest = { ...opening, ...content, ...files, keys: ring };
    await archive.addJson("manifest.json", manifest);
    return manifest;
  });
}

/**
 * @param {Statements} tx
 * @param {Archive} archive
 * @param {string} workspaceId
 * @param {Progress} progress
 * @returns {Promise<Copied>}
 */
async function copyTables(tx, archive, workspaceId, progress) {
  await inOneForm(tx);
  const migration = await newestMigration(tx);
  const tables = await knownTables(tx);
  if (!migration || tables.length === 0) throw new Failure("There is nothing of Kith in this database.");
  const { postgres } = only(await tx.unsafe("select current_setting('server_version') as postgres"));
  const wanted = workspaceId ? await tablesOfWorkspace(tx, tables, workspaceId) : tables;
  /** @type {WrittenTable[]} */
  const written = [];
  for (const table of wanted) {
    const stream = await tx.unsafe(`copy (${selection(table, workspaceId)}) to stdout`).readable();
    const onRows = (/** @type {number} */ rows) =>
      progress(`${table.name}: ${rows.toLocaleString("en")} rows`);
    const total = await archive.addTable(`tables/${table.name}`, stream, onRows);
    written.push({ name: table.name, columns: table.columns, ...total });
  }
  const scope = workspaceId ? { workspace: workspaceId } : "everything";
  const keys = await referredFiles(tx, workspaceId);
  return { postgres, migration, scope, tables: written, keys };
}

function productName() {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return `${name} ${version}`;
}
