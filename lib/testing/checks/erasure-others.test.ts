import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as downloadExport } from "@/app/api/exports/[id]/download/route";
import { GET as readExport } from "@/app/api/exports/[id]/route";
import { POST as createExport } from "@/app/api/exports/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { sweep } from "@/lib/server/sweep";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { placesOf } from "./canaries";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const newWord = () => `canary${randomBytes(6).toString("hex")}`;

async function sweptAndGone(word: string): Promise<void> {
  await sweep({ thorough: true });
  await settleBackground();
  expect(await placesOf(word, [])).toEqual([]);
}

type Deletion = (acme: Workspace, ids: string[]) => Promise<unknown>;
const remove: Deletion = (acme, ids) => acme.call(bulkDelete, { body: { ids, erase: true } });

async function people(acme: Workspace, ...words: string[]): Promise<string[]> {
  const made = words.map((word) =>
    acme.call(createContact, { body: { email: `${word}@example.com`, first_name: word } }),
  );
  return (await Promise.all(made)).map(({ body }) => body.id);
}

async function exportOf(acme: Workspace, body: object = {}) {
  const { exportId } = (await acme.call(createExport, { body })).body;
  await settleBackground();
  const params = { id: exportId };
  const download = async () => (await acme.call(downloadExport, { params })).status;
  expect(await download()).toBe(200);
  return { download, read: async () => (await acme.call(readExport, { params })).body };
}

it.each<[string, Deletion]>([
  ["the API", remove],
  [
    "a statement by hand",
    (acme, ids) => pg()`delete from contacts where workspace_id = ${acme.id} and id = any(${ids})`,
  ],
])("by %s ends its download at once, and its file with the next sweep", async (_, deletion) => {
  const [acme, word] = [await newWorkspace(), newWord()];
  const ids = await people(acme, word, newWord());
  const { download, read } = await exportOf(acme);
  await deletion(acme, ids.slice(0, 1));
  expect(await download()).toBe(410);
  expect(await read()).toMatchObject({ status: "completed", blob_url: null });
  await sweptAndGone(word);
});

it("leaves those in which they cannot be: made before they came, or of others by name", async () => {
  const acme = await newWorkspace();
  const [kept = ""] = await people(acme, newWord());
  const [before, named] = [await exportOf(acme), await exportOf(acme, { ids: [kept] })];
  const [late = ""] = await people(acme, newWord());
  const after = await exportOf(acme);
  await remove(acme, [late]);
  expect([await before.download(), await named.download(), await after.download()]).toEqual([200, 200, 410]);
  await remove(acme, [kept]);
  expect([await before.download(), await named.download()]).toEqual([410, 410]);
});

it("leaves what was exported before an import when that is undone", async () => {
  const acme = await newWorkspace();
  await people(acme, newWord());
  const before = await exportOf(acme);
  const { id } = await importText(acme, `email,first_name\n${newWord()}@example.com,New\n`);
  const after = await exportOf(acme);
  await acme.call(undo, { params: { id } });
  await settleBackground();
  expect([await before.download(), await after.download()]).toEqual([200, 410]);
});

it("takes the file of an import along that was running meanwhile", async () => {
  const [acme, word] = [await newWorkspace(), newWord()];
  const ids = await people(acme, word);
  const { id } = await importText(acme, `email,first_name\n${word}@example.com,Ada\n`);
  await pg()`update imports set status = 'processing' where id = ${id}`;
  await remove(acme, ids);
  await pg()`update imports set status = 'completed' where id = ${id}`;
  await sweptAndGone(word);
});

it("leaves the undo of an import working for the others, which says what it kept", async () => {
  const acme = await newWorkspace();
  const people = ["one", "two", "three"].map((name) => `${name}-${newWord()}@example.com`);
  const ids: string[] = [];
  for (const email of people) {
    ids.push((await acme.call(createContact, { body: { email, first_name: "Before" } })).body.id);
  }
  const rows = people.map((email) => `${email},After`).join("\n");
  const { id } = await importText(acme, `email,first_name\n${rows}\nnew@example.com,New\n`);
  await acme.call(deleteContact, { params: { id: ids[0] ?? "" } });
  await acme.call(patchContact, { params: { id: ids[1] ?? "" }, body: { first_name: "Mine" } });
  await acme.call(undo, { params: { id } });
  await settleBackground();
  expect((await acme.call(undo, { params: { id } })).body).toMatchObject({
    undo_status: "completed",
    removed: 1,
    restored: 1,
    kept: 2,
    kept_contacts: [
      { id: ids[0], email: people[0], exists: false },
      { id: ids[1], email: people[1], exists: true },
    ],
  });
  await acme.call(deleteContact, { params: { id: ids[0] ?? "" }, query: { erase: "true" } });
  expect((await acme.call(undo, { params: { id } })).body.kept_contacts).toMatchObject([{ id: ids[1] }]);
});
