import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { GET as list } from "@/app/api/contacts/route";
import { POST as makeField } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import type { FieldType } from "@/lib/fields/fields";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { capture, planOf } from "@/lib/testing/checks/plans";
import { newWorkspace } from "@/lib/testing/workspace";
import { deleteContact } from "./erase";
import { bounds, pruneOrders } from "./kept";
import { buildOrder } from "./kept-orders";
import { listContacts, maintainList } from "./list";
import type { Sort } from "./sort";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const usual = { ...bounds };
beforeEach(() => void Object.assign(bounds, { worthwhile: 50, since: 40, restMs: 0, knownMs: 0 }));
afterEach(() => void Object.assign(bounds, usual));

const VALUES: Record<string, unknown[]> = {
  Score: [10, 9.5, 9.25, -1, -1.5, -10, 0, 0.5, 0.05, 1e15, -0.000001, 100, null, undefined],
  City: ["Zoë", "zoe", "Ada", "", "山田", "x".repeat(300), undefined],
  Since: ["2026-01-10", "1999-12-31", undefined],
  Vip: [true, false, undefined],
};
const TYPES: Record<string, FieldType> = { Score: "number", City: "text", Since: "date", Vip: "boolean" };
const SUBJECTS = ["name", "company", ...Object.keys(VALUES).map((key) => `custom_fields.${key}`)];
const ORDERS = SUBJECTS.flatMap((subject) => [subject, `-${subject}`]) as Sort[];
const NAMES = ["Ada", "ada", "Ädä", "Łukasz", "山田", "Ann", "Anna"];
const COMPANIES = [null, "Acme", "ACME", "Zeta", "100% \\ _", ""];

const fieldsOf = (n: number) =>
  Object.fromEntries(Object.entries(VALUES).map(([key, values]) => [key, values[(n * 5) % values.length]]));

/** Written a second ago, so that an order includes them. */
async function fill(acme: Workspace, count: number, from = 0, age = "1 second"): Promise<string[]> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `p${from + n}@example.com`,
    first_name: NAMES[n % NAMES.length],
    company: COMPANIES[(n * 11) % COMPANIES.length],
    custom_fields: fieldsOf(n),
  }));
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company, custom_fields, updated_at)
    select ${acme.id}, p.*, now() - ${age}::interval
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb)
      as p(id uuid, email text, first_name text, company text, custom_fields jsonb)`;
  return people.map(({ id }) => id);
}

async function workspace(count = 120): Promise<Workspace & { ids: string[] }> {
  const acme = await newWorkspace();
  for (const [name, type] of Object.entries(TYPES)) await acme.call(makeField, { body: { name, type } });
  return { ...acme, ids: await fill(acme, count) };
}

/** Requests the first page, which triggers the build of the order. */
async function keep(acme: Workspace, sort: Sort): Promise<void> {
  expect((await acme.call(list, { query: { limit: "5", sort } })).status).toBe(200);
  await settleBackground();
}

async function walk(acme: Workspace, sort: Sort, between = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await listContacts(acme.id, { limit: 17, sort, ...(cursor && { cursor }) });
    seen.push(...data.map(({ id }) => id));
    if (!nextCursor) return seen;
    cursor = nextCursor;
    await between();
  }
}

/** The expected order, computed without a cached one. */
async function sorted(acme: Workspace, sort: Sort): Promise<string[]> {
  bounds.knownMs = 0;
  bounds.worthwhile = Number.POSITIVE_INFINITY;
  const seen = await walk(acme, sort);
  bounds.worthwhile = 50;
  return seen;
}

async function isKept(acme: Workspace, sort: Sort): Promise<boolean> {
  const statements = await capture(() => listContacts(acme.id, { limit: 3, sort }));
  return statements.at(-1)?.text.includes("contact_order_keys") ?? false;
}

/** Changes, creations and deletions, through the same calls as clients use. */
async function write(acme: Workspace & { ids: string[] }, turn: number): Promise<void> {
  const some = acme.ids.filter((_, n) => n % 25 === turn % 25);
  const [gone, ...changed] = some;
  await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${gone ?? ""}`;
  await pg()`
    update contacts set first_name = 'Mia', company = null, custom_fields = ${JSON.stringify(fieldsOf(turn + 3))}::text::jsonb,
      updated_at = now()
    where workspace_id = ${acme.id} and id = any(${changed})`;
  await fill(acme, 2, 1000 + 10 * turn, "0 seconds");
}

