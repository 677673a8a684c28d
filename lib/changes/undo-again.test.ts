import { expect, it } from "vitest";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as create, GET as listContacts } from "@/app/api/contacts/route";
import { DELETE as deleteField } from "@/app/api/fields/[id]/route";
import { POST as createField } from "@/app/api/fields/route";
import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newWorkspace } from "@/lib/testing/workspace";

/** An undo that keeps something is not final: what it kept can be undone later, once nothing prevents it. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const idOf = async (acme: Workspace, handler: typeof create, body: object): Promise<string> =>
  (await acme.call(handler, { body })).body.id;
const person = (acme: Workspace, name: string, more: object = {}) =>
  idOf(acme, create, { email: `${name}@example.com`, first_name: name, ...more });
const sets = async (acme: Workspace) => (await acme.call(listChanges)).body.data;
const latest = async (acme: Workspace): Promise<string> => (await sets(acme))[0].id;
const setOf = async (acme: Workspace, id: string) =>
  (await sets(acme)).find((one: { id: string }) => one.id === id);
const read = async (acme: Workspace, id: string) => (await acme.call(readContact, { params: { id } })).body;
const look = async (acme: Workspace, id: string) => (await acme.call(previewUndo, { params: { id } })).body;
const take = async (acme: Workspace, id: string) => {
  const { status, body } = await acme.call(undo, { params: { id } });
  await settleBackground();
  expect(status).toBe(200);
  return body;
};
const edit = async (acme: Workspace, id: string, body: object) => {
  await acme.call(patch, { params: { id }, body });
  return latest(acme);
};

it("is not called undone while its undo still runs", async () => {
  const acme = await newWorkspace();
  const first = await edit(acme, await person(acme, "ann"), { company: "X" });
  const { undo_id } = await take(acme, first);
  const states = async () => [(await setOf(acme, first)).status, (await setOf(acme, undo_id)).status];
  expect(await states()).toEqual(["completed", "completed"]);
  await pg()`
    update change_sets set status = 'processing' where workspace_id = ${acme.id} and id = ${undo_id}`;
  expect(await states()).toEqual(["processing", "processing"]);
});

it("undoes what an undo in the wrong order had kept, and says so before", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ann", { phone: "+49 1" });
  const first = await edit(acme, id, { phone: null });
  const second = await edit(acme, id, { company: "X" });
  const kept = await take(acme, first);
  expect(kept).toMatchObject({ restored: 0, kept: 1 });
  // Nothing has changed: the answer is the same, and there is no further change set.
  expect(await look(acme, first)).toMatchObject({
    undo_status: "completed",
    again: { removed: 0, restored: 0 },
  });
  expect((await take(acme, first)).undo_id).toBe(kept.undo_id);
  expect(await setOf(acme, first)).toMatchObject({
    undone_by: kept.undo_id,
    undoable_until: expect.any(String),
  });
  await take(acme, second);
  expect(await look(acme, first)).toMatchObject({ again: { removed: 0, restored: 1 } });
  const done = await take(acme, first);
  expect(done).toMatchObject({ restored: 1, kept: 0, again: null });
  expect(await read(acme, id)).toMatchObject({ phone: "+49 1", company: null });
  expect(await setOf(acme, first)).toMatchObject({ undone_by: done.undo_id, undoable_until: null });
  expect((await take(acme, first)).undo_id).toBe(done.undo_id);
});

it("brings back the rest of deleted contacts once their addresses are free", async () => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob")];
  await acme.call(bulkDelete, { body: { ids } });
  const deletion = await latest(acme);
  const blocker = await person(acme, "ada");
  const first = await take(acme, deletion);
  expect(first).toMatchObject({ restored: 1, kept: 1 });
  await acme.call(deleteContact, { params: { id: blocker } });
  const rest = await take(acme, deletion);
  expect(rest).toMatchObject({ restored: 1, kept: 0 });
  const left = async () =>
    (await acme.call(listContacts)).body.data.map((one: { email: string }) => one.email).toSorted();
  expect(await left()).toEqual(["ada@example.com", "bob@example.com"]);
  // Each undo has its own change set.
  await take(acme, first.undo_id);
  expect(await left()).toEqual(["ada@example.com"]);
  await take(acme, rest.undo_id);
  expect(await left()).toEqual([]);
});

it("brings a deleted tag and a deleted field back once their names are free", async () => {
  const acme = await newWorkspace();
  const field = await idOf(acme, createField, { name: "Plan", type: "text" });
  const id = await person(acme, "ada", { custom_fields: { Plan: "pro" } });
  const tag = await idOf(acme, createTag, { name: "vip" });
  await acme.call(tagAll, { params: { id: tag }, body: { ids: [id] } });
  const before = await read(acme, id);
  for (const [remove, make, gone, body] of [
    [deleteTag, createTag, tag, { name: "vip" }],
    [deleteField, createField, field, { name: "Plan", type: "text" }],
  ] as const) {
    await acme.call(remove, { params: { id: gone } });
    await settleBackground();
    const deletion = await latest(acme);
    const blocker = await idOf(acme, make, body);
    expect(await take(acme, deletion)).toMatchObject({ restored: 0, kept: 1 });
    await acme.call(remove, { params: { id: blocker } });
    await settleBackground();
    expect((await take(acme, deletion)).restored).toBeGreaterThan(0);
    expect(await read(acme, id)).toMatchObject({ custom_fields: before.custom_fields, tags: before.tags });
  }
});

it("never brings back again who was deleted since the undo", async () => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob"), await person(acme, "cleo")];
  const [ada = "", , cleo = ""] = ids;
  await acme.call(bulkDelete, { body: { ids } });
  const deletion = await latest(acme);
  const blocker = await person(acme, "bob");
  const first = await take(acme, deletion);
  expect(first).toMatchObject({ restored: 2, kept: 1 });
  await acme.call(deleteContact, { params: { id: ada } });
  const second = await edit(acme, cleo, { company: "X" });
  expect(await look(acme, deletion)).toMatchObject({ again: { removed: 0, restored: 0 } });
  expect((await take(acme, deletion)).undo_id).toBe(first.undo_id);
  await acme.call(deleteContact, { params: { id: blocker } });
  expect(await look(acme, deletion)).toMatchObject({ again: { removed: 0, restored: 1 } });
  expect(await take(acme, deletion)).toMatchObject({ restored: 1, kept: 0 });
  const { data } = (await acme.call(listContacts)).body;
  expect(data.map((one: { email: string }) => one.email).toSorted()).toEqual([
    "bob@example.com",
    "cleo@example.com",
  ]);
  await take(acme, second);
  expect(await read(acme, cleo)).toMatchObject({ company: null });
});

it("can be undone again after the undo was undone, as often as somebody likes", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada", { company: "A" });
  const change = await edit(acme, id, { company: "B" });
  for (let round = 0; round < 2; round++) {
    const out = await take(acme, change);
    expect(await read(acme, id)).toMatchObject({ company: "A" });
    const redo = await take(acme, out.undo_id);
    expect(await read(acme, id)).toMatchObject({ company: "B" });
    expect(await setOf(acme, change)).toMatchObject({ undone_by: null, undoable_until: expect.any(String) });
    // Undoing the redo undoes the set again.
    await take(acme, redo.undo_id);
    expect(await read(acme, id)).toMatchObject({ company: "A" });
    expect(await setOf(acme, change)).toMatchObject({ undone_by: out.undo_id, undoable_until: null });
    await take(acme, out.undo_id);
    expect(await read(acme, id)).toMatchObject({ company: "B" });
  }
});
