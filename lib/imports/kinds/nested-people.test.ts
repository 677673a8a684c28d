import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const lines = (...records: unknown[]) => records.map((one) => JSON.stringify(one)).join("\n");

it("imports people nested in their records", async () => {
  const acme = await newWorkspace();
  const person = (email: string, id: number) => ({ firstName: "Ada", lastName: `Nr ${id}`, email, id });
  const file = lines(
    { id: 1, profile: person("ada@example.com", 7), unsubscribed: false },
    { id: 2, profile: person("bob@example.com", 8), unsubscribed: true, place: { city: "Bath" } },
  );
  expect(await importText(acme, file)).toMatchObject({ created_rows: 2, failed_rows: 0 });
  expect((await contactsOf(acme)).get("bob@example.com")).toMatchObject({
    first_name: "Ada",
    last_name: "Nr 8",
    is_unsubscribed: true,
    custom_fields: { place: '{"city":"Bath"}' },
  });
});

it.each([
  { email: "ada@example.com", parent: { email: "eve@example.com" } },
  { emails: ["ada@example.com"], parent: { email: "eve@example.com" } },
])("leaves objects as they are beside an address: %j", async (record) => {
  const { body } = await uploadText(await newWorkspace(), lines(record));
  expect(body.preview.headers).toEqual(Object.keys(record));
});

it("reads the tags of a nested person, and a name with a dot of its own", async () => {
  const acme = await newWorkspace();
  const nested = { profile: { email: "ada@example.com", tags: ["vip", "old"] } };
  const dotted = { "user.email": "bob@example.com", sent: [{ to: "bob@example.com" }] };
  expect((await uploadText(acme, lines(nested))).body.preview.rows[0]).toContain("vip;old");
  expect((await uploadText(acme, lines(dotted))).response.status).toBe(201);
});

it("repeats no long name for each member of a nested person", async () => {
  const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1]));
  const file = lines({ ["n".repeat(400_000)]: { email: "ada@example.com", ...members } });
  const before = process.memoryUsage().heapUsed;
  const { body } = await uploadText(await newWorkspace(), file);
  expect(body.preview.headers).toHaveLength(1);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});

it("knows an address from other names with an @", async () => {
  const acme = await newWorkspace();
  const record = (name: string) => ({
    twitter: `@${name}`,
    site: `https://example.com/@${name}`,
    contact: { email: `${name}@example.com`, first_name: name },
  });
  expect(await importText(acme, lines(record("ada"), record("bob")))).toMatchObject({ created_rows: 2 });
  expect((await contactsOf(acme)).get("bob@example.com")).toMatchObject({ first_name: "bob" });
});

it("does not take who made a file for its only contact", async () => {
  const data = [{ email: "ada@example.com" }, { email: "bob@example.com" }];
  const { response } = await uploadText(
    await newWorkspace(),
    lines({ meta: { by: "eve@example.com" }, data }),
  );
  expect(response.status).toBe(415);
});

const [ada, bob] = [
  { email: "ada@example.com", unsubscribed: false },
  { email: "bob@example.com", unsubscribed: true },
];

it.each([
  { 17: ada, 18: bob },
  { contacts: { 17: ada, 18: bob } },
  { "ada@example.com": { name: "Ada" }, "bob@example.com": { name: "Bob" } },
])("people by their ids or addresses are not one contact: %j", async (people) => {
  const { body, response } = await uploadText(await newWorkspace(), JSON.stringify(people, null, 2));
  expect([response.status, body.details]).toEqual([415, { kind: "json", reason: "no_list" }]);
});

it("a single contact may have a person, and an address beside others", async () => {
  for (const one of [
    { id: 1, profile: ada },
    { ...ada, parent: bob, friend: bob },
  ])
    expect(await importText(await newWorkspace(), lines(one))).toMatchObject({ created_rows: 1 });
});
