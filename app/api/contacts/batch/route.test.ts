import { describe, expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as create, GET as list } from "@/app/api/contacts/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { createApiKey } from "@/lib/api-keys/queries";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as batch } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Row = { index: number; status: string; id: string | null; code?: string; field?: string };

async function send(acme: Workspace, contacts: unknown, query: Record<string, string> = {}) {
  const answer = await acme.call(batch, { body: contacts, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const statuses = (body: { rows: Row[] }) => body.rows.map(({ status, code }) => code ?? status);
const people = (count: number, more: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, first_name: `P${n}`, ...more(n) }));

/** Everything a workspace holds of contacts and tags, as the database has it. */
async function stateOf({ id }: Workspace) {
  const contacts = await pg()`
    select c.*, array(select t.tag_id from contact_tags t where t.workspace_id = ${id} and t.contact_id = c.id order by 1) as tags
    from contacts c where c.workspace_id = ${id} order by c.id`;
  const tags = await pg()`select * from tags where workspace_id = ${id} order by id`;
  const optOuts = await pg()`select hash from opt_outs where workspace_id = ${id} order by hash`;
  return JSON.stringify([contacts, tags, optOuts]);
}

it("creates, updates and leaves alone, and answers in the order of the batch", async () => {
  const acme = await newWorkspace();
  const first = await send(acme, [
    { email: " Zoe@Example.com ", first_name: "Zoe", phone: "+44 1", custom_fields: { n: 1, list: [1, 2] } },
    { email: "ada@example.com", tags: ["vip", "new"] },
  ]);
  expect(first).toMatchObject({ dry_run: false, created: 2, updated: 0, failed: 0, opted_out: 0 });
  const [zoe, ada] = first.rows as [Row, Row];
  const second = await send(acme, [
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
  const body = await send(acme, [
    { email: "ada@example.com", first_name: "Ada", phone: "1", tags: ["a"] },
    { email: "bob@example.com" },
    { email: "ADA@example.com", first_name: "Countess", tags: ["b"], custom_fields: { x: 1 } },
    { email: "ada@example.com", phone: "1" },
  ]);
  expect(statuses(body)).toEqual(["created", "created", "updated", "unchanged"]);
  expect(new Set(body.rows.filter((_: Row, n: number) => n !== 1).map((row: Row) => row.id)).size).toBe(1);
  const ada = (await contactsOf(acme)).get("ada@example.com") as { tags: unknown[] };
  expect(ada).toMatchObject({ first_name: "Countess", phone: "1", custom_fields: { x: 1 } });
  expect(ada.tags).toHaveLength(2);
});

it("obeys the policy: skip, update only, fill and never", async () => {
  const acme = await newWorkspace();
  const known = { email: "ada@example.com", first_name: "Ada", company: "Old", custom_fields: { k: "old" } };
  await send(acme, [known]);
  const changed = { ...known, company: "New", phone: "7", custom_fields: { k: "new", l: "new" } };
  const both = [changed, { email: "new@example.com" }];
  expect(statuses(await send(acme, both, { duplicate_strategy: "skip", dry_run: "true" }))).toEqual([
    "skipped",
    "created",
  ]);
  expect(statuses(await send(acme, both, { duplicate_strategy: "update_only", dry_run: "true" }))).toEqual([
    "updated",
    "skipped",
  ]);
  await send(acme, both, { fill: "company,custom_fields", never: "phone" });
  expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
    company: "Old",
    phone: null,
    custom_fields: { k: "old", l: "new" },
  });
  const wrong: Record<string, string>[] = [
    { fill: "email" },
    { never: "is_unsubscribed" },
    { duplicate_strategy: "replace" },
    { dry_run: "yes" },
  ];
  for (const query of wrong)
    expect((await acme.call(batch, { body: [], query })).status, JSON.stringify(query)).toBe(400);
});

it("never takes an opt-out back, and brings remembered ones unsubscribed", async () => {
  const acme = await newWorkspace();
  const { rows } = await send(acme, [
    { email: "out@example.com", is_unsubscribed: true },
    { email: "in@example.com" },
  ]);
  expect(statuses(await send(acme, [{ email: "out@example.com", is_unsubscribed: false }]))).toEqual([
    "unchanged",
  ]);
  await acme.call(deleteContact, { params: { id: rows[0].id } });
  const again = await send(acme, [
    { email: "out@example.com", first_name: "Out", is_unsubscribed: false },
    { email: "in@example.com", is_unsubscribed: true },
  ]);
  expect(again).toMatchObject({ created: 1, updated: 1, opted_out: 1 });
  const found = await contactsOf(acme);
  expect(found.get("out@example.com")).toMatchObject({ is_unsubscribed: true });
  expect(found.get("in@example.com")).toMatchObject({ is_unsubscribed: true });
  const skipped = await send(acme, [{ email: "late@example.com" }]);
  await send(acme, [{ email: "late@example.com", is_unsubscribed: true }], { duplicate_strategy: "skip" });
  const { body } = await acme.call(readContact, { params: { id: skipped.rows[0].id } });
  expect(body.is_unsubscribed).toBe(true);
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
    [{ email: "a@example.com", company: "\ud800" }, "nul_character", "company"],
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
  ];
  const body = await send(acme, [
    { email: "good@example.com" },
    ...wrong.map(([contact]) => contact),
    { email: "last@example.com" },
  ]);
  expect(statuses(body)).toEqual(["created", ...wrong.map(([, code]) => code), "created"]);
  expect(body.rows.slice(1, -1).map(({ field }: Row) => field)).toEqual(wrong.map(([, , field]) => field));
  expect(body).toMatchObject({ created: 2, failed: wrong.length });
  expect((await contactsOf(acme)).size).toBe(2);
});

