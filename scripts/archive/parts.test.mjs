import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { DELETE as deleteWorkspace, GET as readWorkspace } from "@/app/api/workspace/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { removeOrphanedFiles } from "@/lib/files/orphans";
import { removeTombstonedFiles } from "@/lib/files/remove";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { DAY_MS } from "@/lib/time";
import { only } from "../lib/database-client.mjs";
import { emptyDatabases, onDatabase, ownerUrl, temporaryFolder } from "../testing/databases.mjs";
import { present } from "../testing/present.mjs";
import { workspaceFixture } from "../testing/workspace-fixture.mjs";
import { backup } from "./backup.mjs";
import { ABOUT_NOBODY, ABOUT_PERSON, backupPerson } from "./person.mjs";
import { openArchive, restore } from "./restore.mjs";
import { TABLES } from "./tables.mjs";

/** @import { Manifest } from "./types.ts" */

const folder = temporaryFolder();
const newDatabase = emptyDatabases();
const progress = () => {};
const url = ownerUrl();
let count = 0;
const newFile = () => join(folder, `${++count}.tar.gz`);
/**
 * @param {string} file
 * @param {string} [to]
 */
const bring = async (file, to = url) =>
  restore({ url: to, dataDir: folder, archive: await openArchive(file, undefined, progress), progress });
/** @param {Manifest} manifest */
const rowsOf = ({ tables }) => tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));

it("takes one workspace and nothing of another, and brings it back after it was deleted", async () => {
  const [acme, other] = [await workspaceFixture(), await workspaceFixture()];
  const [file, theirs] = [newFile(), newFile()];
  const manifest = await backup({ url, file, workspaceId: acme.id, progress });
  const before = await backup({ url, file: theirs, workspaceId: other.id, progress });
  expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(manifest.files.every(({ key }) => key.includes(acme.id))).toBe(true);
  const accounts = present(manifest.tables.find(({ name }) => name === "identity.users"));
  expect(accounts).toMatchObject({ rows: 1 });
  expect(accounts.columns).not.toContain("encrypted_password");
  await expect(bring(file)).rejects.toThrow("already exists here");

  const { name } = (await acme.call(readWorkspace)).body;
  expect((await acme.call(deleteWorkspace, { body: { name } })).status).toBe(204);
  await bring(file);
  const again = await backup({ url, file: newFile(), workspaceId: acme.id, progress });
  expect(rowsOf(await backup({ url, file: newFile(), workspaceId: other.id, progress }))).toEqual(
    rowsOf(before),
  );
  await removeTombstonedFiles();
  expect(rowsOf(again)).toEqual(rowsOf(manifest));
  expect(again.files).toEqual(manifest.files);
  for (const { key } of manifest.files) expect(await blobStore().head(key)).not.toBeNull();
  const made = await acme.call(createContact, { body: { email: "out@example.com", first_name: "x" } });
  expect(made.status).toBe(409); // still there, and still opted out
});

it("loses no file to a sweep that takes it for one that nobody needs", async () => {
  const [acme, file] = [await workspaceFixture(), newFile()];
  const { files } = await backup({ url, file, workspaceId: acme.id, progress });
  const { name } = (await acme.call(readWorkspace)).body;
  await acme.call(deleteWorkspace, { body: { name } });
  await newWorkspace();
  const sweep = () => removeOrphanedFiles(Date.now() + 2 * DAY_MS);
  await sweep(); // from the second time on the store is this database's
  const [store, put] = [blobStore(), blobStore().put];
  const stored = vi.spyOn(store, "put").mockImplementation(async (key, stream) => {
    const info = await put(key, stream);
    if (!key.startsWith("owner/")) await sweep();
    return info;
  });
  await bring(file);
  stored.mockRestore();
  for (const { key } of files) expect(await store.head(key), key).not.toBeNull();
});

