import { expect, it } from "vitest";
import { GET as readBulk } from "@/app/api/bulk-actions/[id]/route";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as getContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as merge } from "@/app/api/fields/[id]/merge/route";
import { PATCH as patchField, DELETE as removeField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { forgetFields } from "./forget";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Custom = Record<string, unknown>;

const add = (acme: Workspace, email: string, custom_fields: Custom | null) =>
  acme.call(createContact, { body: { email: `${email}@example.com`, first_name: email, custom_fields } });
const define = async (acme: Workspace, body: object) => (await acme.call(createField, { body })).body;
const fieldsOf = async (acme: Workspace) =>
  (await acme.call(listFields)).body.data.map(({ key, name, type }: Record<string, string>) => [
    key,
    name,
    type,
  ]);
const customOf = async (acme: Workspace, id: string) =>
  (await acme.call(getContact, { params: { id } })).body.custom_fields;
const change = async (acme: Workspace, id: string, body: object) => {
  const got = await acme.call(patchField, { params: { id }, body });
  await settleBackground();
  return got;
};
const takeBack = async (acme: Workspace, id: string) => {
  const { body } = await acme.call(undo, { params: { id } });
  await settleBackground();
  return body;
};

it("a name keeps the joiners that its script needs, and no other invisible character", async () => {
  const acme = await newWorkspace();
  const made = async (name: string, key?: string) => {
    const { status, body } = await acme.call(createField, { body: { name, key } });
    return status === 201 ? [body.name, body.key] : [status, body.details.reason];
  };
  // Persian "I want" with the zero-width non-joiner of its spelling; a family, which joiners make one character.
  const [want, family] = ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "👨\u200d👩\u200d👧"];
  const bare = want.replace("\u200c", "");
  expect(await made(want)).toEqual([want, bare]);
  expect(await made(bare, "other")).toEqual([409, "name_taken"]);
  expect(await made(`${want.slice(0, 2)}\u200c${want.slice(2)}`, "other")).toEqual([409, "name_taken"]);
  expect(await made(family, "family")).toEqual([family, "family"]);
  expect(await made("Re\u200cgi\u202eon\u200d", "region")).toEqual(["Region", "region"]);
  const { body } = await acme.call(listFields);
  const { id } = body.data.find(({ key }: { key: string }) => key === "region");
  expect((await change(acme, id, { name: bare })).body.details.reason).toBe("name_taken");
  expect((await change(acme, id, { name: `${want} \u2067۲` })).body.field.name).toBe(`${want} ۲`);
  const custom = { custom_fields: { [want]: "yes" } };
  const { body: ada } = await acme.call(createContact, {
    body: { email: "ada@example.com", first_name: "Ada", ...custom },
  });
  expect(ada.custom_fields).toEqual({ [bare]: "yes" });
  const other = await newWorkspace();
  await other.call(createField, { body: { name: want, key: "wish" } });
  const { body: preview } = await uploadText(other, `email,${want}\nada@example.com,tea\n`);
  expect(preview.suggestions[1].field).toBe("custom_fields.wish");
});