// Not on a distributed database: docs/decisions/distributed.md.
describe.skipIf(inject("isDistributed"))("an order that is kept", () => {
  it.each(ORDERS)("%s: has everybody where sorting has them, whatever was written since", async (sort) => {
    const acme = await workspace();
    expect(await isKept(acme, sort)).toBe(false);
    await keep(acme, sort);
    expect(await isKept(acme, sort)).toBe(true);
    expect(await walk(acme, sort)).toEqual(await sorted(acme, sort));
    for (const turn of [1, 2, 3]) await write(acme, turn);
    expect(await isKept(acme, sort)).toBe(true);
    const seen = await walk(acme, sort);
    expect(seen).toEqual(await sorted(acme, sort));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("is read by a plan that expects few writes since, whatever the number of contacts, so that it is made once", async () => {
    const acme = await workspace();
    await keep(acme, "name");
    const seen = await capture(() => listContacts(acme.id, { limit: 20, sort: "name" }));
    const plan = JSON.stringify(await planOf(seen.at(-1) ?? { text: "", parameters: [] }));
    expect(plan).toContain("Function Scan");
  });

  it("is built anew when much was written or deleted since, and read again then", async () => {
    for (const much of [
      (acme: Workspace) => fill(acme, 60, 500, "0 seconds"),
      ({ id }: Workspace, ids: string[]) =>
        pg()`delete from contacts where workspace_id = ${id} and id = any(${ids.slice(0, 60)})`,
    ]) {
      const acme = await workspace();
      await keep(acme, "name");
      await much(acme, acme.ids);
      expect(await isKept(acme, "name")).toBe(false);
      await keep(acme, "name");
      expect(await isKept(acme, "name")).toBe(true);
      expect(await walk(acme, "name")).toEqual(await sorted(acme, "name"));
    }
  });

  it("is dropped by an undo, which puts contacts back with the time of their last change", async () => {
    const acme = await workspace();
    const ids = acme.ids.slice(0, 10);
    const { body } = await acme.call(bulkDelete, { body: { ids } });
    await keep(acme, "name");
    expect(await isKept(acme, "name")).toBe(true);
    const undone = await acme.call(undoChange, { params: { id: body.change_id } });
    expect(undone.body).toMatchObject({ restored: 10, kept: 0 });
    await settleBackground();
    const states = await pg()`select status from contact_orders where workspace_id = ${acme.id}`;
    expect(states).toEqual([{ status: "dropped" }]);
    // Otherwise these contacts would be missing.
    await pg()`update contact_orders set status = 'ready' where workspace_id = ${acme.id}`;
    expect(await walk(acme, "name")).toHaveLength(110);
    await pg()`update contact_orders set status = 'dropped' where workspace_id = ${acme.id}`;
    expect(await walk(acme, "name")).toEqual(await sorted(acme, "name"));
    expect(await walk(acme, "name")).toHaveLength(120);
  });

  it("is read once more after it was found, and never when it was dropped in between", async () => {
    bounds.knownMs = 60_000;
    const acme = await workspace();
    await keep(acme, "name");
    const ask = () => capture(() => listContacts(acme.id, { limit: 3, sort: "name" }));
    expect(await ask()).toHaveLength(2);
    expect(await ask()).toHaveLength(1);
    await pg()`update contacts set first_name = 'Aaa' where workspace_id = ${acme.id} and id = ${acme.ids[9] ?? ""}`;
    const { data } = await listContacts(acme.id, { limit: 3, sort: "name" });
    expect(data[0]?.id).toBe(acme.ids[9]);
    expect(await ask()).toHaveLength(2);
  });

  it("by a custom field is read at once, and never by a type that the field no longer has", async () => {
    const sort = "custom_fields.Score";
    const acme = await workspace();
    const turnInto = (type: FieldType) =>
      pg()`update field_definitions set type = ${type} where workspace_id = ${acme.id} and key = 'Score'`;
    const page = async (cursor?: string) => {
      const { data, nextCursor } = await listContacts(acme.id, {
        limit: 17,
        sort,
        ...(cursor && { cursor }),
      });
      return { ids: data.map(({ id }) => id), nextCursor: nextCursor ?? undefined };
    };
    await keep(acme, sort);
    const byNumber = await page();
    await turnInto("text");
    const byText = await page();
    expect(byText.ids).not.toEqual(byNumber.ids);
    const next = await page(byText.nextCursor);
    await turnInto("number");
    bounds.knownMs = 60_000;
    await page();
    expect(await capture(page)).toHaveLength(1);
    expect(await page()).toEqual(byNumber);
    await turnInto("text");
    expect(await page(byText.nextCursor), "after a page of another process").toEqual(next);
    expect(await page()).toEqual(byText);
    await expect(page(byNumber.nextCursor)).rejects.toMatchObject({ status: 400 });
  });

  it("stays when a write leaves the time of the last change and what contacts are in order of", async () => {
    const acme = await workspace();
    await keep(acme, "name");
    await pg()`update contacts set is_unsubscribed = true where workspace_id = ${acme.id}`;
    expect(await isKept(acme, "name")).toBe(true);
    await pg()`update contacts set first_name = 'Aaa' where workspace_id = ${acme.id} and id = ${acme.ids[9] ?? ""}`;
    expect(await isKept(acme, "name")).toBe(false);
  });

  it("waits for who began to write before it", async () => {
    const acme = await workspace();
    let built: Promise<void> = Promise.resolve();
    await pg().begin(async (tx) => {
      await tx`
        update contacts set first_name = 'Aaa', updated_at = now() where workspace_id = ${acme.id} and id = ${acme.ids[7] ?? ""}`;
      built = buildOrder(acme.id, { field: "name", isDescending: false });
      await new Promise((done) => setTimeout(done, 700));
      expect(await isKept(acme, "name")).toBe(false);
    });
    await built;
    expect(await isKept(acme, "name")).toBe(true);
    expect((await walk(acme, "name"))[0]).toBe(acme.ids[7]);
  });

  it("is built once by many who ask, and by somebody else when its builder died", async () => {
    const acme = await workspace();
    await Promise.all(Array.from({ length: 8 }, () => maintainList(acme.id, { limit: 5, sort: "company" })));
    const rows = () => pg()<{ id: string; status: string }[]>`
      select id, status from contact_orders where workspace_id = ${acme.id}`;
    expect(await rows()).toHaveLength(1);
    await pg()`
      update contact_orders set status = 'building', used_at = now() - interval '11 minutes' where workspace_id = ${acme.id}`;
    const [former] = await rows();
    await keep(acme, "company");
    const [now] = await rows();
    expect(now?.status).toBe("ready");
    expect(now?.id).not.toBe(former?.id);
  });

  it("leaves nothing of who is erased, and goes when nobody uses it", async () => {
    const acme = await workspace();
    const other = await workspace();
    for (const one of [acme, other]) await keep(one, "name");
    const keys = (id: string) => pg()`select from contact_order_keys where workspace_id = ${id}`;
    await deleteContact(acme.id, acme.ids[3] ?? "", { erase: true });
    expect(await keys(acme.id)).toHaveLength(119);
    await pg()`update contact_orders set used_at = now() - interval '8 days' where workspace_id = ${acme.id}`;
    expect(await pruneOrders()).toBeGreaterThan(0);
    expect(await keys(acme.id)).toHaveLength(0);
    expect(await keys(other.id)).toHaveLength(120);
    await pg()`delete from workspaces where id = ${other.id}`;
    expect(await keys(other.id)).toHaveLength(0);
  });
});

it("numbers as text are in the order of numbers", async () => {
  const rows = await pg()<{ n: string }[]>`
    select n::text from unnest(array[0, 1, -1, 10, 9, 9.5, 9.25, -9.5, -9.25, 0.5, 0.05, 0.051, -0.05, -0.051, 1e15, -1e15,
      123456789012345.678, 0.000001, -0.000001, 100, 1000, -100]::numeric[]) n
    order by number_order_key(n) collate "C"`;
  const seen = rows.map(({ n }) => Number(n));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});
