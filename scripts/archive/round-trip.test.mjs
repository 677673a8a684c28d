import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetBlobStore } from "@/lib/adapters/blob";
import { resetEnv } from "@/lib/env";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { only } from "../lib/database-client.mjs";
import { generateSecrets, readSecrets } from "../lib/secrets.mjs";
import { recordFigure } from "../reliability/record.mjs";
import { emptyDatabases, onDatabase, ownerUrl, temporaryFolder } from "../testing/databases.mjs";
import { testDataDir } from "../testing/present.mjs";
import { workspaceFixture } from "../testing/workspace-fixture.mjs";
import { backup } from "./backup.mjs";
import { openArchive, restore } from "./restore.mjs";
import { LEFT_OUT, TABLES } from "./tables.mjs";
import { verifyArchive } from "./verify.mjs";

/** @import { Manifest } from "./types.ts" */
/** @import { Numbers } from "../reliability/record.mjs" */

const folder = temporaryFolder();
const newDatabase = emptyDatabases();
const progress = () => {};
const source = ownerUrl;
const passphrase = "a passphrase of the test";
let count = 0;
const newFile = () => join(folder, `${++count}.kith`);

/**
 * Another installation: its own files and secrets.
 * @param {string} dataDir
 */
function moveTo(dataDir) {
  process.env.DATA_DIR = dataDir;
  resetEnv();
  resetBlobStore();
}

/**
 * What was backed up and restored.
 * @type {{ size: Numbers & { rows: number }, moments: number }}
 */
const drill = { size: { rows: 0 }, moments: 0 };

/** @param {Manifest} manifest */
const content = ({ tables, files, migration }) => ({ tables, files, migration });

it("knows every table of the product", async () => {
  const rows = await pg()`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'identity')`;
  const known = [...TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

it("brings everything back equal by hash: tables, opt-outs, identity, files, keys", async () => {
  const acme = await workspaceFixture();
  const secrets = generateSecrets();
  const file = newFile();
  const manifest = await backup({ url: source(), file, secrets, passphrase, progress });
  expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
  expect(manifest.files.length).toBeGreaterThan(1);
  expect(manifest.missing).toEqual([]);

  const [home, url, dataDir] = [testDataDir(), await newDatabase(), join(folder, "other")];
  moveTo(dataDir);
  const archive = await openArchive(file, passphrase, progress);
  await expect(openArchive(file, "another passphrase", progress)).rejects.toThrow("does not open");
  await restore({ url, dataDir, archive, progress });
  expect(readSecrets(dataDir)).toMatchObject(secrets);
  const again = await backup({ url, file: newFile(), secrets, passphrase, progress });
  expect(content(again)).toEqual(content(manifest));
  await expect(restore({ url, dataDir, archive, progress })).rejects.toThrow("not empty");
  moveTo(home);

  await onDatabase(url, async (there) => {
    await there`
      insert into contacts (workspace_id, id, email, first_name)
      values (${acme.id}, gen_random_uuid(), 'out2@example.com', 'x'), (${acme.id}, gen_random_uuid(), 'new@example.com', 'x')`;
    await there`update contacts set is_unsubscribed = true where email = 'out2@example.com'`;
    await there`delete from contacts where email in ('out@example.com', 'out2@example.com')`;
    await there`
      insert into contacts (workspace_id, id, email, first_name) values (${acme.id}, gen_random_uuid(), 'out@example.com', 'x')`;
    const back = only(await there`select is_unsubscribed from contacts where email = 'out@example.com'`);
    expect(back.is_unsubscribed).toBe(true);
    const [counts] = await there`select contacts::int, unsubscribed::int from workspace_counts`;
    const [real] = await there`
      select count(*)::int as contacts, count(*) filter (where is_unsubscribed)::int as unsubscribed from contacts`;
    expect(counts).toEqual(real);
    const journal = only(await there`select max(seq)::int as last from import_changes`);
    const { next } = only(await there`select nextval('import_changes_seq_seq')::int as next`);
    expect(next).toBeGreaterThan(journal.last);
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  drill.size = { tables: manifest.tables.length, rows, files: manifest.files.length };
});

it("is of one moment while an import runs", async () => {
  vi.stubEnv("IMPORT_BATCH_ROWS", "500"); // many commits
  resetEnv();
  const acme = await newWorkspace();
  const rows = Array.from({ length: 16_000 }, (_, at) => `${at}@example.com,Name ${at},x`);
  let isOver = false;
  const importing = importText(acme, `email,first_name,tags\n${rows.join("\n")}\n`).finally(() => {
    isOver = true;
  });
  const seen = new Set();
  do {
    const [file, url] = [newFile(), await newDatabase()];
    await backup({ url: source(), file, progress });
    await restore({ url, dataDir: folder, archive: await openArchive(file, undefined, progress), progress });
    seen.add(await onDatabase(url, (there) => consistent(there, acme.id)));
  } while (!isOver);
  await importing;
  expect([...seen].some((contacts) => contacts > 0 && contacts < rows.length)).toBe(true);
  drill.moments = seen.size;
});

it("is counted for the page of promises", () => {
  const { size, moments } = drill;
  expect(size.rows).toBeGreaterThan(40);
  recordFigure("backup", { size, measured: { "moments of a running import, each consistent": moments } });
});

/**
 * Counts, contacts and the import's own numbers must agree. Returns the number.
 * @param {import("postgres").Sql} there
 * @param {string} workspaceId
 */
async function consistent(there, workspaceId) {
  const rows = await there`
    select (select count(*)::int from contacts where workspace_id = ${workspaceId}) as here,
      (select contacts::int from workspace_counts where workspace_id = ${workspaceId}) as counted,
      (select coalesce(sum(created_rows), 0)::int from imports where workspace_id = ${workspaceId}) as created`;
  const found = only(rows);
  expect(found).toEqual({ here: found.here, counted: found.here, created: found.here });
  return found.here;
}

it("goes into a place of an older version and is brought up to date; an older one not into a newer place", async () => {
  const { migrateDatabase, migrationTags } = await import("../lib/migrations.mjs");
  const [old, url] = [await newDatabase(), await newDatabase()];
  await migrateDatabase(old, { upTo: "0011_identity_proofs" });
  await onDatabase(
    old,
    (there) => there`insert into workspaces (id, name) values (gen_random_uuid(), 'old')`,
  );
  const file = newFile();
  const { migration } = await backup({ url: old, file, progress });
  expect(migration).toBe("0011_identity_proofs");
  const archive = await openArchive(file, undefined, progress);
  await restore({ url, dataDir: folder, archive, progress });
  await onDatabase(url, async (there) => {
    expect((await there`select from workspaces`).length).toBe(1);
    expect((await there`select from opt_out_keys`).length).toBe(1); // created by a later migration
  });
  const current = await newDatabase();
  await migrateDatabase(current);
  await expect(restore({ url: current, dataDir: folder, archive, progress })).rejects.toThrow(
    "older version",
  );
  expect(migrationTags().at(-1)).not.toBe(migration);
});

it("never writes over a file, not even over one that is being written", async () => {
  const file = newFile();
  const both = await Promise.allSettled([0, 1].map(() => backup({ url: source(), file, progress })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toHaveProperty(
    "reason.message",
    expect.stringContaining("already exists"),
  );
  expect((await verifyArchive(file)).manifest.tables.length).toBeGreaterThan(20);
  await expect(backup({ url: source(), file, progress })).rejects.toThrow("already exists");
  expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".partial"))).toEqual([]);
});
