import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as previewChange, POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { PATCH as editContact } from "@/app/api/contacts/[id]/route";
import { DELETE as deleteField, PATCH as editField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as createSegment } from "@/app/api/segments/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** The custom fields after the undo of an import, the undo of that undo, and so on. */

let acme: Awaited<ReturnType<typeof newWorkspace>>;
let id: string;

const FILE = "email,City,Seats\na@example.com,Bonn,3\nb@example.com,Ulm,4\n";
const columnTypes = { Seats: { type: "number", format: "dot" } };

beforeEach(async () => {
  acme = await newWorkspace();
  id = (await importText(acme, FILE, { columnTypes })).id;
});
afterEach(async () => {
  await pg()`delete from rate_limits`;
});

const takeBack = async () => {
  const { status, body } = await acme.call(undo, { params: { id } });
  expect([status, body.undo_status]).toEqual([200, "completed"]);
};
const latest = async () => (await acme.call(listChanges)).body.data[0].id as string;
/** Undoes a change set, and checks the result against the forecast. */
const take = async (change: string) => {
  const { body: predicted } = await acme.call(previewChange, { params: { id: change } });
  const asked = await acme.call(undoChange, { params: { id: change } });
  await settleBackground();
  // 202: another worker took the job, as on a busy machine.
  const { body } = asked.status === 202 ? await acme.call(previewChange, { params: { id: change } }) : asked;
  const { removed, restored, kept } = body;
  expect(body.undo_status).toBe("completed");
  expect(predicted).toMatchObject({ removed, restored, kept });
  return body;
};
const fields = async (): Promise<Record<string, { id: string; name: string; type: string }>> => {
  const { data } = (await acme.call(listFields)).body;
  return Object.fromEntries(data.map((field: { key: string }) => [field.key, field]));
};
const values = async () => {
  const people = [...(await contactsOf(acme)).values()].map(({ email, custom_fields }) => [
    email,
    custom_fields,
  ]);
  return Object.fromEntries(people);
};
const undoStatus = async () => (await acme.call(getImport, { params: { id } })).body.undo_status;
/** The import, undone and restored: returns the set that restored it. */
const redo = async () => {
  await takeBack();
  return (await take(await latest())).undo_id as string;
};

describe("the undo of an import's undo", () => {
  it("brings the contacts although somebody made a field of the same key, which keeps", async () => {
    await takeBack();
    const undone = await latest();
    const made = await acme.call(createField, { body: { name: "City", type: "text" } });
    expect(made.status).toBe(201);
    expect(await take(undone)).toMatchObject({
      restored: 3,
      kept: 1,
      kept_items: [{ of: "field", reason: "name_taken" }],
    });
    expect(await values()).toEqual({
      "a@example.com": { City: "Bonn", Seats: 3 },
      "b@example.com": { City: "Ulm", Seats: 4 },
    });
    expect((await fields()).City?.id).toBe(made.body.id);
    expect((await fields()).Seats?.type).toBe("number");
    expect(await undoStatus()).toBeNull();
    await takeBack();
    expect([await values(), Object.keys(await fields())]).toEqual([{}, ["City"]]);
  });

  it("gives values to that field as it stores them, and leaves those that do not fit it", async () => {
    await takeBack();
    const undone = await latest();
    await acme.call(createField, { body: { name: "City", type: "choice", options: ["bonn"] } });
    await acme.call(createField, { body: { name: "Seats", type: "text" } });
    await take(undone);
    expect(await values()).toEqual({
      "a@example.com": { City: "bonn", Seats: "3" },
      "b@example.com": { City: "Ulm", Seats: "4" },
    });
    await takeBack();
    expect(await values()).toEqual({});
    await take(await latest());
    expect(await values()).toMatchObject({ "a@example.com": { City: "bonn", Seats: "3" } });
  });

  it("brings a field of its own type back whose name alone another one has by now", async () => {
    await takeBack();
    const undone = await latest();
    await acme.call(createField, { body: { name: "Seats", key: "places", type: "text" } });
    expect(await take(undone)).toMatchObject({ kept: 0 });
    expect(await fields()).toMatchObject({ places: { type: "text" }, Seats: { type: "number" } });
  });
});

describe("the undo of a redo", () => {
  it("takes the contacts although somebody renamed a field, which keeps; the import can be undone and redone on", async () => {
    const redone = await redo();
    const city = (await fields()).City;
    expect(
      (await acme.call(editField, { params: { id: city?.id ?? "" }, body: { name: "Town" } })).status,
    ).toBe(200);
    expect(await take(redone)).toMatchObject({
      removed: 3,
      kept: 1,
      kept_items: [{ id: city?.id, of: "field", reason: "edited" }],
    });
    expect(await values()).toEqual({});
    expect(await fields()).toEqual({ City: expect.objectContaining({ name: "Town" }) });
    const { body } = await acme.call(getImport, { params: { id } });
    expect(body).toMatchObject({
      undo_status: "completed",
      undo_result: { removed: 2, restored: 0, kept: 0 },
    });
    await take(await latest());
    expect(await values()).toMatchObject({ "a@example.com": { City: "Bonn", Seats: 3 } });
    await takeBack();
    expect(await values()).toEqual({});
  });

  it("knows an import's undo after the import was deleted", async () => {
    await takeBack();
    const undone = await latest();
    await acme.call(createField, { body: { name: "City", type: "text" } });
    await pg()`delete from imports where workspace_id = ${acme.id} and id = ${id}`;
    expect(await take(undone)).toMatchObject({ kept: 1 });
    expect(Object.keys(await values())).toHaveLength(2);
  });

  it("keeps a field that a contact which stays still has, with its type", async () => {
    const redone = await redo();
    const a = (await contactsOf(acme)).get("a@example.com");
    await acme.call(editContact, { params: { id: String(a?.id) }, body: { phone: "+49 30 1" } });
    expect(await take(redone)).toMatchObject({ removed: 1, kept: 1 });
    expect(await values()).toEqual({ "a@example.com": { City: "Bonn", Seats: 3 } });
    expect(await fields()).toMatchObject({ City: { type: "text" }, Seats: { type: "number" } });
  });

  it("keeps a field by which a segment filters, and one that another import fills", async () => {
    const redone = await redo();
    const filter = { custom_fields: { Seats: 3 } };
    expect((await acme.call(createSegment, { body: { name: "three", filter } })).status).toBe(201);
    expect(await take(redone)).toMatchObject({ removed: 3, kept: 0 });
    expect([await values(), Object.keys(await fields())]).toEqual([{}, ["Seats"]]);
    const again = await take(await latest());
    await importText(acme, "email,City\nc@example.com,\n");
    expect(await take(again.undo_id)).toMatchObject({ removed: 2, kept: 0 });
    expect(Object.keys(await fields())).toEqual(["City", "Seats"]);
  });
});

it("the undo of a deleted field's undo keeps a field that a contact which stays still has", async () => {
  const seats = (await fields()).Seats;
  await acme.call(deleteField, { params: { id: seats?.id ?? "" } });
  await settleBackground();
  const back = await take(await latest());
  const a = (await contactsOf(acme)).get("a@example.com");
  await acme.call(editContact, { params: { id: String(a?.id) }, body: { phone: "+49 30 1" } });
  await take(back.undo_id);
  expect(await values()).toEqual({
    "a@example.com": { City: "Bonn", Seats: 3 },
    "b@example.com": { City: "Ulm" },
  });
  expect((await fields()).Seats).toMatchObject({ id: seats?.id, type: "number" });
});
