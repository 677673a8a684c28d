import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const lines = (...records: unknown[]) => records.map((one) => JSON.stringify(one)).join("\n");
const imported = async (...records: unknown[]) => {
  const acme = await newWorkspace();
  expect(await importText(acme, lines(...records))).toMatchObject({ created_rows: records.length });
  return contactsOf(acme);
};

it.each<[string, object, object]>([
  ["addresses", { emails: ["ada@example.com", "ada@home.example"] }, { other_emails: "ada@home.example" }],
  ["one address", { email: ["ada@example.com"] }, {}],
  [
    "the primary one",
    { emails: [{ value: "ada@home.example" }, { value: "ada@example.com", primary: true }] },
    { other_emails: "ada@home.example" },
  ],
  [
    "addresses of which more is said",
    { emailAddresses: [{ value: "ada@example.com", type: "work" }] },
    { all_emailAddresses: '[{"value":"ada@example.com","type":"work"}]' },
  ],
])("takes the e-mail address from a list, and keeps the others: %s", async (_, record, fields) => {
  const contacts = await imported({ first_name: "Ada", ...record }, { first_name: "Bob", ...bobIn(record) });
  expect(contacts.get("ada@example.com")).toMatchObject({ first_name: "Ada" });
  expect(contacts.get("ada@example.com")?.custom_fields ?? {}).toEqual(fields);
});

const bobIn = (record: object) =>
  Object.fromEntries(Object.keys(record).map((name) => [name, "bob@example.com"]));

it("takes the phone number from a list, too", async () => {
  const contacts = await imported(
    { email: "ada@example.com", phones: ["+49 30 1234", "030 5678"] },
    { email: "bob@example.com", phones: [] },
  );
  expect(contacts.get("ada@example.com")).toMatchObject({
    phone: "+49 30 1234",
    custom_fields: { other_phones: "030 5678" },
  });
  expect(contacts.get("bob@example.com")?.phone).toBeNull();
});

it("takes the only contact of a file by its list, but no list of people for a contact", async () => {
  const contacts = await imported({ name: "Ada", emails: [{ value: "ada@example.com" }] });
  expect([...contacts.keys()]).toEqual(["ada@example.com"]);
  const people = { status: "ok", emails: [{ email: "ada@example.com" }, { email: "bob@example.com" }] };
  expect((await uploadText(await newWorkspace(), lines(people))).response.status).toBe(415);
});

it.each([
  { email: "ada@example.com", emails: ["ada@example.com", "ada@home.example"] },
  { email: "ada@example.com", phones: ["by letter only"] },
  { email: "ada@example.com", emails: [{ sent: 3, to: "ada@example.com" }] },
])("leaves other lists as they are: %j", async (record) => {
  const { preview } = (await uploadText(await newWorkspace(), lines(record))).body;
  expect(preview.headers).toEqual(Object.keys(record));
  expect(preview.rows[0]?.[1]).toBe(JSON.stringify(Object.values(record)[1]));
});