it("every write has to fit the type, and stores its one form; unknown keys become text", async () => {
  const acme = await newWorkspace();
  await define(acme, { name: "Seats", type: "number" });
  await define(acme, { name: "Renewal", type: "date" });
  await define(acme, { name: "Active", type: "boolean" });
  await define(acme, { name: "Plan", type: "choice", options: ["Free", "Team"] });
  const { status, body } = await add(acme, "ada", {
    ...{ Seats: "12", Renewal: "2026-01-31", Active: "true", Plan: "team", Note: { any: 1 } },
  });
  expect(status).toBe(201);
  const stored = { Seats: 12, Renewal: "2026-01-31", Active: true, Plan: "Team", Note: { any: 1 } };
  expect(body.custom_fields).toEqual(stored);
  expect(await fieldsOf(acme)).toContainEqual(["Note", "Note", "text"]);
  const bad = { Seats: "12,5", Renewal: "31/01/2026", Active: "yes", Plan: "Gold" };
  const refused = await add(acme, "bob", bad);
  expect(refused.status).toBe(400);
  expect(
    refused.body.details.map(({ path, code }: { path: string[]; code: string }) => [path, code]),
  ).toEqual([
    [["custom_fields", "Seats"], "not_a_number"],
    [["custom_fields", "Renewal"], "not_a_date"],
    [["custom_fields", "Active"], "not_yes_or_no"],
    [["custom_fields", "Plan"], "not_an_option"],
  ]);
  const params = { id: body.id };
  expect((await acme.call(patchContact, { params, body: { custom_fields: { Seats: "x" } } })).status).toBe(
    400,
  );
  const patched = await acme.call(patchContact, {
    params,
    body: { custom_fields: { Seats: 13.5, Plan: "" } },
  });
  const { Plan: _, ...rest } = stored;
  expect(patched.body.custom_fields).toEqual({ ...rest, Seats: 13.5 });
  const sent = [
    { email: "ada@example.com", custom_fields: { Seats: "14" } },
    { email: "new@example.com", custom_fields: { Renewal: "soon" } },
  ];
  const many = (await acme.call(batch, { body: sent })).body;
  expect(many.rows).toMatchObject([
    { status: "updated" },
    { status: "failed", code: "not_a_date", field: "custom_fields.Renewal" },
  ]);
  expect(await customOf(acme, body.id)).toEqual({ ...rest, Seats: 14 });
});

it("a bulk action sets custom fields by their types, and leaves contacts that have no room", async () => {
  const acme = await newWorkspace();
  await define(acme, { name: "Seats", type: "number" });
  const full = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, "x"]));
  const [ada, bob] = [(await add(acme, "ada", { city: "Oslo" })).body, (await add(acme, "bob", full)).body];
  const set = (custom_fields: Custom) =>
    acme.call(bulk, { body: { action: "set", fields: { custom_fields }, ids: [ada.id, bob.id] } });
  expect((await set({ Seats: "many" })).body.details[0].path).toEqual(["fields", "custom_fields", "Seats"]);
  const { body } = await set({ Seats: "3", city: null });
  await settleBackground();
  const done = (await acme.call(readBulk, { params: { id: body.id } })).body;
  expect(done).toMatchObject({
    ...{ status: "completed", changed: 1, refused: 1, refused_ids: [bob.id] },
    fields: ["custom_fields.Seats", "custom_fields.city"],
  });
  expect(await customOf(acme, ada.id)).toEqual({ Seats: 3 });
  expect(await takeBack(acme, body.id)).toMatchObject({ restored: 1 });
  expect(await customOf(acme, ada.id)).toEqual({ city: "Oslo" });
});

it("converts, merges, deletes and renames with undo, and the undo with its own", async () => {
  const acme = await newWorkspace();
  const contacts = await Promise.all([
    add(acme, "a", { seats: "12", City: "Oslo" }),
    add(acme, "b", { seats: "a few", Ort: "Bonn" }),
    add(acme, "c", { seats: 7, City: "Rome", Ort: "Ulm" }),
  ]);
  const ids = contacts.map(({ body }) => body.id as string);
  const all = () => Promise.all(ids.map((id) => customOf(acme, id)));
  const before = await all();
  const { data } = (await acme.call(listFields)).body;
  const idOf = (key: string) => data.find((one: { key: string }) => one.key === key).id as string;

  const converted = (await change(acme, idOf("seats"), { type: "number" })).body;
  expect(converted.field).toMatchObject({ key: "seats", type: "number" });
  const job = (await acme.call(readBulk, { params: { id: converted.bulk_action_id } })).body;
  expect(job).toMatchObject({
    action: "convert_field",
    field: { name: "seats" },
    total: 3,
    changed: 1,
    refused: 1,
  });
  expect((await all()).map((one) => one.seats)).toEqual([12, "a few", 7]);

  const merged = (await acme.call(merge, { params: { id: idOf("Ort") }, body: { into: idOf("City") } })).body;
  await settleBackground();
  expect((await all()).map(({ City, Ort }) => [City, Ort])).toEqual([
    ["Oslo", undefined],
    ["Bonn", undefined],
    ["Rome", undefined],
  ]);
  const gone = (await acme.call(removeField, { params: { id: idOf("seats") } })).body;
  await settleBackground();
  expect(await all()).toEqual([{ City: "Oslo" }, { City: "Bonn" }, { City: "Rome" }]);
  expect(await fieldsOf(acme)).toEqual([["City", "City", "text"]]);
  const set = (await acme.call(readChange, { params: { id: gone.change_id } })).body;
  expect(set).toMatchObject({
    way: "field_deleted",
    changed: 3,
    field: { name: "seats" },
    status: "completed",
  });

  const undone = await takeBack(acme, gone.change_id);
  expect((await all()).map((one) => one.seats)).toEqual([12, "a few", 7]);
  await takeBack(acme, undone.undo_id);
  expect(await fieldsOf(acme)).toEqual([["City", "City", "text"]]);
  const redone = (await acme.call(readChange, { params: { id: undone.undo_id } })).body;
  await takeBack(acme, redone.undone_by);
  await takeBack(acme, merged.change_id);
  await takeBack(acme, converted.change_id);
  expect(await all()).toEqual(before);
  expect((await fieldsOf(acme)).map(([, , type]: string[]) => type)).toEqual(["text", "text", "text"]);

  const renamed = (await change(acme, idOf("City"), { name: "Town" })).body;
  expect(await fieldsOf(acme)).toContainEqual(["City", "Town", "text"]);
  expect((await change(acme, idOf("Ort"), { name: "TOWN" })).body.details.reason).toBe("name_taken");
  await takeBack(acme, renamed.change_id);
  expect(await fieldsOf(acme)).toContainEqual(["City", "City", "text"]);
});

