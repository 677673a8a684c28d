import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { PATCH as changeField } from "@/app/api/fields/[id]/route";
import { POST as createField } from "@/app/api/fields/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as createSegment } from "@/app/api/segments/route";
import { pg } from "@/db/client";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

let acme: Awaited<ReturnType<typeof newWorkspace>>;

beforeEach(async () => {
  acme = await newWorkspace();
});
afterEach(async () => {
  await pg()`delete from rate_limits`;
});

const FILE = "email,City,Seats\na@example.com,Bonn,3\nb@example.com,Ulm,4\n";
const columnTypes = { Seats: { type: "number", format: "dot" } };
const bring = async () => (await importText(acme, FILE, { columnTypes })).id as string;
const takeBack = async (id: string) => {
  const { body } = await acme.call(undo, { params: { id } });
  expect(body.undo_status).toBe("completed");
};
const sets = async () => (await acme.call(listChanges, { query: { limit: "50" } })).body.data;

/** Every column of every field, and how many keys count towards the limit. */
async function fields() {
  const rows = await pg()<{ key: string; is: object }[]>`
    select key, to_jsonb(f) - 'looked_at' - 'erasures' as is from field_definitions f
    where workspace_id = ${acme.id} order by key`;
  const [room] = await pg()<{ keys: number }[]>`
    select count(*)::int as keys from custom_keys where workspace_id = ${acme.id}`;
  expect(room?.keys).toBe(rows.length);
  return [...rows];
}
const keys = async () => (await fields()).map(({ key }) => key);
const idOf = async (key: string) => {
  const [row] = await pg()<{ id: string }[]>`
    select id from field_definitions where workspace_id = ${acme.id} and key = ${key}`;
  return String(row?.id);
};

it("the undo of an import takes the fields that it brought, and the undo of that brings them back as they were", async () => {
  const id = await bring();
  const [before, people] = [await fields(), await contactsOf(acme)];
  expect(before.map(({ key }) => key)).toEqual(["City", "Seats"]);
  await takeBack(id);
  expect(await fields()).toEqual([]);
  const [last] = await sets();
  expect([last.way, last.undoes, last.field]).toEqual(["undo", id, null]);
  const { body } = await acme.call(undoChange, { params: { id: last.id } });
  expect([body.undo_status, body.kept]).toEqual(["completed", 0]);
  expect(await fields()).toEqual(before);
  const again = await contactsOf(acme);
  expect(again.get("a@example.com")?.custom_fields).toEqual(people.get("a@example.com")?.custom_fields);
  await takeBack(id);
  expect(await fields()).toEqual([]);
});

it("keeps those that were there before", async () => {
  await acme.call(createField, { body: { name: "City", type: "text" } });
  await acme.call(createContact, {
    body: { email: "c@example.com", first_name: "C", custom_fields: { Seats: 1 } },
  });
  await takeBack((await importText(acme, FILE)).id);
  expect(await keys()).toEqual(["City", "Seats"]);
});

it("keeps one that another contact has, that somebody changed, or by which a segment filters or sorts", async () => {
  const file = "email,A,B,C,D,E\na@example.com,Bonn,Ulm,Aalen,Kiel,Trier\n";
  const columnMapping = Object.fromEntries(
    ["A", "B", "C", "D", "E"].map((key) => [key, `custom_fields.${key}`]),
  );
  const { id } = await importText(acme, file, { columnMapping: { email: "email", ...columnMapping } });
  await acme.call(createContact, {
    body: { email: "c@example.com", first_name: "C", custom_fields: { A: "Bonn" } },
  });
  const renamed = await acme.call(changeField, { params: { id: await idOf("B") }, body: { name: "Town" } });
  expect(renamed.status).toBe(200);
  const filter = { custom_fields: { C: "Aalen" } };
  expect((await acme.call(createSegment, { body: { name: "one", filter } })).status).toBe(201);
  const sorted = { name: "two", filter: {}, sort: "-custom_fields.D" };
  expect((await acme.call(createSegment, { body: sorted })).status).toBe(201);
  await takeBack(id);
  expect(await keys()).toEqual(["A", "B", "C", "D"]);
});

it("of two imports keeps what the other one fills, whichever brought it", async () => {
  const first = await bring();
  const second = (await importText(acme, "email,City,Motto\nc@example.com,Kiel,be kind\n")).id;
  await takeBack(first);
  expect(await keys()).toEqual(["City", "Motto"]);
  const third = (await importText(acme, "email,Motto\nd@example.com,\n")).id;
  await takeBack(second);
  expect(await keys()).toEqual(["City", "Motto"]);
  await takeBack(third);
});

it("the undo of a redo keeps a field that others have by now", async () => {
  const id = await bring();
  await takeBack(id);
  const [undone] = await sets();
  await acme.call(undoChange, { params: { id: undone.id } });
  const [redone] = await sets();
  const body = { email: "c@example.com", first_name: "C", custom_fields: { City: "Kiel" } };
  await acme.call(createContact, { body });
  await acme.call(undoChange, { params: { id: redone.id } });
  expect(await keys()).toEqual(["City"]);
  expect([...(await contactsOf(acme)).keys()]).toEqual(["c@example.com"]);
});

it("a field that came again by another import is the one from before after the redo", async () => {
  const id = await bring();
  const before = await fields();
  await takeBack(id);
  const [undone] = await sets();
  await importText(acme, "email,City\nc@example.com,Kiel\n");
  await acme.call(undoChange, { params: { id: undone.id } });
  expect(await fields()).toEqual(before);
  expect((await contactsOf(acme)).size).toBe(3);
});
