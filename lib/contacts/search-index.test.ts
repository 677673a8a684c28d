import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { capture } from "@/lib/testing/checks/plans";
import { newWorkspace } from "@/lib/testing/workspace";
import { deleteContact } from "./erase";
import type { ContactFilter } from "./filter-schemas";
import { bounds } from "./kept";
import { countContacts, listContacts } from "./list";
import { maintainSearch, rules } from "./search-index";
import type { Sort } from "./sort";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const usual = { bounds: { ...bounds }, rules: { ...rules } };
beforeEach(() => {
  Object.assign(bounds, { worthwhile: 50, since: 40, restMs: 0, knownMs: 0 });
  Object.assign(rules, { block: 32, share: 0.5 });
});
afterEach(() => {
  Object.assign(bounds, usual.bounds);
  Object.assign(rules, usual.rules);
});

const NAMES = ["Ada", "Zoë", "Łukasz", "山田", "김철수", "Grace", "Ἀλέξανδρος", "O’Neill", "Иванова", "أحمد"];
const SEARCHES = [
  ...["zoe", "lukasz", "山田", "김철수", "αλεξανδροσ", "o'neill", "иванова", "احمد", "p7@", "p77@"],
  ...[
    "grace 0301234007",
    "030 1234211",
    "+49 30 1234211",
    "1234211",
    "100%",
    "_",
    "\\",
    "nobody",
    "zoe nobody",
    "a",
    "12",
  ],
  ...["long tale", "p1", "example.com", "ada lovelace kept"],
];

