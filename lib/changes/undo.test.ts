import { afterEach, describe, expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag, PUT as putTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { importText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";
import { readStates } from "./history";
import { rules } from "./undo-slices";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const real = { ...rules };
afterEach(() => {
  Object.assign(rules, real);
});

async function person(acme: Workspace, name: string, more: object = {}): Promise<string> {
  const { body } = await acme.call(create, {
    body: { email: `${name}@example.com`, first_name: name, ...more },
  });
  return body.id;
}

const latest = async (acme: Workspace): Promise<string> => (await acme.call(listChanges)).body.data[0].id;
const read = async (acme: Workspace, id: string) => (await acme.call(readContact, { params: { id } })).body;
const take = (acme: Workspace, id: string) => acme.call(undo, { params: { id } });

it("notes every write with who made it, and lists them by actor, way, contact and time", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  await acme.call(patch, { params: { id }, body: { company: "Engines", custom_fields: { plan: "pro" } } });
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  await acme.call(tagAll, { params: { id: tag }, body: { ids: [id] } });
  await acme.call(bulkUnsubscribe, { body: { ids: [id] } });
  const record = await importText(acme, "email,first_name\nada@example.com,Ada\nbob@example.com,Bob\n");
  await acme.call(deleteContact, { params: { id } });
  const ways = ["contact_deleted", "import", "contacts_unsubscribed", "contacts_tagged", "tag_created"];
  const { data, total } = (await acme.call(listChanges)).body;
  expect(data.map((one: { way: string }) => one.way)).toEqual([...ways, "contact_edited", "contact_created"]);
  expect(total).toBe(7);
  expect(data[0]).toMatchObject({
    deleted: 1,
    actor: { kind: "user", user_id: acme.user.id, name: acme.user.email },
  });
  expect(data[1]).toMatchObject({ id: record.id, created: 1, changed: 1, actor: { kind: "import" } });
  expect(data[3].tag).toEqual({ id: tag, name: "vip" });
  const count = async (query: Record<string, string>) => (await acme.call(listChanges, { query })).body.total;
  expect(await count({ way: "import" })).toBe(1);
  expect(await count({ contact: id })).toBe(6);
  expect(await count({ actor: acme.user.id })).toBe(7);
  expect(await count({ actor: newId() })).toBe(0);
  expect(await count({ to: data[2].at })).toBe(4);
  const statusOf = async (from: string) => (await acme.call(listChanges, { query: { from } })).status;
  expect(await statusOf("0001-01-01T00:00:00Z")).toBe(200);
  for (const from of ["0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
    expect(await statusOf(from)).toBe(400);
  const page = (await acme.call(listChanges, { query: { limit: "3" } })).body;
  const rest = (await acme.call(listChanges, { query: { limit: "100", cursor: page.nextCursor } })).body;
  expect([...page.data, ...rest.data]).toEqual(data);
  expect((await acme.call(listChanges, { query: { cursor: newId() } })).status).toBe(400);
  const edit = (await acme.call(readChange, { params: { id: data[5].id } })).body;
  expect(edit.entries).toEqual([
    {
      contact_id: id,
      kind: "changed",
      email: "ada@example.com",
      exists: false, // it was deleted last
      fields: [
        { field: "company", old: null, new: "Engines" },
        { field: "custom_fields.plan", old: null, new: "pro" },
      ],
    },
  ]);
});

it("tells one change of a contact that has many without reading the values of the others", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    await acme.call(patch, { params: { id }, body: { company: `Engines ${n}` } });
  await acme.call(tagAll, { params: { id: tag }, body: { ids: [id] } });
  const tagged = await latest(acme);
  for (const n of [9, 10, 11, 12])
    await acme.call(patch, { params: { id }, body: { company: `Engines ${n}` } });
  const { data } = (await acme.call(listChanges, { query: { contact: id, way: "contact_edited" } })).body;
  expect(data.length).toBe(12);
  const fifth = data.at(-5).id;
  expect((await readStates(acme.id, [id], [fifth])).length).toBe(3);
  expect((await readStates(acme.id, [id], [tagged])).length).toBe(3);
  const entry = async (change: string) =>
    (await acme.call(readChange, { params: { id: change } })).body.entries[0].fields;
  expect(await entry(fifth)).toEqual([{ field: "company", old: "Engines 4", new: "Engines 5" }]);
  expect(await entry(tagged)).toEqual([{ field: "tags", old: [], new: ["vip"] }]);
});

it("predicts an undo slice by slice", async () => {
  rules.slice = 2;
  const acme = await newWorkspace();
  const ids = [];
  for (const name of ["ada", "bob", "cy", "dan", "eve"]) ids.push(await person(acme, name));
  const { change_id } = (await acme.call(bulkUnsubscribe, { body: { ids } })).body;
  for (const id of [ids[0], ids[4]] as string[])
    await acme.call(patch, { params: { id }, body: { company: "Engines" } });
  const predicted = (await acme.call(previewUndo, { params: { id: change_id } })).body;
  const { undo_id: _, undo_status: __, ...done } = (await take(acme, change_id)).body;
  expect(predicted).toMatchObject({ ...done, restored: 3, kept: 2, undo_status: null });
});

it("brings what was deleted back with its id, tags and custom fields, and the undo can be undone, and so on", async () => {
  const acme = await newWorkspace();
  const ids = [];
  for (const name of ["ada", "bob"]) ids.push(await person(acme, name, { custom_fields: { plan: name } }));
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  await acme.call(tagAll, { params: { id: tag }, body: { ids } });
  const before = await Promise.all(ids.map((id) => read(acme, id)));
  const { deleted, change_id } = (await acme.call(bulkDelete, { body: { ids } })).body;
  expect(deleted).toBe(2);
  const first = await take(acme, change_id);
  expect([first.status, first.body]).toMatchObject([
    200,
    { removed: 0, restored: 2, kept: 0, kept_items: [] },
  ]);
  expect(await Promise.all(ids.map((id) => read(acme, id)))).toEqual(before);
  const second = (await take(acme, first.body.undo_id)).body;
  expect(second).toMatchObject({ removed: 2, restored: 0 });
  expect((await acme.call(readContact, { params: { id: ids[0] ?? "" } })).status).toBe(404);
  expect((await take(acme, second.undo_id)).body).toMatchObject({ restored: 2 });
  expect(await Promise.all(ids.map((id) => read(acme, id)))).toEqual(before);
  expect((await take(acme, change_id)).body).toMatchObject({ undo_id: first.body.undo_id, restored: 2 });
});

it("keeps what somebody wrote since, and says why and by whom", async () => {
  const acme = await newWorkspace();
  const [edited, gone, same] = [
    await person(acme, "ada"),
    await person(acme, "bob"),
    await person(acme, "cy"),
  ];
  const { change_id } = (await acme.call(bulkUnsubscribe, { body: { ids: [edited, gone, same] } })).body;
  await acme.call(patch, { params: { id: edited }, body: { company: "Engines" } });
  const byEdit = await latest(acme);
  await acme.call(deleteContact, { params: { id: gone } });
  const byDeletion = await latest(acme);
  const { body } = await take(acme, change_id);
  expect(body).toMatchObject({ removed: 0, restored: 1, kept: 2 });
  const kept = Object.fromEntries(body.kept_items.map((one: { id: string }) => [one.id, one]));
  expect(kept[edited]).toMatchObject({ reason: "edited", email: "ada@example.com", by: { id: byEdit } });
  expect(kept[gone]).toMatchObject({ reason: "deleted", email: "bob@example.com", by: { id: byDeletion } });
  expect((await read(acme, edited)).is_unsubscribed).toBe(true);
  expect((await read(acme, same)).is_unsubscribed).toBe(false);
});

it("does not bring a contact back whose address somebody else has", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  const { change_id } = (await acme.call(bulkDelete, { body: { ids: [id] } })).body;
  await person(acme, "ada");
  expect((await take(acme, change_id)).body).toMatchObject({
    restored: 0,
    kept_items: [{ id, reason: "email_taken" }],
  });
});

it("takes many calls back as one change set", async () => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob")];
  const { change_id } = (await acme.call(bulkDelete, { body: { ids: ids.slice(0, 1) } })).body;
  expect((await acme.call(bulkDelete, { body: { ids: ids.slice(1), change_id } })).body.change_id).toBe(
    change_id,
  );
  expect((await acme.call(bulkUnsubscribe, { body: { ids, change_id } })).status).toBe(409);
  expect((await (await newWorkspace()).call(bulkDelete, { body: { ids, change_id } })).status).toBe(409);
  expect((await take(acme, change_id)).body).toMatchObject({ restored: 2 });
  expect((await acme.call(bulkDelete, { body: { ids, change_id } })).status).toBe(409);
});

