import { expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create, GET as listContacts } from "@/app/api/contacts/route";
import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function person(acme: Workspace, name: string, more: object = {}): Promise<string> {
  const { body } = await acme.call(create, {
    body: { email: `${name}@example.com`, first_name: name, ...more },
  });
  return body.id;
}

const read = async (acme: Workspace, id: string) => (await acme.call(readContact, { params: { id } })).body;
const unsubscribe = (acme: Workspace, id: string) => acme.call(bulkUnsubscribe, { body: { ids: [id] } });
const into = (acme: Workspace, id: string, other: string, fields: object = {}) =>
  acme.call(merge, { params: { id }, body: { with: other, fields } });
const take = async (acme: Workspace, id: string) => (await acme.call(undo, { params: { id } })).body;

/** Every column and tag of the workspace's contacts, except columns derived for search. */
async function everything({ id }: Workspace): Promise<Record<string, string>> {
  const rows = await pg()<{ id: string; whole: string }[]>`
    select c.id, (to_jsonb(c) - 'search_doc' || jsonb_build_object('tags', array(
      select t.tag_id || t.created_at::text from contact_tags t
      where t.workspace_id = c.workspace_id and t.contact_id = c.id order by 1)))::text as whole
    from contacts c where workspace_id = ${id} order by id`;
  return Object.fromEntries(rows.map((row) => [row.id, row.whole]));
}

async function tagged(acme: Workspace, name: string, ids: string[]): Promise<void> {
  const { body } = await acme.call(createTag, { body: { name } });
  await acme.call(tagAll, { params: { id: body.id }, body: { ids } });
}

it("says what a field was that is called like a property of every object", async () => {
  const acme = await newWorkspace();
  const ada = await person(acme, "ada");
  const custom_fields = { constructor: "Lotus", toString: "x", valueOf: "y" };
  await acme.call(patch, { params: { id: ada }, body: { custom_fields } });
  const { data } = (await acme.call(timeline, { params: { id: ada } })).body;
  const told = data.flatMap(({ fields }: { fields: object[] }) => fields);
  for (const [key, value] of Object.entries(custom_fields))
    expect(told).toContainEqual({ field: `custom_fields.${key}`, old: null, new: value });
});

it("takes a rule for a key that neither of them has", async () => {
  const acme = await newWorkspace();
  const [ada, twin] = [await person(acme, "ada"), await person(acme, "twin")];
  const fields = { custom_fields: { constructor: "other", toString: "this", plan: "other" } };
  const { status, body } = await into(acme, ada, twin, fields);
  expect([status, body.contact?.custom_fields]).toEqual([200, null]);
});

it("makes one contact of two without losing anything, by default", async () => {
  const acme = await newWorkspace();
  const ada = await person(acme, "ada", { notes: "Met in May", custom_fields: { plan: "pro", seat: "1" } });
  const twin = await person(acme, "a.lovelace", {
    last_name: "Lovelace",
    phone: "+44 20 7946 0000",
    notes: "Likes engines",
    custom_fields: { plan: "free", city: "London" },
  });
  await tagged(acme, "vip", [ada, twin]);
  await tagged(acme, "press", [twin]);
  const { status, body } = await into(acme, ada, twin);
  expect(status).toBe(200);
  expect(body.contact).toMatchObject({
    id: ada,
    email: "ada@example.com",
    first_name: "ada",
    last_name: "Lovelace",
    phone: "+44 20 7946 0000",
    notes: "Met in May\n\nLikes engines",
    custom_fields: { plan: "pro", seat: "1", city: "London" },
  });
  expect(body.contact.tags.map((tag: { name: string }) => tag.name)).toEqual(["press", "vip"]);
  expect((await acme.call(readContact, { params: { id: twin } })).status).toBe(404);
  const change = (await acme.call(readChange, { params: { id: body.change_id } })).body;
  expect(change).toMatchObject({ way: "merge", created: 0, changed: 1, deleted: 1 });
  expect((await into(acme, ada, twin)).body.change_id).toBe(body.change_id);
});

it("takes each field by its rule", async () => {
  const acme = await newWorkspace();
  const ada = await person(acme, "ada", { company: "Looms", phone: "1", custom_fields: { a: "1", b: "1" } });
  const bob = await person(acme, "bob", { notes: "x", custom_fields: { a: "2", b: "2" } });
  const fields = {
    ...{ email: "other", first_name: "other", company: "other", phone: "this", notes: "this" },
    custom_fields: { b: "other" },
  };
  expect((await into(acme, ada, bob, fields)).body.contact).toMatchObject({
    ...{ id: ada, email: "bob@example.com", first_name: "bob", company: null, phone: "1", notes: null },
    custom_fields: { a: "1", b: "2" },
  });
});

it.each([{}, { email: "other" }])(
  "brings both back exactly, and merges again, and so on, by %j",
  async (rules) => {
    for (const optedOut of ["none", "ada", "bob", "both"]) {
      const acme = await newWorkspace();
      const ada = await person(acme, "ada", { company: "Looms", custom_fields: { plan: "pro" } });
      const bob = await person(acme, "bob", { phone: "1" });
      await tagged(acme, "vip", [bob]);
      if (optedOut === "ada" || optedOut === "both") await unsubscribe(acme, ada);
      if (optedOut === "bob" || optedOut === "both") await unsubscribe(acme, bob);
      const before = await everything(acme);
      const { contact, change_id } = (await into(acme, ada, bob, rules)).body;
      expect(contact.is_unsubscribed).toBe(optedOut !== "none");
      const after = await everything(acme);
      const first = await take(acme, change_id);
      expect(first).toMatchObject({ restored: 2, removed: 0, kept: 0 });
      expect(await everything(acme)).toEqual(before);
      const second = await take(acme, first.undo_id);
      expect(second).toMatchObject({ restored: 1, removed: 1, kept: 0 });
      expect(Object.keys(await everything(acme))).toEqual(Object.keys(after));
      expect(await take(acme, second.undo_id)).toMatchObject({ restored: 2, kept: 0 });
      expect(Object.keys(await everything(acme))).toEqual(Object.keys(before));
    }
  },
);

