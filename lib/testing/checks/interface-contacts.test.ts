import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { addContact, addTag, newClient, UUID } from "./interface";
import { json } from "./operations";

const acme = await newClient();
const NEVER = newId();

describe("interface: Contact", () => {
  it("interface: id, workspace_id, email, first_name … updated_at are always present, tags in list and create", async () => {
    const created = await addContact(acme);
    const listed = (await acme.call("listContacts")).json.data[0];
    const read = (await acme.call("getContact", { params: { id: created.id } })).json;
    const fields = [
      ...[
        "id",
        "workspace_id",
        "email",
        "first_name",
        "last_name",
        "phone",
        "company",
        "notes",
        "avatar_url",
      ],
      ...["is_unsubscribed", "custom_fields", "created_at", "updated_at", "tags"],
    ];
    for (const contact of [created, listed, read])
      expect(Object.keys(contact)).toEqual(expect.arrayContaining(fields));
    expect(created.id).toMatch(UUID);
    expect(created.workspace_id).toBe(acme.workspaceId);
    expect(created.tags).toEqual([]);
  });

  it("interface: last_name, phone, company, notes and custom_fields are null when there is none", async () => {
    const contact = await addContact(acme);
    for (const name of ["last_name", "phone", "company", "notes", "custom_fields"])
      expect(contact[name]).toBeNull();
    expect(contact.is_unsubscribed).toBe(false);
  });

  it("interface: avatar_url comes from a public avatar service keyed by the e-mail when the contact is created", async () => {
    const { avatar_url } = await addContact(acme, { email: "Avatar@Example.com" });
    expect(avatar_url).toContain(createHash("sha256").update("avatar@example.com").digest("hex"));
  });

  it("interface: timestamps are strings, all ids and workspace_ids UUIDs", async () => {
    const contact = await addContact(acme);
    expect([typeof contact.created_at, typeof contact.updated_at]).toEqual(["string", "string"]);
    expect(Number.isNaN(Date.parse(contact.created_at))).toBe(false);
  });

  it("interface: custom_fields has string keys and any values", async () => {
    const custom_fields = { plan: "pro", seats: 3, flags: [true, null], nested: { a: 1.5 } };
    expect((await addContact(acme, { custom_fields })).custom_fields).toEqual(custom_fields);
  });
});

describe("interface: GET /api/contacts", () => {
  it("interface: answers 200 with data, nextCursor (string or null) and total (number), all required", async () => {
    const own = await newClient("list");
    for (let i = 0; i < 3; i++) await addContact(own);
    const first = await own.call("listContacts", { query: { limit: "2" } });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      data: expect.any(Array),
      nextCursor: expect.stringMatching(UUID),
      total: 3,
    });
    const second = await own.call("listContacts", { query: { limit: "2", cursor: first.json.nextCursor } });
    expect(second.json).toEqual({ data: [expect.anything()], nextCursor: null, total: 3 });
  });

  it("interface: limit is an integer from 1 to 100, optional", async () => {
    for (const limit of ["1", "100"]) {
      expect((await acme.call("listContacts", { query: { limit } })).status).toBe(200);
    }
    for (const limit of ["0", "101", "1.5", "-1", "many", "0x10", "1e1", "%2B5", " 5", "", "5,5", "٥"]) {
      expect((await acme.call("listContacts", { query: { limit } })).status, limit).toBe(400);
    }
  });

  it("interface: cursor is a UUID, is_unsubscribed is true or false, both optional", async () => {
    for (const query of [`cursor=${NEVER}`, "is_unsubscribed=true", "is_unsubscribed=false"]) {
      expect((await acme.call("listContacts", { query })).status).toBe(200);
    }
    for (const query of ["cursor=1", "is_unsubscribed=1"]) {
      expect((await acme.call("listContacts", { query })).status).toBe(400);
    }
  });

  it("interface: search, tag_ids and is_unsubscribed filter; each contact comes with its tags", async () => {
    const own = await newClient("filter");
    const [ada, bob] = [
      await addContact(own, { first_name: "Ada" }),
      await addContact(own, { first_name: "Bob" }),
    ];
    await addContact(own, { first_name: "Cy", is_unsubscribed: true });
    const tag = await addTag(own);
    await own.call("addTagToContact", { params: { tagId: tag.id, contactId: bob.id } });
    const found = async (query: Record<string, string>) => (await own.call("listContacts", { query })).json;
    expect((await found({ search: "ada" })).data).toMatchObject([{ id: ada.id, tags: [] }]);
    expect((await found({ tag_ids: tag.id })).data).toMatchObject([{ id: bob.id, tags: [{ id: tag.id }] }]);
    expect((await found({ is_unsubscribed: "true" })).data).toMatchObject([{ first_name: "Cy" }]);
    expect((await found({ is_unsubscribed: "false" })).total).toBe(2);
  });

  it("interface: a user sees only their own workspace", async () => {
    const [own, other] = [await newClient("own"), await newClient("other")];
    await addContact(other);
    expect((await own.call("listContacts")).json).toEqual({ data: [], nextCursor: null, total: 0 });
  });
});