it("takes the writes of a tag back: its end with all its contacts, another name, its making", async () => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob")];
  const id = (await acme.call(createTag, { body: { name: "vip", color: "teal" } })).body.id;
  const creation = await latest(acme);
  await acme.call(putTag, { params: { id }, body: { name: "VIP!" } });
  const edit = await latest(acme);
  await acme.call(tagAll, { params: { id }, body: { ids } });
  await acme.call(deleteTag, { params: { id } });
  expect((await take(acme, await latest(acme))).body).toMatchObject({ restored: 1 });
  const tags = async () => (await acme.call(listTags)).body.data;
  expect(await tags()).toMatchObject([{ id, name: "VIP!", color: "teal", contact_count: 2 }]);
  expect((await take(acme, edit)).body).toMatchObject({ restored: 1 });
  expect(await tags()).toMatchObject([{ id, name: "vip" }]);
  expect((await take(acme, creation)).body).toMatchObject({
    removed: 0,
    kept_items: [{ of: "tag", reason: "in_use" }],
  });
});

it("answers 404, 409 and 410 as the document says", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  const creation = await latest(acme);
  expect((await take(acme, newId())).status).toBe(404);
  expect((await take(await newWorkspace(), creation)).status).toBe(404);
  await pg()`update change_sets set created_at = now() - interval '30 days' where workspace_id = ${acme.id}`;
  expect((await take(acme, creation)).status).toBe(410);
  await acme.call(deleteContact, { params: { id }, query: { erase: "true" } });
  expect((await take(acme, await latest(acme))).status).toBe(409);
});

