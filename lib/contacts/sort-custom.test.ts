import { describe, expect, it } from "vitest";
import { GET as list } from "@/app/api/contacts/route";
import { DELETE as deleteField, PATCH as patchField } from "@/app/api/fields/[id]/route";
import { POST as makeField } from "@/app/api/fields/route";
import { POST as makeSegment, GET as segments } from "@/app/api/segments/route";
import { pg } from "@/db/client";
import type { FieldType } from "@/lib/fields/fields";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import type { Contact } from "./schemas";
import { foldSearch } from "./search-fold";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const KEY = 'Größe "x", y';
const VALUES: Record<FieldType, unknown[]> = {
  number: [10, 9, -1, 0.5, 100, 2, 999_999_999_999_999, -999_999_999_999_999, 0.000001],
  date: ["2026-01-10", "2025-12-31", "1999-01-01", "9999-12-31", "2026-01-09"],
  boolean: [true, false],
  choice: ["Pro", "free", "Ärger", "Zulu"],
  text: ["Zoë", "zoe", "Ada", "ädä", "山田", "10", "9", "x".repeat(300), "🦊".repeat(250), "", 7],
};
/** Values that another type may have left behind. */
const LEFT: Record<FieldType, unknown[]> = {
  number: ["12", "many", true, [1]],
  date: ["soon", 20260101, "2026-1-1"],
  boolean: ["true", 1],
  choice: [],
  text: [],
};
const TYPES = Object.keys(VALUES) as FieldType[];

async function fill(acme: Workspace, type: FieldType, count: number): Promise<string> {
  const options = type === "choice" ? { options: VALUES.choice } : {};
  const { status, body } = await acme.call(makeField, { body: { name: KEY, type, ...options } });
  expect(status, JSON.stringify(body)).toBe(201);
  const all = [...VALUES[type], ...LEFT[type], undefined];
  const people = Array.from({ length: count }, (_, n) => {
    const value = all[(n * 7) % all.length];
    return { id: newId(), email: `p${n}@example.com`, fields: value === undefined ? null : { [KEY]: value } };
  });
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, custom_fields)
    select ${acme.id}, p.id, p.email, 'Ada', p.fields
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(id uuid, email text, fields jsonb)`;
  if (type !== "number") return body.id;
  // As long as JSON allows, because its length must not make a request fail.
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, custom_fields)
    values (${acme.id}, ${newId()}, 'long@example.com', 'Ada', ${`{${JSON.stringify(KEY)}: 1e400}`}::text::jsonb)`;
  return body.id;
}

