import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import {
  DELETE as deleteContact,
  PATCH as patchContact,
  GET as readContact,
} from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { type BatchRow, sendBatch } from "@/lib/testing/batches";
import { contactsOf } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const statuses = (body: { rows: BatchRow[] }) => body.rows.map(({ status, code }) => code ?? status);

it("creates, updates and leaves alone, and answers in the order of the batch", async () => {
  const acme = await newWorkspace();
  const first = await sendBatch(acme, [
    { email: " Zoe@Example.com ", first_name: "Zoe", phone: "+44 1", custom_fields: { n: 1, list: [1, 2] } },
    { email: "ada@example.com", tags: ["vip", "new"] },
  ]);
  expect(first).toMatchObject({ dry_run: false, created: 2, updated: 0, failed: 0, opted_out: 0 });
  const [zoe, ada] = first.rows as [BatchRow, BatchRow];
  const second = await sendBatch(acme, [
    { email: "bob@example.com" },
    { email: "zoe@example.com", company: "Engines", custom_fields: { list: [1], word: "é" } },
    { email: "ada@example.com", tags: ["VIP"] },
  ]);
  expect(second.rows).toEqual([
    { index: 0, status: "created", id: expect.any(String) },
    { index: 1, status: "updated", id: zoe.id },
    { index: 2, status: "unchanged", id: ada.id },
  ]);
  const found = await contactsOf(acme);
  expect(found.get("zoe@example.com")).toMatchObject({
    id: zoe.id,
    first_name: "Zoe",
    phone: "+44 1",
    company: "Engines",
    custom_fields: { n: 1, list: [1], word: "é" },
    import_id: null,
    import_row: null,
  });
  const ofAda = found.get("ada@example.com") as { first_name: string; tags: { name: string }[] };
  expect(ofAda.first_name).toBe("ada");
  expect(ofAda.tags.map(({ name }) => name).sort()).toEqual(["new", "vip"]);
  const searched = await acme.call(list, { query: { search: "engines" } });
  expect(searched.body.total).toBe(1);
});

it("merges what stands in a batch twice as an import does: the later values win", async () => {
  const acme = await newWorkspace();
  const body = await sendBatch(acme, [
    { email: "ada@example.com", first_name: "Ada", phone: "1", tags: ["a"] },
    { email: "bob@example.com" },
    { email: "ADA@example.com", first_name: "Countess", tags: ["b"], custom_fields: { x: 1 } },
    { email: "ada@example.com", phone: "1" },
  ]);
  expect(statuses(body)).toEqual(["created", "created", "updated", "unchanged"]);
  expect(
    new Set(body.rows.filter((_: BatchRow, n: number) => n !== 1).map((row: BatchRow) => row.id)).size,
  ).toBe(1);
  const ada = (await contactsOf(acme)).get("ada@example.com") as { tags: unknown[] };
  expect(ada).toMatchObject({ first_name: "Countess", phone: "1", custom_fields: { x: 1 } });
  expect(ada.tags).toHaveLength(2);
});

it("obeys the policy: skip, update only, fill and never", async () => {
  const acme = await newWorkspace();
  const known = { email: "ada@example.com", first_name: "Ada", company: "Old", custom_fields: { k: "old" } };
  await sendBatch(acme, [known]);
  const changed = { ...known, company: "New", phone: "7", custom_fields: { k: "new", l: "new" } };
  const both = [changed, { email: "new@example.com" }];
  expect(statuses(await sendBatch(acme, both, { duplicate_strategy: "skip", dry_run: "true" }))).toEqual([
    "skipped",
    "created",
  ]);
  expect(
    statuses(await sendBatch(acme, both, { duplicate_strategy: "update_only", dry_run: "true" })),
  ).toEqual(["updated", "skipped"]);
  await sendBatch(acme, both, { fill: "company,custom_fields", never: "phone" });
  expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
    company: "Old",
    phone: null,
    custom_fields: { k: "old", l: "new" },
  });
  const wrong: Record<string, string>[] = [
    { fill: "email" },
    { never: "is_unsubscribed" },
    { fill: "company,phone", never: "phone" },
    { duplicate_strategy: "replace" },
    { dry_run: "yes" },
  ];
  for (const query of wrong)
    expect((await acme.call(batch, { body: [], query })).status, JSON.stringify(query)).toBe(400);
});