it("an undo leaves contacts alone whose field is another one by now", async () => {
  const acme = await newWorkspace();
  const { body: ada } = await add(acme, "ada", { seats: "12" });
  const [field] = (await acme.call(listFields)).body.data;
  const gone = (await acme.call(removeField, { params: { id: field.id } })).body;
  await settleBackground();
  await define(acme, { name: "seats", type: "date" });
  const taken = await takeBack(acme, gone.change_id);
  expect(taken).toMatchObject({ restored: 0, kept: 1, kept_items: [{ of: "field", reason: "name_taken" }] });
  expect(await customOf(acme, ada.id)).toBeNull();
});

it("forgets a field that a write brought with the last contact that has it, and none that somebody made", async () => {
  const acme = await newWorkspace();
  const { body: ada } = await add(acme, "ada", { secret: "x", kept: "y" });
  await add(acme, "bob", { kept: "y" });
  await define(acme, { name: "Made", type: "date" });
  const long = pg()`update field_definitions set created_at = now() - interval '1 day', looked_at = now() - interval '1 day'
    where workspace_id = ${acme.id}`;
  await long;
  await forgetFields();
  expect((await fieldsOf(acme)).length).toBe(3);
  await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${ada.id}`;
  await forgetFields();
  expect((await fieldsOf(acme)).map(([key]: string[]) => key)).toEqual(["kept", "Made"]);
  const [left] = await pg()<{ n: number }[]>`
    select count(*)::int as n from custom_keys where workspace_id = ${acme.id}`;
  expect(left?.n).toBe(2);
});

it("two who create the same field at once get one", async () => {
  const acme = await newWorkspace();
  const made = await Promise.all(
    ["number", "date", "text"].map((type) => acme.call(createField, { body: { name: "Same", type } })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await fieldsOf(acme)).toHaveLength(1);
});

it("a key called like an object's own is a field as any other, and the one that cannot be is refused", async () => {
  const acme = await newWorkspace();
  for (const name of ["constructor", "toString"]) await define(acme, { name, type: "number" });
  const { body } = await add(acme, "ada", { constructor: "1", toString: 2 });
  expect(body.custom_fields).toEqual({ constructor: 1, toString: 2 });
  expect((await add(acme, "bob", { constructor: "one" })).status).toBe(400);
  const told = '{"email":"x@example.com","first_name":"X","custom_fields":{"__proto__":"lost"}}';
  const headers = { "content-type": "application/json" };
  expect((await acme.call(createContact, { body: told, headers })).status).toBe(400);
  expect((await acme.call(createField, { body: { name: "__proto__" } })).status).toBe(400);
});