describe("interface: POST /api/contacts", () => {
  const create = (values: Record<string, unknown>) => acme.call("createContact", json(values));

  it("interface: email must match the pattern, to the letter", async () => {
    const good = ["a@b.co", "+@x.de", "o'neil@x.org", "a-b_c+d@sub.example.museum", "a@b-.co", "1@2.io"];
    const bad = [
      ".a@b.co",
      "a..b@c.de",
      "a@b",
      "a@b.c",
      "@b.co",
      "a%b@c.de",
      "ä@b.co",
      "a@-b.co",
      "a.@b.co",
      "a@b.c1",
    ];
    for (const email of good) expect((await create({ email, first_name: "A" })).status, email).toBe(201);
    for (const email of bad) expect((await create({ email, first_name: "A" })).status, email).toBe(400);
  });

  it.each([
    ["first_name", 1, 100],
    ["last_name", 0, 100],
    ["phone", 0, 50],
    ["company", 0, 200],
    ["notes", 0, 10_000],
  ])("interface: %s has %i to %i characters", async (field, least, most) => {
    let n = 0;
    const status = async (length: number) =>
      (await create({ email: `${field}${n++}@example.com`, first_name: "A", [field]: "x".repeat(length) }))
        .status;
    expect([await status(least), await status(most), await status(most + 1)]).toEqual([201, 201, 400]);
    if (least === 1) expect(await status(0)).toBe(400);
  });

  it("interface: email and first_name are required", async () => {
    expect((await create({ first_name: "A" })).status).toBe(400);
    expect((await create({ email: "required@example.com" })).status).toBe(400);
    expect((await create({})).json.details).toEqual([
      { path: ["email"], code: "invalid_type", message: "is required" },
      { path: ["first_name"], code: "invalid_type", message: "is required" },
    ]);
  });

  it("interface: answers the created Contact; the error shape applies to failures", async () => {
    const { json: contact } = await create({ email: "made@example.com", first_name: "A", company: "C" });
    expect(contact).toMatchObject({ email: "made@example.com", first_name: "A", company: "C" });
    const { json: error } = await create({});
    expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });
});

describe("interface: DELETE /api/contacts/{id} and bulk-delete", () => {
  it("interface: permanently deletes one contact", async () => {
    const { id } = await addContact(acme);
    expect((await acme.call("deleteContact", { params: { id } })).status).toBe(204);
    expect((await acme.call("getContact", { params: { id } })).status).toBe(404);
    expect((await acme.call("deleteContact", { params: { id } })).status).toBe(404);
    expect((await acme.call("deleteContact", { params: { id: "7" } })).status).toBe(400);
  });

  it("interface: ids has 1 to 500 UUIDs; the answer has deleted, the count removed", async () => {
    const ids = [(await addContact(acme)).id, (await addContact(acme)).id];
    const remove = (list: unknown) => acme.call("bulkDeleteContacts", json({ ids: list }));
    expect((await remove([...ids, NEVER])).json).toMatchObject({ deleted: 2 });
    const many = (count: number) => Array.from({ length: count }, () => newId());
    expect([(await remove(many(500))).status, (await remove(many(501))).status]).toEqual([200, 400]);
    for (const bad of [[], ["x"], "all", null]) expect((await remove(bad)).status).toBe(400);
  });
});

describe("interface: Tags", () => {
  it("interface: POST /api/tags creates a tag: id, workspace_id, name, color, emoji, created_at", async () => {
    const { status, json: tag } = await acme.call(
      "createTag",
      json({ name: "VIP", color: "#0f766e", emoji: "⭐" }),
    );
    expect(status).toBe(201);
    expect(tag).toEqual({
      id: expect.stringMatching(UUID),
      workspace_id: acme.workspaceId,
      name: "VIP",
      color: "#0f766e",
      emoji: "⭐",
      created_at: expect.any(String),
    });
    expect(await addTag(acme)).toMatchObject({ color: null, emoji: null });
  });

  it("interface: PUT /api/tags/{id} updates a tag and answers it; the path id is a UUID", async () => {
    const { id } = await addTag(acme);
    const update = (target: string) =>
      acme.call("updateTag", { params: { id: target }, ...json({ name: `N ${id}` }) });
    expect((await update(id)).json).toMatchObject({ id, name: `N ${id}` });
    expect([(await update(NEVER)).status, (await update("x")).status]).toEqual([404, 400]);
  });

  it("interface: POST and DELETE /api/tags/{tagId}/contacts/{contactId} make and remove an association", async () => {
    const params = { tagId: (await addTag(acme)).id, contactId: (await addContact(acme)).id };
    expect((await acme.call("addTagToContact", { params })).json).toEqual({ success: true });
    const { json: contact } = await acme.call("getContact", { params: { id: params.contactId } });
    expect(contact.tags.map((tag: { id: string }) => tag.id)).toEqual([params.tagId]);
    expect((await acme.call("removeTagFromContact", { params })).status).toBe(204);
    const { json: after } = await acme.call("getContact", { params: { id: params.contactId } });
    expect(after.tags).toEqual([]);
  });
});
