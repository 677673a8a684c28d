import { beforeEach, expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { PATCH as patch, GET as read, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as create, GET as list } from "@/app/api/contacts/route";
import { PATCH as changeField, DELETE as deleteField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

let acme: Awaited<ReturnType<typeof newWorkspace>>;
beforeEach(async () => {
  acme = await newWorkspace();
});

async function person(custom_fields: object, name = "ada"): Promise<string> {
  const { body } = await acme.call(create, {
    body: { email: `${name}@example.com`, first_name: name, custom_fields },
  });
  return body.id;
}

/** Changes the field's type, and thereby all its values. */
async function convert(type: string, options?: string[]): Promise<string> {
  const { data } = (await acme.call(listFields)).body;
  const { id } = data.find((one: { key: string }) => one.key === "f1");
  const { status, body } = await acme.call(changeField, { params: { id }, body: { type, options } });
  expect(status).toBe(200);
  await settleBackground();
  return body.change_id;
}

async function takeBack(id: string) {
  const { body } = await acme.call(undo, { params: { id } });
  expect([body.undo_status, body.kept]).toEqual(["completed", 0]);
}
const latest = async () => (await acme.call(listChanges)).body.data[0].id;
const fieldsOf = async (id: string) => (await acme.call(read, { params: { id } })).body.custom_fields;

type Write = (id: string) => Promise<unknown>;
const set = (fields: object) => (id: string) =>
  acme.call(bulk, { body: { action: "set", ids: [id], fields } });
const writes: [string, Write][] = [
  ["an edit", (id) => acme.call(patch, { params: { id }, body: { custom_fields: { f1: null } } })],
  ["an edit of another field", (id) => acme.call(patch, { params: { id }, body: { custom_fields: null } })],
  ["a deletion", (id) => acme.call(remove, { params: { id } })],
  ["a bulk action", set({ custom_fields: { f1: null } })],
  ["a batch", () => sendBatch(acme, [{ email: "ada@example.com", custom_fields: { f1: null } }])],
];

it.each(writes)("the undo of %s restores a value in the type that its field has by now", async (_, write) => {
  const id = await person({ f1: "3", other: "x" });
  await person({ f1: "1" }, "bob");
  await write(id);
  await settleBackground();
  const change = await latest();
  await convert("number");
  await takeBack(change);
  expect(await fieldsOf(id)).toEqual({ f1: 3, other: "x" });
  const query = { custom_fields: '{"f1":{"from":0}}' };
  expect((await acme.call(list, { query })).body.total).toBe(2);
});

it("so does the undo of an import", async () => {
  const id = await person({ f1: "3", other: "x" });
  const done = await importText(acme, "email,first_name,f1\nada@example.com,Ada,many\n", {
    columnMapping: { email: "email", first_name: "first_name", f1: "custom_fields.f1" },
  });
  expect(await fieldsOf(id)).toEqual({ f1: "many", other: "x" });
  await convert("number");
  const { body } = await acme.call(undoImport, { params: { id: done.id } });
  expect([body.undo_status, body.restored, await fieldsOf(id)]).toEqual([
    "completed",
    1,
    { f1: 3, other: "x" },
  ]);
});

const types: [string, string[] | undefined, unknown, unknown][] = [
  ["number", undefined, "12.5", 12.5],
  ["boolean", undefined, "yes", true],
  ["date", undefined, "2026/11/23", "2026-11-23"],
  ["choice", ["Pro", "Free"], "pro", "Pro"],
  ["number", undefined, "many", "many"],
  ["number", undefined, { deep: [null, 1] }, { deep: [null, 1] }],
];

it.each(types)("in a field that is %s now (%s), %j becomes %j", async (type, options, former, now) => {
  const id = await person({ f1: former });
  await acme.call(patch, { params: { id }, body: { custom_fields: { f1: null } } });
  const change = await latest();
  await convert(type, options);
  await takeBack(change);
  expect(await fieldsOf(id)).toEqual({ f1: now });
});

it("in a field that became text, a number becomes text; in one that always was, it stays what it was", async () => {
  const id = await person({ f1: "3", always: 7 });
  await convert("number");
  expect(await fieldsOf(id)).toEqual({ f1: 3, always: 7 });
  await acme.call(patch, { params: { id }, body: { custom_fields: { f1: null, always: null } } });
  const change = await latest();
  await convert("text");
  await takeBack(change);
  expect(await fieldsOf(id)).toEqual({ f1: "3", always: 7 });
  await takeBack(await latest());
  expect(await fieldsOf(id)).toBeNull();
});

it("the undo of the conversion itself restores every value as it was", async () => {
  const id = await person({ f1: 1 });
  const change = await convert("boolean");
  expect(await fieldsOf(id)).toEqual({ f1: true });
  await takeBack(change);
  expect(await fieldsOf(id)).toEqual({ f1: 1 });
});

const typed: [string, unknown][] = [
  ["number", 15],
  ["boolean", true],
];

it.each(
  typed.flatMap(([type, value]) =>
    [writes[0], writes[2]].map(([what, write] = ["", async () => {}]) => ({ type, value, what, write })),
  ),
)(
  "a deleted $type field comes back although $what was undone while it was gone",
  async ({ type, value, write }) => {
    const { id: field } = (await acme.call(createField, { body: { name: "f1", type } })).body;
    const ada = await person({ f1: value });
    const bob = await person({ f1: value }, "bob");
    await write(ada);
    const change = await latest();
    const { body } = await acme.call(deleteField, { params: { id: field } });
    await settleBackground();
    await takeBack(change);
    expect(await fieldsOf(ada)).toEqual({ f1: value });
    await takeBack(body.change_id);
    expect([await fieldsOf(ada), await fieldsOf(bob)]).toEqual([{ f1: value }, { f1: value }]);
    expect((await acme.call(listFields)).body.data).toMatchObject([{ id: field, type }]);
  },
);
