import { beforeEach, expect, it } from "vitest";
import { GET as previewChange, POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as edit } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as create } from "@/app/api/contacts/route";
import { GET as preview, POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** What the undo of an import kept can be undone by a further request, once nothing prevents it. */

let acme: Awaited<ReturnType<typeof newWorkspace>>;
let id: string;
let before: unknown;

const rows = async () => [
  ...(await pg()`
    select id, email, first_name, company, is_unsubscribed, written_by, updated_at from contacts
    where workspace_id = ${acme.id} order by id`),
];
const person = async (email: string) => String((await contactsOf(acme)).get(email)?.id);
const sets = async () => (await acme.call(listChanges, { query: { limit: "50" } })).body.data;
const setOf = async (change: string) => (await sets()).find((one: { id: string }) => one.id === change);
const look = async () => (await acme.call(preview, { params: { id } })).body;
const lookFromHistory = async () => (await acme.call(previewChange, { params: { id } })).body;
const take = async (handler: typeof undo, change: string) => {
  const { status, body } = await acme.call(handler, { params: { id: change } });
  await settleBackground();
  expect(status).toBe(200);
  return body;
};
const change = async (email: string, body: object): Promise<string> => {
  await acme.call(edit, { params: { id: await person(email) }, body });
  return (await sets())[0].id;
};

beforeEach(async () => {
  acme = await newWorkspace("rest");
  await importText(acme, "email,first_name\nada@example.com,Ada\nbob@example.com,Bob\n");
  before = await rows();
  ({ id } = await importText(
    acme,
    "email,first_name,company\nada@example.com,Ada,Acme\nbob@example.com,Bob,Acme\nnew@example.com,New,Acme\n",
  ));
});

it("keeps and names a changed contact that was deleted since, and restores it once the deletion is undone", async () => {
  const ada = await person("ada@example.com");
  await acme.call(deleteContact, { params: { id: ada } });
  const [deletion] = await sets();
  const named = { id: ada, email: "ada@example.com" };
  const counts = { removed: 1, restored: 1, kept: 1 };
  expect(await look()).toMatchObject({ ...counts, kept_contacts: [{ ...named, exists: false }] });
  expect(await lookFromHistory()).toMatchObject({
    ...counts,
    kept_items: [{ ...named, of: "contact", reason: "deleted", by: { id: deletion.id } }],
  });
  expect(await take(undo, id)).toMatchObject({ ...counts, kept_contacts: [{ ...named, exists: false }] });
  expect(await look()).toMatchObject({ again: { removed: 0, restored: 0 } });
  await take(undoChange, deletion.id);
  expect(await look()).toMatchObject({ again: { removed: 0, restored: 1 } });
  expect(await take(undo, id)).toMatchObject({ removed: 0, restored: 1, kept: 0 });
  expect(await rows()).toEqual(before);
});

it("names nobody who was erased since, nor what it created and somebody deleted", async () => {
  await acme.call(deleteContact, {
    params: { id: await person("ada@example.com") },
    query: { erase: "true" },
  });
  await acme.call(deleteContact, { params: { id: await person("new@example.com") } });
  expect(await take(undo, id)).toMatchObject({ removed: 0, restored: 1, kept: 0, kept_contacts: [] });
});

it("undoes what was edited since after the edits were undone, and says so before", async () => {
  const edits = [
    await change("ada@example.com", { company: "Mine" }),
    await change("new@example.com", { company: "Ours" }),
  ];
  const first = await take(undo, id);
  expect(first).toMatchObject({ removed: 0, restored: 1, kept: 2 });
  expect(await look()).toMatchObject({ kept: 2, again: { removed: 0, restored: 0 } });
  const { undone_by } = await setOf(id);
  expect(await setOf(id)).toMatchObject({ undoable_until: expect.any(String) });
  // Nothing has changed: the answer is the same, and there is no further change set.
  expect(await take(undo, id)).toEqual(first);
  expect((await setOf(id)).undone_by).toBe(undone_by);

  for (const one of edits) await take(undoChange, one);
  expect(await look()).toMatchObject({ again: { removed: 1, restored: 1 } });
  expect(await lookFromHistory()).toMatchObject({ again: { removed: 1, restored: 1 } });
  expect(await take(undo, id)).toMatchObject({ removed: 1, restored: 1, kept: 0 });
  expect(await rows()).toEqual(before);
  expect(await look()).toMatchObject({ again: null });
  expect(await setOf(id)).toMatchObject({ undoable_until: null });
  const { body } = await acme.call(timeline, { params: { id: await person("ada@example.com") } });
  const told = body.data
    .slice(0, 4)
    .map((one: { kind: string; fields: { new: unknown }[] }) => [
      one.kind,
      one.fields.map((field) => field.new),
    ]);
  expect(told).toEqual([
    ["changed", [null]],
    ["changed", ["Acme"]],
    ["changed", ["Mine"]],
    ["import_changed", ["Acme"]],
  ]);
});

it("undoes the rest from History, too, and each undo can be undone", async () => {
  const after = await rows();
  const one = await change("ada@example.com", { company: "Mine" });
  const first = await take(undoChange, id);
  expect(first).toMatchObject({ removed: 1, restored: 1, kept: 1 });
  expect(first.kept_items).toMatchObject([{ email: "ada@example.com", reason: "edited", by: { id: one } }]);
  await take(undoChange, one);
  const rest = await take(undoChange, id);
  expect(rest).toMatchObject({ removed: 0, restored: 1, kept: 0 });
  expect(rest.undo_id).not.toBe(first.undo_id);
  expect(await rows()).toEqual(before);
  await take(undoChange, rest.undo_id);
  await take(undoChange, first.undo_id);
  expect(await rows()).toEqual(after);
  // The import is in effect again, and is undone as a whole.
  expect(await take(undo, id)).toMatchObject({ removed: 1, restored: 2, kept: 0 });
  expect(await rows()).toEqual(before);
});

it("names a taken address as the reason, and goes on once it is free", async () => {
  await pg()`update contacts set external_id = '7' where workspace_id = ${acme.id} and email = 'ada@example.com'`;
  ({ id } = await importText(acme, "id,email\n7,moved@example.com\n", {
    columnMapping: { id: "external_id", email: "email" },
  }));
  const blocker = await acme.call(create, { body: { email: "ada@example.com", first_name: "Other" } });
  const first = await take(undoChange, id);
  expect(first).toMatchObject({ restored: 0, kept: 1 });
  expect(first.kept_items).toMatchObject([{ email: "moved@example.com", reason: "email_taken", by: null }]);
  await acme.call(deleteContact, { params: { id: blocker.body.id } });
  expect(await take(undo, id)).toMatchObject({ restored: 1, kept: 0 });
  expect(await contactsOf(acme)).toHaveProperty("size", 3);
  expect(await person("ada@example.com")).not.toBe("undefined");
});

it("undoes the rest once when it is asked for several times at once, and for 30 days", async () => {
  const one = await change("ada@example.com", { company: "Mine" });
  await take(undo, id);
  await take(undoChange, one);
  await pg()`update imports set completed_at = now() - interval '31 days' where workspace_id = ${acme.id} and id = ${id}`;
  expect(await look()).toMatchObject({ again: null });
  expect(await take(undo, id)).toMatchObject({ removed: 1, restored: 1, kept: 1 });
  await pg()`update imports set completed_at = now() where workspace_id = ${acme.id} and id = ${id}`;
  const known = (await sets()).length;
  await Promise.all([1, 2, 3].map(() => acme.call(undo, { params: { id } })));
  await settleBackground();
  expect(await sets()).toHaveLength(known + 1);
  expect(await rows()).toEqual(before);
});