describe("an opt-out", () => {
  it("is not taken back by the undo of what came before or after it", async () => {
    const acme = await newWorkspace();
    const id = await person(acme, "ada");
    await acme.call(patch, { params: { id }, body: { company: "Engines" } });
    const edit = await latest(acme);
    const { change_id } = (await acme.call(bulkUnsubscribe, { body: { ids: [id] } })).body;
    expect((await take(acme, edit)).body).toMatchObject({ kept: 1 });
    await acme.call(patch, { params: { id }, body: { company: "Looms" } });
    expect((await take(acme, await latest(acme))).body).toMatchObject({ restored: 1 });
    expect((await read(acme, id)).is_unsubscribed).toBe(true);
    await acme.call(bulkDelete, { body: { ids: [id] } });
    await take(acme, await latest(acme));
    expect((await read(acme, id)).is_unsubscribed).toBe(true);
    // Its contact was deleted meanwhile: the opt-out no longer belongs to the set.
    await take(acme, change_id);
    expect((await read(acme, id)).is_unsubscribed).toBe(true);
  });
});

/** A contact is changed while it is being restored: the change began first, and must last. */
async function editedMeanwhile(): Promise<string> {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  await acme.call(patch, { params: { id }, body: { company: "Wrong" } });
  const change = await latest(acme);
  const { promise: written, resolve: noteWritten } = Promise.withResolvers<number>();
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
  const edit = owner().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx`
      update contacts set company = 'Engines', written_by = ${newId()} where workspace_id = ${acme.id} and id = ${id}`;
    noteWritten(own?.pid);
    await waiting;
  });
  const pid = await written;
  const undone = take(acme, change);
  await untilSomeoneWaitsFor(pid);
  goOn();
  await Promise.all([edit, undone]);
  return (await read(acme, id)).company;
}

/** A contact is deleted while its tag is being restored. */
it("brings a tag back beside the deletion of one of its contacts, at once", async () => {
  const acme = await newWorkspace();
  const ids = [await person(acme, "ada"), await person(acme, "bob")];
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  await acme.call(tagAll, { params: { id: tag }, body: { ids } });
  await acme.call(deleteTag, { params: { id: tag } });
  const change = await latest(acme);
  const { promise: deleted, resolve: noteDeleted } = Promise.withResolvers<number>();
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
  const deletion = owner().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx`delete from contacts where workspace_id = ${acme.id} and id = ${ids[0] ?? ""}`;
    noteDeleted(own?.pid);
    await waiting;
  });
  const pid = await deleted;
  const undone = take(acme, change);
  await untilSomeoneWaitsFor(pid);
  goOn();
  const [, { status, body }] = await Promise.all([deletion, undone]);
  expect([status, body.restored]).toEqual([200, 1]);
  expect((await acme.call(listTags)).body.data).toMatchObject([{ name: "vip", contact_count: 1 }]);
});

/** A change that began before the set but committed after it: its timestamp is earlier than the set's. */
async function editedByAnOldClock(): Promise<string> {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  await owner().begin(async (tx) => {
    // On a distributed database a node's transaction time starts with the first statement that reaches the node.
    const [clock] = await tx<{ at: string }[]>`select now()::text as at`;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await acme.call(patch, { params: { id }, body: { company: "Wrong" } });
    await tx`
      update contacts set company = 'Engines', written_by = ${newId()}, updated_at = ${clock?.at ?? ""}::timestamptz
      where workspace_id = ${acme.id} and id = ${id}`;
  });
  await take(acme, await latest(acme));
  return (await read(acme, id)).company;
}

describe("a change beside the undo", () => {
  it("lasts", async () => {
    expect([await editedMeanwhile(), await editedByAnOldClock()]).toEqual(["Engines", "Engines"]);
  });

  it("would be lost without the lock", async () => {
    rules.isLocked = false;
    expect(await editedMeanwhile()).not.toBe("Engines");
  });

  it("would be lost if times told who was last", async () => {
    rules.asLeft = "c.updated_at <= e.noted_at";
    expect(await editedByAnOldClock()).not.toBe("Engines");
  });
});

it("leaves no former values of a contact that was deleted by hand", async () => {
  const acme = await newWorkspace();
  const id = await person(acme, "ada");
  await acme.call(patch, { params: { id }, body: { company: "Engines" } });
  const { change_id } = (await acme.call(bulkDelete, { body: { ids: [id] } })).body;
  await take(acme, change_id);
  const entries = async () => pg()`select from contact_changes where workspace_id = ${acme.id}`;
  expect((await entries()).length).toBe(4);
  await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${id}`;
  expect((await entries()).length).toBe(0);
});