it("never takes an opt-out of somebody else's back, and keeps what was written since", async () => {
  const acme = await newWorkspace();
  const [ada, bob] = [await person(acme, "ada"), await person(acme, "bob")];
  await unsubscribe(acme, bob);
  const { change_id } = (await into(acme, ada, bob)).body;
  await unsubscribe(acme, ada);
  expect(await take(acme, change_id)).toMatchObject({
    restored: 1,
    kept: 1,
    kept_items: [{ id: ada, reason: "edited" }],
  });
  expect(await read(acme, ada)).toMatchObject({ is_unsubscribed: true });
  expect(await read(acme, bob)).toMatchObject({ is_unsubscribed: true, email: "bob@example.com" });
});

it("joins the timelines, of those merged before, too", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email,first_name\nold@example.com,Old\n");
  const { data } = (await acme.call(listContacts)).body;
  const old = data[0].id;
  const [mid, ada] = [await person(acme, "mid"), await person(acme, "ada")];
  await acme.call(patch, { params: { id: old }, body: { company: "Engines" } });
  await into(acme, mid, old);
  await acme.call(patch, { params: { id: mid }, body: { company: "Looms" } });
  const { change_id } = (await into(acme, ada, mid)).body;
  const events = (await acme.call(timeline, { params: { id: ada } })).body.data;
  const told = events.map((event: { kind: string; of: { email: string } | null }) => [
    event.kind,
    event.of?.email,
  ]);
  expect(told).toEqual([
    ["merged", "mid@example.com"],
    ["changed", "mid@example.com"],
    ["merged", "old@example.com"],
    ["changed", "old@example.com"],
    ["created", undefined],
    ["created", "mid@example.com"],
    ["imported", "old@example.com"],
  ]);
  expect(events[0]).toMatchObject({ change_id, fields: [{ field: "company", old: null, new: "Looms" }] });
  expect(events[3].fields).toEqual([{ field: "company", old: null, new: "Engines" }]);
  expect((await acme.call(timeline, { params: { id: mid } })).status).toBe(404);
  await take(acme, change_id);
  const apart = (await acme.call(timeline, { params: { id: ada } })).body.data;
  expect(apart.every((event: { of: unknown }) => event.of === null)).toBe(true);
  const again = (await acme.call(timeline, { params: { id: mid } })).body.data;
  expect(again.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...["restored", "deleted", "changed", "merged", "changed"],
    ...["created", "imported"],
  ]);
});

it("erases what was merged with whom it was merged into", async () => {
  const acme = await newWorkspace();
  const [ada, bob] = [await person(acme, "ada"), await person(acme, "bob")];
  const { change_id } = (await into(acme, ada, bob)).body;
  await acme.call(deleteContact, { params: { id: ada }, query: { erase: "true" } });
  expect(await pg()`select from contact_changes where workspace_id = ${acme.id}`).toHaveLength(0);
  expect(await take(acme, change_id)).toMatchObject({ code: "CONFLICT", details: { reason: "erased" } });
  expect(await everything(acme)).toEqual({});
});

it("answers 404 for a stranger's contact, 400 for itself and for what is too much, 409 for too many tags", async () => {
  const [acme, other] = [await newWorkspace(), await newWorkspace()];
  const [ada, bob] = [
    await person(acme, "ada", { notes: "a".repeat(9000) }),
    await person(acme, "bob", { notes: "b".repeat(9000) }),
  ];
  const foreign = await person(other, "eve");
  for (const [id, from] of [
    [ada, foreign],
    [foreign, ada],
    [ada, newId()],
    [newId(), ada],
  ] as const)
    expect((await into(acme, id, from)).status).toBe(404);
  const misspelt = await into(acme, ada, bob, { firstName: "other" });
  expect([misspelt.status, misspelt.body.message]).toEqual([400, expect.stringContaining("first_name")]);
  expect((await into(acme, ada, ada)).status).toBe(400);
  const tooLong = await into(acme, ada, bob);
  expect([tooLong.status, tooLong.body.details[0].path]).toEqual([400, ["fields", "notes"]]);
  await pg()`
    with many as (
      insert into tags (workspace_id, id, name) select ${acme.id}, gen_random_uuid(), 'tag ' || n
      from generate_series(1, 101) n returning id, name
    )
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${acme.id}, id, case when name = 'tag 1' then ${ada}::uuid else ${bob}::uuid end from many`;
  expect((await into(acme, ada, bob, { notes: "this" })).body).toMatchObject({
    code: "CONFLICT",
    details: { reason: "tags_per_contact" },
  });
  expect((await into(other, foreign, ada)).status).toBe(404);
});

it("lets one of two crossing merges win, and waits for an import instead of failing", async () => {
  const acme = await newWorkspace();
  for (let n = 0; n < 5; n++) {
    const [ada, bob] = [await person(acme, `ada${n}`), await person(acme, `bob${n}`)];
    const replies = await Promise.all([into(acme, ada, bob), into(acme, bob, ada)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
  const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await person(acme, name));
  const rows = names.map((name) => `${name}@example.com,Imported`).join("\n");
  const importing = importText(acme, `email,first_name\n${rows}\n`);
  const merging = ids.slice(0, 6).map((id, n) => into(acme, id, ids[11 - n] ?? ""));
  const replies = await Promise.all(merging);
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await importing).toMatchObject({ status: "completed", failed_rows: 0 });
});
