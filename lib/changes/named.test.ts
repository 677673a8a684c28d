import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as create } from "@/app/api/contacts/route";
import { DELETE as deleteField, PATCH as updateField } from "@/app/api/fields/[id]/route";
import { POST as createField } from "@/app/api/fields/route";
import { takeBack } from "@/lib/testing/batches";
import { newWorkspace } from "@/lib/testing/workspace";

/** A change set of a single contact names it, even after it was deleted; other sets name none. */

it("names the contact of a change of one, and the one that a merge left", async () => {
  const acme = await newWorkspace();
  const person = async (email: string): Promise<string> =>
    (await acme.call(create, { body: { email, first_name: "A" } })).body.id;
  const named = async () => {
    const { data } = (await acme.call(listChanges)).body;
    return data.map(({ way, contact }: { way: string; contact: object | null }) => [way, contact]);
  };
  const ada = await person("ada@example.com");
  await acme.call(patch, { params: { id: ada }, body: { email: "ada.l@example.com" } });
  const moved = { id: ada, email: "ada.l@example.com", exists: true };
  expect(await named()).toEqual([
    ["contact_edited", moved],
    ["contact_created", moved],
  ]);
  const bob = await person("bob@example.com");
  await acme.call(merge, { params: { id: ada }, body: { with: bob } });
  expect((await named())[0]).toEqual(["merge", moved]);
  await acme.call(deleteContact, { params: { id: ada } });
  expect((await named()).slice(0, 2)).toEqual([
    ["contact_deleted", { ...moved, exists: false }],
    ["merge", { ...moved, exists: false }],
  ]);
  const [{ id: deletion }] = (await acme.call(listChanges)).body.data;
  await takeBack(acme, deletion);
  expect((await named())[0]).toEqual(["undo", moved]);
  const cleo = await person("cleo@example.com");
  await acme.call(bulkDelete, { body: { ids: [ada, cleo] } });
  expect((await named())[0]).toEqual(["contacts_deleted", null]);
});

it("names the field of a change of one, of its undo, and of the undo of that", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(createField, { body: { name: "Plan" } })).body;
  const last = async () => (await acme.call(listChanges)).body.data[0];
  const field = { id, name: "Plan" };
  await acme.call(updateField, { params: { id }, body: { name: "Tariff" } });
  expect(await last()).toMatchObject({ way: "field_edited", field });
  await acme.call(deleteField, { params: { id } });
  for (const way of ["field_deleted", "undo", "undo"]) {
    const set = await last();
    expect(set).toMatchObject({ way, field: { id, name: "Tariff" } });
    await takeBack(acme, set.id);
  }
});

it("an undo says what kind of change it undoes, and other changes do not", async () => {
  const acme = await newWorkspace();
  const { body: ada } = await acme.call(create, { body: { email: "ada@example.com", first_name: "A" } });
  const { body: deleted } = await acme.call(bulkDelete, { body: { ids: [ada.id] } });
  const undone = await acme.call(undo, { params: { id: deleted.change_id } });
  await acme.call(undo, { params: { id: undone.body.undo_id } });
  const { data } = (await acme.call(listChanges)).body;
  const said = data.map((one: { way: string; undone_way: string | null }) => [one.way, one.undone_way]);
  expect(said).toEqual([
    ["undo", "undo"],
    ["undo", "contacts_deleted"],
    ["contacts_deleted", null],
    ["contact_created", null],
  ]);
});