it("never takes an opt-out back, and brings remembered ones unsubscribed", async () => {
  const acme = await newWorkspace();
  const { rows } = await sendBatch(acme, [
    { email: "out@example.com", is_unsubscribed: true },
    { email: "in@example.com" },
  ]);
  expect(statuses(await sendBatch(acme, [{ email: "out@example.com", is_unsubscribed: false }]))).toEqual([
    "unchanged",
  ]);
  await acme.call(deleteContact, { params: { id: rows[0].id } });
  const again = await sendBatch(acme, [
    { email: "out@example.com", first_name: "Out", is_unsubscribed: false },
    { email: "in@example.com", is_unsubscribed: true },
  ]);
  expect(again).toMatchObject({ created: 1, updated: 1, opted_out: 1 });
  const found = await contactsOf(acme);
  expect(found.get("out@example.com")).toMatchObject({ is_unsubscribed: true });
  expect(found.get("in@example.com")).toMatchObject({ is_unsubscribed: true });
  const skipped = await sendBatch(acme, [{ email: "late@example.com" }]);
  await sendBatch(acme, [{ email: "late@example.com", is_unsubscribed: true }], {
    duplicate_strategy: "skip",
  });
  const { body } = await acme.call(readContact, { params: { id: skipped.rows[0].id } });
  expect(body.is_unsubscribed).toBe(true);
});

it("changes nothing where a later row says what is stored", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [{ email: "ada@example.com", company: "Engines" }]);
  const [other, stored] = ["Works", "Engines"].map((company) => ({ email: "ada@example.com", company }));
  const back = await sendBatch(acme, [other, stored]);
  expect(statuses(back)).toEqual(["unchanged", "unchanged"]);
  expect(back).toMatchObject({ updated: 0, unchanged: 2, change_id: null });
  expect(statuses(await sendBatch(acme, [stored, other]))).toEqual(["updated", "updated"]);
});

it("lets what is wrong fail alone, with the codes of imports", async () => {
  const acme = await newWorkspace();
  const wrong: [unknown, string, string?][] = [
    [{}, "email_missing", "email"],
    [{ email: "nobody" }, "email_invalid", "email"],
    [{ email: 7 }, "wrong_type", "email"],
    [null, "wrong_type"],
    [[], "wrong_type"],
    ["a@example.com", "wrong_type"],
    [{ email: "a@example.com", first_name: "x".repeat(101) }, "too_long", "first_name"],
    [{ email: "a@example.com", notes: "\0" }, "nul_character", "notes"],
    [{ email: "a@example.com", company: "\ud800" }, "broken_unicode", "company"],
    [{ email: "\udc00@example.com" }, "broken_unicode", "email"],
    [{ email: "a@example.com", tags: ["\ud800"] }, "broken_unicode", "tags"],
    [{ email: "a@example.com", custom_fields: { k: ["\ud800"] } }, "broken_unicode", "custom_fields"],
    [{ email: "a@example.com", custom_fields: { "\ud800": 1 } }, "broken_unicode", "custom_fields"],
    [{ email: "a@example.com", is_unsubscribed: "yes" }, "wrong_type", "is_unsubscribed"],
    [{ email: "a@example.com", tags: "vip" }, "wrong_type", "tags"],
    [{ email: "a@example.com", tags: [1] }, "wrong_type", "tags"],
    [{ email: "a@example.com", tags: ["x".repeat(51)] }, "tag_too_long", "tags"],
    [
      { email: "a@example.com", tags: Array.from({ length: 101 }, (_, n) => `t${n}`) },
      "too_many_tags",
      "tags",
    ],
    [
      { email: "a@example.com", custom_fields: { ["k".repeat(65)]: 1 } },
      "custom_key_invalid",
      "custom_fields",
    ],
    [
      { email: "a@example.com", custom_fields: { k: "x".repeat(17_000) } },
      "custom_fields_too_long",
      "custom_fields",
    ],
    [
      {
        email: "a@example.com",
        custom_fields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])),
      },
      "too_many_custom_fields",
      "custom_fields",
    ],
    [
      { email: "a@example.com", custom_fields: JSON.parse(`${'{"k":'.repeat(12)}1${"}".repeat(12)}`) },
      "custom_fields_too_deep",
      "custom_fields",
    ],
    [{ email: "a@example.com", custom_fields: { k: "\0" } }, "nul_character", "custom_fields"],
    [{ email: "a@example.com", custom_fields: { "k\0": "v" } }, "nul_character", "custom_fields"],
  ];
  const body = await sendBatch(acme, [
    { email: "good@example.com" },
    ...wrong.map(([contact]) => contact),
    { email: "last@example.com" },
  ]);
  expect(statuses(body)).toEqual(["created", ...wrong.map(([, code]) => code), "created"]);
  expect(body.rows.slice(1, -1).map(({ field }: BatchRow) => field)).toEqual(
    wrong.map(([, , field]) => field),
  );
  expect(body).toMatchObject({ created: 2, failed: wrong.length });
  expect((await contactsOf(acme)).size).toBe(2);
});