async function fill(acme: Workspace, count: number, from = 0, age = "1 second"): Promise<string[]> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `p${from + n}@example.com`,
    first_name: NAMES[(n * 7) % NAMES.length],
    last_name: n % 97 === 5 ? "100%_\\" : null,
    phone: `+49 30 ${1_234_000 + from + n}`,
    // Too long for the covering index.
    custom_fields: n % 50 === 3 ? { note: `${"x".repeat(3000)} long tale` } : null,
  }));
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, phone, custom_fields, updated_at)
    select ${acme.id}, p.*, now() - ${age}::interval
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb)
      as p(id uuid, email text, first_name text, last_name text, phone text, custom_fields jsonb)`;
  return people.map(({ id }) => id);
}

async function workspace(count = 500): Promise<Workspace & { ids: string[] }> {
  const acme = await newWorkspace();
  return { ...acme, ids: await fill(acme, count) };
}

/** Searches, which triggers the build of the index. */
async function searchOnce(acme: Workspace): Promise<void> {
  expect((await acme.call(list, { query: { search: "somebody" } })).status).toBe(200);
  await settleBackground();
}

async function walk(acme: Workspace, filter: ContactFilter, sort?: Sort): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = { ...filter, ...(sort && { sort }), ...(cursor && { cursor }) };
    const { data, nextCursor, total } = await listContacts(acme.id, { limit: 60, ...page });
    seen.push(...data.map(({ id }) => id));
    if (nextCursor) cursor = nextCursor;
    else if (seen.length !== total) throw new Error(`${seen.length} of ${total}`);
    else return seen;
  }
}

const statementsOf = (acme: Workspace, search: string) =>
  capture(() => listContacts(acme.id, { limit: 3, search }));
const isRead = async (acme: Workspace, search = "p77@") =>
  (await statementsOf(acme, search)).at(-1)?.text.includes("found as materialized") ?? false;

/** Same results as without the index: pages, orders, totals, with other filters and within a segment. */
async function expectSame(acme: Workspace): Promise<void> {
  const filters: ContactFilter[] = [
    ...SEARCHES.map((search) => ({ search })),
    { search: "zoe", is_unsubscribed: true },
    { search: "p7", within: { search: "zoe" } },
    { is_unsubscribed: false, within: { search: "p77" } },
  ];
  const all = async () => {
    const seen: unknown[] = [];
    for (const filter of filters)
      seen.push([filter, await walk(acme, filter), await countContacts(acme.id, filter)]);
    for (const sort of ["name", "-email", "company", "-updated_at", "created_at"] as const)
      seen.push([sort, await walk(acme, { search: "p1" }, sort), await walk(acme, { search: "zoe" }, sort)]);
    return seen;
  };
  const withIndex = await all();
  rules.share = -1;
  const without = await all();
  rules.share = 0.5;
  expect(withIndex).toEqual(without);
}

// Not on a distributed database: docs/decisions/search-index.md.
describe.skipIf(inject("isDistributed"))("an index for search", () => {
  it("finds exactly what reading all contacts finds, whatever was written since", async () => {
    const acme = await workspace();
    expect(await isRead(acme)).toBe(false);
    await searchOnce(acme);
    expect(await isRead(acme)).toBe(true);
    await expectSame(acme);
    await pg()`
      update contacts set first_name = 'Ada', last_name = 'Lovelace kept', updated_at = now()
      where workspace_id = ${acme.id} and id = any(${acme.ids.slice(10, 25)})`;
    await pg()`
      update contacts set is_unsubscribed = true where workspace_id = ${acme.id} and id = any(${acme.ids.slice(0, 200)})`;
    await pg()`delete from contacts where workspace_id = ${acme.id} and id = any(${acme.ids.slice(70, 90)})`;
    await fill(acme, 12, 7700, "0 seconds");
    expect(await isRead(acme)).toBe(true);
    expect(await walk(acme, { search: "ada lovelace kept" })).toHaveLength(15);
    await expectSame(acme);
  }, 60_000);

  it("reads few contacts for a word that few have, and all in one go for one that many have", async () => {
    const acme = await workspace(5000);
    await searchOnce(acme);
    const rowsRead = async (search: string) => {
      const text = (await statementsOf(acme, search)).at(-1);
      const [row] = await pg().unsafe<{ "QUERY PLAN": unknown }[]>(
        `explain (analyze, timing off, format json) ${text?.text}`,
        text?.parameters as string[],
      );
      return [...JSON.stringify(row).matchAll(/"Rows Removed by Filter":(\d+)/g)].reduce(
        (n, [, some]) => n + Number(some),
        0,
      );
    };
    expect(await rowsRead("p4711@")).toBeLessThan(5000 / 4);
    expect(await rowsRead("nobodyhere")).toBeLessThan(250); // those without a text in the covering index, twice
    expect(await isRead(acme, "example")).toBe(false);
    expect(await isRead(acme, "a")).toBe(false);
  });

  it("is rebuilt when much was written since, and not read then", async () => {
    const acme = await workspace();
    await searchOnce(acme);
    await fill(acme, 60, 9000, "0 seconds");
    expect(await walk(acme, { search: "p9033@" })).toHaveLength(1);
    const [former] = await pg()`select id from contact_orders where workspace_id = ${acme.id}`;
    await searchOnce(acme);
    const [now] = await pg()`select id, status from contact_orders where workspace_id = ${acme.id}`;
    expect(now?.status).toBe("ready");
    expect(now?.id).not.toBe(former?.id);
    expect(await isRead(acme, "p9033@")).toBe(true);
    await expectSame(acme);
  }, 60_000);

  it("is dropped by an undo, which puts contacts back with the time of their last change", async () => {
    const acme = await workspace();
    const ids = acme.ids.slice(100, 110);
    const { body } = await acme.call(bulkDelete, { body: { ids } });
    await searchOnce(acme);
    expect(await walk(acme, { search: "p105@" })).toHaveLength(0);
    expect((await acme.call(undoChange, { params: { id: body.change_id } })).body).toMatchObject({
      restored: 10,
    });
    expect(await walk(acme, { search: "p105@" })).toHaveLength(1);
    await searchOnce(acme);
    await pg()`
      update contacts set email = 'other@example.org' where workspace_id = ${acme.id} and id = ${acme.ids[300] ?? ""}`;
    expect(await walk(acme, { search: "other@example.org" })).toHaveLength(1);
  });

  it("waits for who began to write before it", async () => {
    const acme = await workspace();
    let built: Promise<unknown> = Promise.resolve();
    await pg().begin(async (tx) => {
      await tx`
        update contacts set first_name = 'Mileva', updated_at = now()
        where workspace_id = ${acme.id} and id = ${acme.ids[7] ?? ""}`;
      built = maintainSearch(acme.id);
      await new Promise((done) => setTimeout(done, 700));
      expect(await isRead(acme)).toBe(false);
    });
    await built;
    expect(await isRead(acme)).toBe(true);
    expect(await walk(acme, { search: "mileva" })).toEqual([acme.ids[7]]);
  });

  it("has nothing of who is erased, of other workspaces, or of one that is deleted", async () => {
    const acme = await workspace();
    const other = await workspace();
    for (const one of [acme, other]) await searchOnce(one);
    const parts = async (id: string) =>
      (await pg()`select from contact_search_grams where workspace_id = ${id}`).length;
    expect([await parts(acme.id), await parts(other.id)]).toEqual([1, 1]);
    await deleteContact(acme.id, acme.ids[3] ?? "", { erase: true });
    const [state] = await pg()`select status from contact_orders where workspace_id = ${acme.id}`;
    expect(state?.status).toBe("dropped");
    await searchOnce(acme);
    expect(await parts(acme.id)).toBe(1);
    expect(await walk(acme, { search: "p3@" })).toEqual([]);
    await pg()`delete from workspaces where id = ${other.id}`;
    expect(await parts(other.id)).toBe(0);
  });
});
