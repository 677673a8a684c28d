import { describe, expect, it } from "vitest";
import { DELETE, GET as getOne, PATCH } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { GET, POST } from "@/app/api/contacts/route";
import { POST as addTag, DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { DELETE as deleteTag, PUT as updateTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function addContact(workspace: Workspace, values: Record<string, unknown> = {}) {
  const body = { email: `${newId()}@example.com`, first_name: "Ada", ...values };
  const answer = await workspace.call(POST, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("POST /api/contacts", () => {
  it("stores what was sent, cleaned, and answers 201 with every field", async () => {
    const acme = await newWorkspace();
    const answer = await acme.call(POST, {
      body: {
        email: "  Ada@Example.COM ",
        first_name: " Ada ",
        last_name: "",
        company: "Zoe\u0308 Ltd",
        id: newId(),
        workspace_id: newId(),
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      workspace_id: acme.id,
      email: "ada@example.com",
      first_name: "Ada",
      last_name: null,
      phone: null,
      company: "Zo\u00eb Ltd",
      notes: null,
      is_unsubscribed: false,
      custom_fields: null,
      tags: [],
    });
    expect(answer.body.avatar_url).toMatch(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?d=mp$/);
    expect(answer.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.headers.get("location")).toBe(`/api/contacts/${answer.body.id}`);
  });

  it("names every bad field at once", async () => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(POST, {
      body: {
        email: "nobody",
        first_name: "   ",
        last_name: "x".repeat(101),
        phone: "1".repeat(51),
        company: 7,
        notes: "a\0b",
      },
    });
    expect(status).toBe(400);
    expect(body.code).toBe("VALIDATION_ERROR");
    expect(body.details.map((problem: { path: string[] }) => problem.path[0]).sort()).toEqual(
      ["company", "email", "first_name", "last_name", "notes", "phone"].sort(),
    );
  });

  it.each([
    ["{", "INVALID_JSON", 400, "application/json"],
    ["", "INVALID_JSON", 400, "application/json"],
    ["[]", "VALIDATION_ERROR", 400, "application/json"],
    ["null", "VALIDATION_ERROR", 400, "application/json"],
    ["email=a", "UNSUPPORTED_MEDIA_TYPE", 415, "application/x-www-form-urlencoded"],
    [`{"email":"${"a".repeat(1024 * 1024)}"}`, "PAYLOAD_TOO_LARGE", 413, "application/json"],
    ['{"email":"a@b.co","first_name":"\\ud800"}', "VALIDATION_ERROR", 400, "application/json"],
    [
      `{"email":"a@b.co","first_name":"A","custom_fields":${'{"a":'.repeat(20)}1${"}".repeat(20)}}`,
      "VALIDATION_ERROR",
      400,
      "application/json",
    ],
  ])("refuses a bad body: %.30s", async (body, code, status, type) => {
    const acme = await newWorkspace();
    const answer = await acme.call(POST, { body, headers: { "content-type": type } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("answers 409 with the existing contact, whatever the case of the e-mail", async () => {
    const acme = await newWorkspace();
    const first = await addContact(acme, { email: "ada@example.com" });
    const again = await acme.call(POST, { body: { email: "ADA@example.com", first_name: "Other" } });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "CONFLICT", details: { contact_id: first.id } });
  });

  it("creates one contact when the same e-mail comes 20 times at once", async () => {
    const acme = await newWorkspace();
    const body = { email: "ada@example.com", first_name: "Ada" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => acme.call(POST, { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it("takes the pattern of the interface to the letter", () => {
    const pattern = new RegExp(EMAIL_PATTERN);
    for (const good of ["a@b.co", "a@b-.co", "+@x.de", "o'neil@x.org"]) expect(good).toMatch(pattern);
    for (const bad of ["a%b@c.de", "ä@b.co", "a..b@c.de", ".a@b.co", "a.@b.co", "a@b", "a b@c.de"])
      expect(bad).not.toMatch(pattern);
  });
});

describe("GET /api/contacts", () => {
  it("walks all pages newest first, without repeats or gaps while rows come and go", async () => {
    const acme = await newWorkspace();
    const made: string[] = [];
    for (let i = 0; i < 25; i++) made.push((await addContact(acme)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: "10", ...(cursor && { cursor }) };
      const { body } = await acme.call(GET, { query });
      seen.push(...body.data.map((contact: { id: string }) => contact.id));
      cursor = body.nextCursor;
      // The cursor row is deleted and a new one arrives: the pages that follow are not affected.
      if (cursor) await acme.call(DELETE, { params: { id: cursor } });
      await addContact(acme);
    } while (cursor);
    expect(seen).toEqual(made.toReversed());
  });

  it("finds parts of every searched field in any case, and takes wildcards literally", async () => {
    const acme = await newWorkspace();
    const jose = await addContact(acme, {
      first_name: "JOSÉ",
      last_name: "Núñez",
      company: "100% Ünal_Ltd",
      phone: "+49 30 1234",
    });
    await addContact(acme, { first_name: "Other", email: "other@example.com" });
    const find = async (search: string) => {
      const { body } = await acme.call(GET, { query: { search } });
      expect(body.total).toBe(body.data.length);
      return body.data.map((contact: { id: string }) => contact.id);
    };
    for (const search of ["josé", "NÚÑEZ", "josé nú", "ünal_", "0% ü", "30 12", jose.email.slice(3, 20)]) {
      expect(await find(search), search).toEqual([jose.id]);
    }
    expect(await find("100_")).toEqual([]);
    expect(await find("\\")).toEqual([]);
  });

  it("says the exact total of a search on every page, whether it fills the page or not", async () => {
    const acme = await newWorkspace();
    const add = (n: number, company: string) =>
      acme.call(POST, { body: { email: `p${n}@example.com`, first_name: "P", company } });
    for (let n = 0; n < 9; n++) await add(n, n % 2 === 0 ? "Found" : "Other");
    const page = async (limit: string, cursor?: string) => {
      const { body } = await acme.call(GET, { query: { search: "found", limit, ...(cursor && { cursor }) } });
      return { found: body.data.length, total: body.total, next: body.nextCursor };
    };
    for (const [limit, found] of [
      ["1", 1],
      ["4", 4],
      ["5", 5],
      ["6", 5],
    ] as const)
      expect(await page(limit)).toMatchObject({ found, total: 5 });
    const first = await page("2");
    const second = await page("2", first.next);
    expect(second).toMatchObject({ found: 2, total: 5 });
    expect(await page("2", second.next)).toEqual({ found: 1, total: 5, next: null });
  });

  it("filters by tags, any or all, and by subscription, with exact totals", async () => {
    const acme = await newWorkspace();
    const [a, b] = [
      (await acme.call(createTag, { body: { name: "A" } })).body.id,
      (await acme.call(createTag, { body: { name: "B" } })).body.id,
    ];
    const both = await addContact(acme);
    const onlyA = await addContact(acme, { is_unsubscribed: true });
    await addContact(acme);
    for (const [id, contactId] of [
      [a, both.id],
      [b, both.id],
      [a, onlyA.id],
    ]) {
      expect((await acme.call(addTag, { params: { id, contactId } })).status).toBe(200);
    }
    const total = async (query: Record<string, string>) => (await acme.call(GET, { query })).body.total;
    expect(await total({ tag_ids: `${a},${b}` })).toBe(2);
    expect(await total({ tag_ids: `${a},${b}`, tag_match: "all" })).toBe(1);
    expect(await total({ is_unsubscribed: "true" })).toBe(1);
    expect(await total({ is_unsubscribed: "false" })).toBe(2);
    expect(await total({ tag_ids: a, is_unsubscribed: "false" })).toBe(1);
    expect(await total({})).toBe(3);
    const { body } = await acme.call(GET, { query: { tag_ids: b } });
    expect(body.data[0].tags.map((tag: { name: string }) => tag.name)).toEqual(["A", "B"]);
  });

  it.each<Record<string, string>>([
    { limit: "0" },
    { limit: "101" },
    { limit: "x" },
    { cursor: "1" },
    { tag_ids: "x" },
    { is_unsubscribed: "yes" },
    { search: "x".repeat(201) },
  ])("refuses %j", async (query) => {
    const acme = await newWorkspace();
    const answer = await acme.call(GET, { query });
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.details[0].path.slice(0, 1)).toEqual(Object.keys(query));
  });
});

describe("one contact", () => {
  it("merges custom fields, two changes at once both last", async () => {
    const acme = await newWorkspace();
    const { id } = await addContact(acme, { custom_fields: { a: 1, b: 2 } });
    await Promise.all([
      acme.call(PATCH, { params: { id }, body: { custom_fields: { c: 3, a: null } } }),
      acme.call(PATCH, { params: { id }, body: { custom_fields: { d: 4 } } }),
    ]);
    const { body } = await acme.call(getOne, { params: { id } });
    expect(body.custom_fields).toEqual({ b: 2, c: 3, d: 4 });
  });

  it("takes custom fields away from a contact to which imports gave more than is allowed", async () => {
    const acme = await newWorkspace();
    const { id } = await addContact(acme);
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, { n }]));
    await pg()`
      update contacts set custom_fields = ${JSON.stringify(fields)}::jsonb
      where workspace_id = ${acme.id} and id = ${id}`;
    const patch = (custom_fields: object) => acme.call(PATCH, { params: { id }, body: { custom_fields } });
    expect((await patch({ k0: null })).status).toBe(200);
    expect((await patch({ more: 1 })).status).toBe(400);
    expect((await patch({ k1: null, more: 1 })).status).toBe(400);
  });

  it("answers the same 404 for an unknown id and another workspace's", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const theirs = await addContact(other);
    for (const handler of [getOne, PATCH, DELETE]) {
      const bodies = [];
      for (const id of [theirs.id, newId(), "11111111-1111-1111-1111-111111111111"]) {
        const answer = await acme.call(handler, {
          params: { id },
          ...(handler === PATCH && { body: { first_name: "X" } }),
        });
        expect(answer.status).toBe(404);
        bodies.push(answer.body);
      }
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    }
    expect((await acme.call(getOne, { params: { id: "nonsense" } })).status).toBe(400);
    expect((await other.call(getOne, { params: { id: theirs.id } })).status).toBe(200);
  });

  it("deletes only its own contacts in bulk and counts what it removed", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const [mine, theirs] = [await addContact(acme), await addContact(other)];
    const answer = await acme.call(bulkDelete, { body: { ids: [mine.id, mine.id, theirs.id, newId()] } });
    expect(answer.body).toMatchObject({ deleted: 1 });
    expect((await other.call(GET)).body.total).toBe(1);
    for (const ids of [[], Array.from({ length: 501 }, () => newId()), ["x"]]) {
      expect((await acme.call(bulkDelete, { body: { ids } })).status).toBe(400);
    }
  });
});

describe("tags", () => {
  it("are unique by name in any case", async () => {
    const acme = await newWorkspace();
    const first = await acme.call(createTag, { body: { name: "Größe", color: "#0F766E", emoji: "👩‍🚀" } });
    expect(first.status).toBe(201);
    expect((await acme.call(createTag, { body: { name: "GRÖßE" } })).status).toBe(409);
    const second = await acme.call(createTag, { body: { name: "Other" } });
    const renamed = await acme.call(updateTag, { params: { id: second.body.id }, body: { name: "größe" } });
    expect(renamed.status).toBe(409);
    const changed = await acme.call(updateTag, { params: { id: first.body.id }, body: { color: null } });
    expect(changed.body).toMatchObject({ name: "Größe", color: null, emoji: "👩‍🚀" });
  });

  it.each([
    { name: "" },
    { name: "x".repeat(51) },
    { name: "A", color: "#12" },
    { name: "A", color: "nocolor" },
    { name: "A", emoji: "ab" },
    {},
  ])("refuses %j", async (body) => {
    const acme = await newWorkspace();
    expect((await acme.call(createTag, { body })).status).toBe(400);
  });

  it("never reach across workspaces", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const contact = await addContact(acme);
    const { body: tag } = await acme.call(createTag, { body: { name: "A" } });
    const { body: foreign } = await other.call(createTag, { body: { name: "B" } });
    expect((await acme.call(addTag, { params: { id: foreign.id, contactId: contact.id } })).status).toBe(404);
    expect((await other.call(addTag, { params: { id: tag.id, contactId: contact.id } })).status).toBe(404);
    const own = { id: tag.id, contactId: contact.id };
    expect((await acme.call(addTag, { params: own })).body).toEqual({ success: true });
    expect((await acme.call(addTag, { params: own })).body).toEqual({ success: true });
    expect((await acme.call(listTags)).body.data).toMatchObject([{ name: "A", contact_count: 1 }]);
    expect((await other.call(untag, { params: own })).status).toBe(404);
    expect((await acme.call(untag, { params: own })).status).toBe(204);
    expect((await acme.call(untag, { params: own })).status).toBe(404);
    expect((await acme.call(deleteTag, { params: { id: tag.id } })).status).toBe(204);
    expect((await acme.call(deleteTag, { params: { id: tag.id } })).status).toBe(404);
  });
});