it("brings a workspace into an unused place with its members, and refuses an address that is somebody else's", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email,first_name\nada@example.com,Ada\n");
  const [file, place] = [newFile(), await newDatabase()];
  await backup({ url, file, workspaceId: acme.id, progress });
  await bring(file, place);
  await onDatabase(place, async (there) => {
    const [user] =
      await there`select email, encrypted_password from identity.users where id = ${acme.user.id}`;
    expect(user).toEqual({ email: acme.user.email, encrypted_password: null });
    const counts = only(
      await there`select contacts::int from workspace_counts where workspace_id = ${acme.id}`,
    );
    expect(counts.contacts).toBe(1);
    await there`delete from workspaces where id = ${acme.id}`;
    await there`update identity.users set id = gen_random_uuid() where id = ${acme.user.id}`;
  });
  await expect(bring(file, place)).rejects.toThrow("has another account here");
  await onDatabase(place, async (there) => {
    expect(await there`select from workspaces`).toHaveLength(0);
  });
});

it("says so of an id that is none, and of a workspace that is not there", async () => {
  for (const workspaceId of ["x", "'; drop table contacts; --", crypto.randomUUID()])
    await expect(backup({ url, file: newFile(), workspaceId, progress })).rejects.toThrow(/workspace/);
});

it("says in a sentence what is wrong with a workspace or a place to write to, and leaves nothing there", async () => {
  const acme = await workspaceFixture();
  const told = { url, email: "ada@example.com", workspaceId: acme.id };
  await expect(backupPerson({ ...told, file: newFile(), workspaceId: "x" })).rejects.toThrow("is not the id");
  const missing = join(newFile(), "a");
  for (const write of [backupPerson, backup])
    await expect(write({ ...told, file: missing, progress })).rejects.toThrow("there is no such folder");
  const long = join(folder, "x".repeat(250));
  await expect(backupPerson({ ...told, file: long })).rejects.toThrow("the name is too long");
});

it("tells everything of one person, and nothing of others", async () => {
  const acme = await workspaceFixture();
  await acme.call(createContact, { body: { email: "vada@example.com", first_name: "Stranger" } });
  await importText(acme, "email,first_name\nada@example.com,Changed\nbad address,Stranger\n");
  await pg()`
    insert into import_errors (workspace_id, import_id, row, line, code, message, cells)
    values (${acme.id}, gen_random_uuid(), 1, 2, 'x', 'y', '["Ada@example.com", "x"]'),
      (${acme.id}, gen_random_uuid(), 1, 2, 'x', 'y', '["Ada <ada@example.com>."]'),
      (${acme.id}, gen_random_uuid(), 1, 2, 'x', 'y', '["ada@example.com.au", "Stranger"]'),
      (${acme.id}, gen_random_uuid(), 1, 2, 'x', 'y', '["vada@example.com", "Stranger"]')`;
  const file = newFile();
  await backupPerson({ url, file, workspaceId: acme.id, email: " Ada@Example.com" });
  const text = readFileSync(file, "utf8");
  const about = JSON.parse(text);
  expect(about).toMatchObject({ workspace: acme.id, email: "ada@example.com", opted_out: false });
  expect(Object.keys(about.tables).toSorted()).toEqual(
    [
      "contacts",
      "contact_tags",
      "tags",
      "import_changes",
      "imports",
      "import_errors",
      "outbox",
      "inbox_mails",
    ]
      .concat("idempotency_keys", "change_sets", "contact_changes")
      .map((name) => `public.${name}`)
      .toSorted(),
  );
  expect(about.tables["public.contacts"][0].custom_fields).toEqual({ Größe: "x" });
  expect(about.tables["public.import_errors"]).toHaveLength(2);
  for (const word of ["vada@", "Stranger", "bob@example.com", "out@example.com"])
    expect(text).not.toContain(word);
  const none = { url, file: newFile(), workspaceId: acme.id, email: "nobody@example.com" };
  await expect(backupPerson(none)).rejects.toThrow("Nothing about nobody@example.com");
  const gone = { ...none, email: "out@example.com" };
  await pg()`delete from contacts where workspace_id = ${acme.id} and email = 'out@example.com'`;
  await backupPerson(gone);
  expect(JSON.parse(readFileSync(gone.file, "utf8"))).toMatchObject({ opted_out: true });
});

it("knows of every table of a workspace whether it can be about a person", () => {
  const known = Object.keys({ ...ABOUT_PERSON, ...ABOUT_NOBODY });
  expect(known.toSorted()).toEqual(
    TABLES.filter(({ workspace }) => workspace)
      .map(({ name }) => name)
      .toSorted(),
  );
});