it("lets a contact that would have 101 tags, or too much in its custom fields, fail alone", async () => {
  const acme = await newWorkspace();
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`);
  const fields = (from: number) => Object.fromEntries(tags(from, 30).map((key) => [key, 1]));
  await sendBatch(acme, [
    { email: "full@example.com", tags: tags(0, 100) },
    { email: "wide@example.com", custom_fields: fields(0) },
  ]);
  const body = await sendBatch(acme, [
    { email: "other@example.com", tags: tags(0, 1) },
    { email: "full@example.com", tags: tags(100, 1), company: "No" },
    { email: "wide@example.com", custom_fields: fields(30) },
    { email: "full@example.com", tags: tags(100, 1) },
    { email: "twice@example.com", tags: tags(0, 100) },
    { email: "twice@example.com", tags: tags(100, 1) },
  ]);
  expect(statuses(body)).toEqual([
    "created",
    "too_many_tags",
    "too_many_custom_fields",
    "too_many_tags",
    "created",
    "too_many_tags",
  ]);
  expect((await contactsOf(acme)).get("full@example.com")).toMatchObject({ company: null });
});

it("takes a workspace's last tag for the first row that asks, and fails the others", async () => {
  const acme = await newWorkspace();
  await pg()`
    insert into tags (workspace_id, id, name)
    select ${acme.id}, gen_random_uuid(), 'tag ' || n from generate_series(1, 1999) n`;
  const body = await sendBatch(acme, [
    { email: "a@example.com", tags: ["tag 1"] },
    { email: "b@example.com", tags: ["last"] },
    { email: "c@example.com", tags: ["beyond"] },
    { email: "d@example.com", tags: ["LAST"] },
  ]);
  expect(statuses(body)).toEqual(["created", "created", "too_many_workspace_tags", "created"]);
});

it("clears what is null just as a PATCH of one contact does, where the policy lets it, and keeps what is absent", async () => {
  const acme = await newWorkspace();
  const full = {
    ...{ first_name: "Ada", last_name: "L", phone: "1", company: "Acme", notes: "n", external_id: "7" },
    custom_fields: { a: "x", b: 2 },
    tags: ["vip"],
  };
  const people = ["one", "two", "fill", "new"].map((name) => `${name}@example.com`);
  const send = (email: string, more: object, query = {}) => sendBatch(acme, [{ email, ...more }], query);
  for (const email of people.slice(0, 3)) await sendBatch(acme, [{ ...full, email, external_id: email }]);
  const nothing = { last_name: null, phone: null, company: null, notes: null };
  const before = await contactsOf(acme);

  const { body } = await acme.call(patchContact, {
    params: { id: String(before.get("one@example.com")?.id) },
    body: { ...nothing, custom_fields: { a: null, c: null } },
  });
  const sent = {
    ...nothing,
    first_name: null,
    tags: null,
    is_unsubscribed: null,
    custom_fields: { a: null, c: null },
  };
  const done = await send("two@example.com", sent);
  expect(statuses(done)).toEqual(["updated"]);
  const two = (await contactsOf(acme)).get("two@example.com");
  const valuesOf = ({
    first_name,
    last_name,
    phone,
    company,
    notes,
    custom_fields,
  }: Record<string, unknown>) => ({
    ...{ first_name, last_name, phone, company, notes, custom_fields },
  });
  expect(valuesOf(two ?? {})).toEqual(valuesOf(body));
  expect(two).toMatchObject({ external_id: "two@example.com", tags: [{ name: "vip" }] });
  expect(statuses(await send("two@example.com", sent))).toEqual(["unchanged"]);
  // When the last key is removed, no fields are left; one contact's null does not affect the next one's.
  const last = await sendBatch(acme, [
    { email: "two@example.com", custom_fields: { b: null } },
    { email: "fill@example.com", phone: "2" },
    { email: "new@example.com", company: null, custom_fields: { a: null } },
  ]);
  expect(statuses(last)).toEqual(["updated", "updated", "created"]);
  const after = await contactsOf(acme);
  expect(after.get("two@example.com")?.custom_fields).toBeNull();
  expect(after.get("new@example.com")).toMatchObject({ company: null, custom_fields: null });
  expect(after.get("fill@example.com")).toMatchObject({
    company: "Acme",
    phone: "2",
    custom_fields: { a: "x", b: 2 },
  });

  const ruled = await send("fill@example.com", sent, {
    fill: "company,custom_fields.a",
    never: "notes,phone",
  });
  expect(statuses(ruled)).toEqual(["updated"]);
  expect((await contactsOf(acme)).get("fill@example.com")).toMatchObject({
    ...{ company: "Acme", notes: "n", phone: "2", last_name: null, custom_fields: { a: "x", b: 2 } },
  });
  expect(statuses(await send("two@example.com", sent, { duplicate_strategy: "skip" }))).toEqual(["skipped"]);
  expect((await acme.call(undo, { params: { id: done.change_id } })).body).toMatchObject({ kept: 1 });
});

it("hears of one contact that comes twice the last that was said, a value or nothing", async () => {
  const acme = await newWorkspace();
  const email = "ada@example.com";
  await sendBatch(acme, [{ email, company: "Old", phone: "1", custom_fields: { a: "x" } }]);
  await sendBatch(acme, [
    { email, company: null, phone: "2", custom_fields: { a: null, b: "y" } },
    { email, company: "New", phone: null, custom_fields: { a: "z", b: null } },
  ]);
  expect((await contactsOf(acme)).get(email)).toMatchObject({
    company: "New",
    phone: null,
    custom_fields: { a: "z" },
  });
});