it("lets a contact that would have 101 tags, or too much in its custom fields, fail alone", async () => {
  const acme = await newWorkspace();
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`);
  const fields = (from: number) => Object.fromEntries(tags(from, 30).map((key) => [key, 1]));
  await send(acme, [
    { email: "full@example.com", tags: tags(0, 100) },
    { email: "wide@example.com", custom_fields: fields(0) },
  ]);
  const body = await send(acme, [
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
  const body = await send(acme, [
    { email: "a@example.com", tags: ["tag 1"] },
    { email: "b@example.com", tags: ["last"] },
    { email: "c@example.com", tags: ["beyond"] },
    { email: "d@example.com", tags: ["LAST"] },
  ]);
  expect(statuses(body)).toEqual(["created", "created", "too_many_workspace_tags", "created"]);
});

describe("the body", () => {
  it("may have 10 000 contacts and 16 MB, and no more", async () => {
    const acme = await newWorkspace();
    const many = Array.from({ length: 10_001 }, () => ({}));
    expect((await acme.call(batch, { body: many })).status).toBe(413);
    const lines = await acme.call(batch, {
      body: "{}\n".repeat(10_001),
      headers: { "content-type": "application/x-ndjson" },
    });
    expect(lines.body).toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { limit: 10_000 } });
    expect(await send(acme, many.slice(1))).toMatchObject({ failed: 10_000, change_id: null });
    const size = 16 * 1024 * 1024;
    const padded = (bytes: number) => `[${" ".repeat(bytes - 2)}]`;
    expect(await send(acme, Buffer.from(padded(size)), {}).catch(() => null)).toBeNull(); // without its media type
    const call = (bytes: number) =>
      acme.call(batch, { body: padded(bytes), headers: { "content-type": "application/json" } });
    expect((await call(size)).body).toMatchObject({ created: 0, rows: [] });
    expect((await call(size + 1)).status).toBe(413);
  });

  it("is an array of JSON, or NDJSON, of which a broken line fails alone", async () => {
    const acme = await newWorkspace();
    const text =
      '{"email":"ada@example.com"}\r\n\n{"email":\n{"email":"zoë@example.com"}\n{"email":"bob@example.com","first_name":"Bøb 🎉"}';
    for (const type of ["application/x-ndjson", "application/jsonl; charset=utf-8"]) {
      const { body } = await acme.call(batch, { body: text, headers: { "content-type": type } });
      expect(body.rows.map(({ code, index }: Row) => [index, code])).toEqual([
        [0, undefined],
        [1, "invalid_json"],
        [2, "email_invalid"],
        [3, undefined],
      ]);
    }
    expect((await contactsOf(acme)).get("bob@example.com")).toMatchObject({ first_name: "Bøb 🎉" });
    const refusals: [string, string | Uint8Array, number][] = [
      ["text/csv", "email\na@example.com", 415],
      ["application/xml", "<a/>", 415],
      ["application/json", '[{"email":', 400],
      ["application/json", '{"email":"a@example.com"}', 400],
      ["application/json", "", 400],
      ["application/json", "null", 400],
      ["application/json", new Uint8Array([0x5b, 0xff, 0x5d]), 400],
    ];
    for (const [type, body, status] of refusals)
      expect((await acme.call(batch, { body, headers: { "content-type": type } })).status, type).toBe(status);
  });
});

it("answers a repeated key with what it answered first, and another batch under it with 409", async () => {
  const acme = await newWorkspace();
  const call = (body: unknown, query = {}) =>
    acme.call(batch, { body, query, headers: { "idempotency-key": "k1" } });
  const first = await call(people(3));
  const again = await call(people(3));
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect((await call(people(4))).body.code).toBe("IDEMPOTENCY_CONFLICT");
  expect((await call(people(3), { dry_run: "true" })).status).toBe(409);
  expect((await acme.call(listChanges)).body.total).toBe(1);
});

it("answers a dry run with what then happens, and writes nothing", async () => {
  const acme = await newWorkspace();
  await send(
    acme,
    people(40, (n) => ({ company: "Old", tags: ["old"], is_unsubscribed: n % 7 === 0 })),
  );
  const mixed = [
    ...people(60, (n) => (n % 3 === 0 ? {} : { company: "New", tags: [`t${n % 5}`], custom_fields: { n } })),
    { email: "p1@example.com", company: "Later" },
    { email: "nobody" },
  ];
  const before = await stateOf(acme);
  const tables = async () =>
    (await pg()`select count(*)::int as n from custom_keys where workspace_id = ${acme.id}`)[0];
  const keys = await tables();
  for (const strategy of ["skip", "update_only", "update"]) {
    const query = { duplicate_strategy: strategy };
    const dry = await send(acme, mixed, { ...query, dry_run: "true" });
    expect(await stateOf(acme)).toBe(before);
    expect(await tables()).toEqual(keys);
    expect(dry.change_id).toBeNull();
    expect((await acme.call(listChanges)).body.total).toBe(1);
    if (strategy !== "update") continue;
    const real = await send(acme, mixed, query);
    const unmade = (row: Row) => (row.status === "created" ? { ...row, id: null } : row);
    expect(dry).toEqual({ ...real, dry_run: true, change_id: null, rows: real.rows.map(unmade) });
  }
});

describe("its undo", () => {
  const take = async (acme: Workspace, id: string) => {
    await acme.call(undo, { params: { id } });
    await settleBackground();
    return (await acme.call(previewUndo, { params: { id } })).body;
  };

  it("puts back every column, tag and opt-out, and can be undone itself", async () => {
    const acme = await newWorkspace();
    await importText(acme, "email,first_name,tags\np1@example.com,Imp,kept\np2@example.com,Imp,\n");
    await send(
      acme,
      people(20, (n) => ({ company: "Old", tags: n % 2 ? ["old"] : [], is_unsubscribed: n === 4 })),
    );
    const before = await stateOf(acme);
    const body = await send(
      acme,
      people(30, (n) => ({
        company: "New",
        phone: `${n}`,
        tags: ["old", `t${n % 3}`],
        is_unsubscribed: n % 4 === 0,
        custom_fields: { n },
      })),
    );
    expect(body).toMatchObject({ created: 10, updated: 20 });
    const set = (await acme.call(readChange, { params: { id: body.change_id } })).body;
    expect(set).toMatchObject({ way: "batch", created: 10, changed: 20, actor: { kind: "user" } });
    const after = await stateOf(acme);
    const foretold = (await acme.call(previewUndo, { params: { id: body.change_id } })).body;
    const { undo_id, ...done } = await take(acme, body.change_id);
    expect(done).toMatchObject({ removed: 13, restored: 20, kept: 0 });
    expect(foretold).toMatchObject({ removed: 13, restored: 20, kept: 0 });
    expect(await stateOf(acme)).toBe(before);
    await take(acme, undo_id);
    const strip = (state: string) => state.replace(/"search_doc":"[^"]*"/g, "");
    expect(strip(await stateOf(acme))).toBe(strip(after));
  });

  it("leaves alone what was edited since", async () => {
    const acme = await newWorkspace();
    const { rows, change_id } = await send(
      acme,
      people(3, () => ({ tags: ["fresh"] })),
    );
    await acme.call(patch, { params: { id: rows[1].id }, body: { company: "Mine" } });
    const foretold = (await acme.call(previewUndo, { params: { id: change_id } })).body;
    const done = await take(acme, change_id);
    expect(done).toMatchObject({ removed: 2, kept: 2 });
    expect(foretold).toMatchObject({ removed: 2, kept: 2 });
    expect([...(await contactsOf(acme)).keys()]).toEqual(["p1@example.com"]);
    expect((await acme.call(listTags)).body.data.map(({ name }: { name: string }) => name)).toEqual([
      "fresh",
    ]);
  });
});

it("runs one of two batches of the same people after the other, in whichever order they name them", async () => {
  const acme = await newWorkspace();
  await send(acme, people(40));
  for (let round = 0; round < 3; round++) {
    const one = people(80, () => ({ company: `a${round}` }));
    const other = people(80, () => ({ company: `b${round}`, tags: ["b"] })).toReversed();
    const answers = await Promise.all([send(acme, one), send(acme, other)]);
    expect(answers.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(answers[0].created + answers[1].created).toBe(round === 0 ? 40 : 0);
    const companies = await pg()`select distinct company from contacts where workspace_id = ${acme.id}`;
    expect(companies).toHaveLength(1);
  }
});

it("meets edits, imports and deletions of its people without an error", async () => {
  const acme = await newWorkspace();
  const { rows } = await send(acme, people(60));
  const ids = rows.map(({ id }: Row) => id);
  const edits = ids.map((id: string, n: number) =>
    n % 5 === 0
      ? acme.call(deleteContact, { params: { id } })
      : acme.call(patch, { params: { id }, body: { notes: "edited" } }),
  );
  const csv = `email,company\n${people(60)
    .map(({ email }) => `${email},imported`)
    .join("\n")}\n`;
  const [body] = await Promise.all([
    send(
      acme,
      people(80, () => ({ phone: "1" })),
    ),
    importText(acme, csv),
    ...edits,
  ]);
  expect(body.failed).toBe(0);
  for (const answer of await Promise.all(edits)) expect(answer.status).toBeLessThan(300);
});

it("touches no other workspace, and is refused to a key that may only read", async () => {
  const [acme, other] = await Promise.all([newWorkspace(), newWorkspace("other")]);
  const tag = (await other.call(createTag, { body: { name: "vip" } })).body.id;
  await other.call(create, { body: { email: "ada@example.com", first_name: "Theirs" } });
  const before = await stateOf(other);
  const body = await send(acme, [{ email: "ada@example.com", first_name: "Ours", tags: ["vip"] }]);
  expect(body.rows[0].status).toBe("created");
  expect(await stateOf(other)).toBe(before);
  expect((await acme.call(listTags)).body.data[0].id).not.toBe(tag);
  const { key } = await createApiKey(acme.id, acme.user.id, { name: "reader", scopes: ["read"] });
  const headers = { authorization: `Bearer ${key}` };
  expect((await acme.call(batch, { body: people(1), headers })).status).toBe(403);
});