function keyOf(type: FieldType, value: unknown): string | number | null {
  if (value === undefined || value === null || value === "") return null;
  if (type === "number") return typeof value === "number" ? value : null;
  if (type === "boolean") return typeof value === "boolean" ? String(value) : null;
  if (type === "date") return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
  return [...foldSearch([...String(value)].slice(0, 200).join(""))].slice(0, 200).join("");
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function inOrder(type: FieldType, isDescending: boolean, contacts: Contact[]): Contact[] {
  const sign = isDescending ? -1 : 1;
  return contacts.toSorted((a, b) => {
    const [one, other] = [keyOf(type, a.custom_fields?.[KEY]), keyOf(type, b.custom_fields?.[KEY])];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const byKey =
      typeof one === "number" && typeof other === "number" ? one - other : bytes(`${one}`, `${other}`);
    return sign * (byKey || bytes(a.id, b.id));
  });
}

async function walk(acme: Workspace, query: Record<string, string>, between = async () => {}) {
  const seen: Contact[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await acme.call(list, {
      query: { limit: "13", ...query, ...(cursor && { cursor }) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    seen.push(...body.data);
    if (!body.nextCursor) return seen;
    cursor = body.nextCursor;
    await between();
  }
}

const ids = (contacts: Contact[]) => contacts.map(({ id }) => id);
const ways = TYPES.flatMap((type): [FieldType, "" | "-"][] => [
  [type, ""],
  [type, "-"],
]);

describe("the list in order of a custom field", () => {
  it.each(ways)("%s %s: every contact once, page by page, with and without a filter", async (type, way) => {
    const acme = await newWorkspace();
    await fill(acme, type, 90);
    await fill(await newWorkspace("other"), type, 20);
    const sort = `${way}custom_fields.${KEY}`;
    const all = await walk(acme, {});
    expect(all.length).toBeGreaterThanOrEqual(90);
    const filters: Record<string, string>[] = [
      {},
      { search: "p1" },
      { custom_fields: JSON.stringify({ [KEY]: { is_set: true } }) },
    ];
    for (const filter of filters) {
      const found = await walk(acme, filter);
      expect(ids(await walk(acme, { ...filter, sort }))).toEqual(ids(inOrder(type, way === "-", found)));
    }
  });

  it.each(ways)("%s %s: who is not touched comes once, whatever is written meanwhile", async (type, way) => {
    const acme = await newWorkspace();
    await fill(acme, type, 80);
    const before = await walk(acme, {});
    const touched = new Set<string>();
    let turn = 0;
    const seen = await walk(acme, { sort: `${way}custom_fields.${KEY}` }, async () => {
      const some = before.filter((_, n) => n % 10 === turn % 10).map(({ id }) => id);
      for (const id of some) touched.add(id);
      const [gone, ...changed] = some;
      await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${gone ?? ""}`;
      const values = JSON.stringify({ [KEY]: VALUES[type][turn % VALUES[type].length] });
      await pg()`
        update contacts set custom_fields = ${values}::text::jsonb where workspace_id = ${acme.id} and id = any(${changed})`;
      await pg()`
        insert into contacts (workspace_id, id, email, first_name, custom_fields)
        values (${acme.id}, ${newId()}, ${`late${turn}@example.com`}, 'Mia', ${values}::text::jsonb)`;
      turn++;
    });
    const still = (contacts: Contact[]) =>
      ids(contacts.filter(({ id, email }) => !touched.has(id) && !email.startsWith("late")));
    expect(still(seen)).toEqual(still(inOrder(type, way === "-", before)));
    expect(touched.size).toBeGreaterThan(20);
  });

  it("refuses to go on when the field has another type by then, and begins anew with it", async () => {
    const acme = await newWorkspace();
    const id = await fill(acme, "text", 60);
    const sort = `custom_fields.${KEY}`;
    const { body: first } = await acme.call(list, { query: { sort, limit: "10" } });
    const changed = await acme.call(patchField, { params: { id }, body: { type: "number" } });
    expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300);
    const { status, body } = await acme.call(list, { query: { sort, cursor: first.nextCursor } });
    expect([status, body.details[0].path]).toEqual([400, ["cursor"]]);
    expect(body.details[0].message).toContain("number");
    await settleBackground();
    expect(ids(await walk(acme, { sort }))).toEqual(ids(inOrder("number", false, await walk(acme, {}))));
  });

  it("knows no order by a field that there is not, nor cursors that nobody was given", async () => {
    const acme = await newWorkspace();
    const id = await fill(acme, "number", 30);
    const sort = `custom_fields.${KEY}`;
    const ask = (query: Record<string, string>) => acme.call(list, { query });
    for (const other of [
      "custom_fields.other",
      "custom_fields.",
      `custom_fields.${"k".repeat(65)}`,
      "--name",
    ])
      expect([other, (await ask({ sort: other })).status]).toEqual([other, 400]);
    const contact = newId();
    for (const forged of [
      [sort, contact, "x", "number"],
      [sort, contact, "1e400", "number"],
      [sort, contact, "9".repeat(300), "number"],
      [sort, contact, "1"],
      [sort, contact, "1", "date"],
      [sort, contact, "1", "constructor"],
      [sort, contact, 1, "number"],
      ["custom_fields.other", contact, "1", "number"],
      ["name", contact, "1", "text"],
    ]) {
      const cursor = Buffer.from(JSON.stringify(forged)).toString("base64url");
      expect((await ask({ sort, cursor })).status, JSON.stringify(forged)).toBe(400);
    }
    const { body: made } = await acme.call(makeSegment, { body: { name: "By size", filter: {}, sort } });
    expect(made.sort).toBe(sort);
    const unknown = await acme.call(makeSegment, {
      body: { name: "No", filter: {}, sort: "custom_fields.no" },
    });
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, ["sort"]]);
    await acme.call(deleteField, { params: { id } });
    await settleBackground();
    expect((await ask({ sort })).status).toBe(400);
    const { body: kept } = await acme.call(segments);
    expect(kept.data.map((one: { sort: string | null }) => one.sort)).toEqual([null]);
  });
});

it("the default list does not count contacts", async () => {
  const acme = await newWorkspace();
  await fill(acme, "text", 3);
  await pg()`update workspace_counts set contacts = 1000 where workspace_id = ${acme.id}`;
  const queries: Record<string, string>[] = [
    {},
    { limit: "7" },
    { is_unsubscribed: "false" },
    { sort: "name" },
  ];
  for (const query of queries)
    expect((await acme.call(list, { query })).body.total, JSON.stringify(query)).toBe(1000);
});
