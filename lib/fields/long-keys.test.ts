import { expect, it } from "vitest";
import { GET as getChange } from "@/app/api/bulk-actions/[id]/route";
import { GET as getContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { DELETE as deleteField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "@/lib/testing/batches";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** An emoji is one of the 64 characters of a key, and one of those of a value, in every way in and out. */
const KEY = "😀".repeat(64);
const custom = (value: unknown) => ({ [KEY]: value });

it("a field that can be created can be filled, found and removed", async () => {
  const acme = await newWorkspace();
  const field = await acme.call(createField, { body: { name: KEY, type: "number" } });
  expect([field.status, field.body.key]).toEqual([201, KEY]);
  const body = { email: "ada@example.com", first_name: "Ada", custom_fields: custom(1) };
  const made = await acme.call(createContact, { body });
  expect([made.status, made.body.custom_fields]).toEqual([201, custom(1)]);
  const params = { id: made.body.id };
  const edited = await acme.call(patchContact, { params, body: { custom_fields: custom(2) } });
  expect(edited.body.custom_fields).toEqual(custom(2));
  const batch = await sendBatch(acme, [{ email: "ada@example.com", custom_fields: custom(3) }]);
  expect(batch.rows[0]).toMatchObject({ status: "updated" });
  const set = { action: "set", filter: {}, fields: { custom_fields: custom(4) } };
  const action = await acme.call(bulk, { body: set });
  await settleBackground();
  expect((await acme.call(getChange, { params: { id: action.body.id } })).body.changed).toBe(1);
  const sorted = await acme.call(listContacts, { query: { sort: `custom_fields.${KEY}` } });
  expect(sorted.body.data[0].custom_fields).toEqual(custom(4));
  const found = await acme.call(listContacts, { query: { custom_fields: JSON.stringify(custom(4)) } });
  expect(found.body.total).toBe(1);
  const file = `email,custom_fields.${KEY}\nada@example.com,5\n`;
  const { suggestions } = (await uploadText(acme, file)).body;
  expect(suggestions[1].field).toBe(`custom_fields.${KEY}`);
  const columnMapping = { email: "email", [`custom_fields.${KEY}`]: `custom_fields.${KEY}` };
  await importText(acme, file, { columnMapping });
  expect((await acme.call(getContact, { params })).body.custom_fields).toEqual(custom(5));
  await acme.call(deleteField, { params: { id: field.body.id } });
  await settleBackground();
  expect((await acme.call(getContact, { params })).body.custom_fields).toBeNull();
  expect((await acme.call(listFields)).body.data).toEqual([]);
});

it("one character more is too long, everywhere", async () => {
  const acme = await newWorkspace();
  const long = `${KEY}😀`;
  const person = { email: "ada@example.com", first_name: "Ada", custom_fields: { [long]: 1 } };
  expect((await acme.call(createField, { body: { name: long } })).status).toBe(400);
  expect((await acme.call(createContact, { body: person })).status).toBe(400);
  expect((await sendBatch(acme, [person])).rows[0]).toMatchObject({ code: "custom_key_invalid" });
});

it("texts and tags of a batch and a file have as many characters as elsewhere", async () => {
  const acme = await newWorkspace();
  const [name, tag] = ["😀".repeat(100), "🏷".repeat(50)];
  const batch = await sendBatch(acme, [{ email: "a@example.com", first_name: name, tags: [tag] }]);
  expect(batch.rows[0]).toMatchObject({ status: "created" });
  const columnMapping = { email: "email", first_name: "first_name", tags: "tags" };
  const done = await importText(acme, `email,first_name,tags\nb@example.com,${name},${tag}\n`, {
    columnMapping,
  });
  expect(done).toMatchObject({ created_rows: 1, failed_rows: 0 });
  expect((await contactsOf(acme)).size).toBe(2);
});
