import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { countStale } from "@/lib/segments/counts";
import { createSegment, listSegments } from "@/lib/segments/queries";
import { capture } from "@/lib/testing/checks/plans";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";
import { deleteContact } from "./erase";
import type { ContactFilter } from "./filter-schemas";
import { bounds, MOST, pruneOrders } from "./kept";
import { countContacts, listContacts, maintainList } from "./list";
import type { Sort } from "./sort";

type Workspace = Awaited<ReturnType<typeof newWorkspace>> & {
  ids: string[];
  tags: string[];
  importId: string;
};

const usual = { ...bounds };
beforeEach(
  () => void Object.assign(bounds, { worthwhile: 50, since: 40, restMs: 0, knownMs: 0, slowMs: -1 }),
);
afterEach(() => void Object.assign(bounds, usual));

const COMPANIES = [null, "Acme", "ACME", "Zeta", "100% \\ _"];
const PLANS = ["pro", "Pro", "free", 7, true, null];
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Contacts of the last days, in id order; every third has a tag, and every fourth has opted out. */
async function fill(
  ws: Omit<Workspace, "ids">,
  count: number,
  from = 0,
  age = "1 second",
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `p${from + n}@example.com`,
    company: COMPANIES[n % COMPANIES.length],
    custom_fields: { plan: PLANS[(n * 5) % PLANS.length], score: n % 17 },
    import_id: n % 2 ? ws.importId : null,
    is_unsubscribed: n % 4 === 0,
    created_at: ago(n % 30),
  }));
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company, custom_fields, import_id, is_unsubscribed, created_at, updated_at)
    select ${ws.id}, p.id, p.email, 'Ada', p.company, p.custom_fields, p.import_id, p.is_unsubscribed, p.created_at, now() - ${age}::interval
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(
      id uuid, email text, company text, custom_fields jsonb, import_id uuid, is_unsubscribed boolean, created_at timestamptz)`;
  const ids = people.map(({ id }) => id);
  await tag(
    ws,
    ids.filter((_, n) => n % 3 === 0),
    0,
  );
  return ids;
}

const tag = (ws: Pick<Workspace, "id" | "tags">, ids: string[], n: number) => pg()`
  insert into contact_tags (workspace_id, tag_id, contact_id)
  select ${ws.id}, ${ws.tags[n] ?? ""}, id from unnest(${ids}::uuid[]) id on conflict do nothing`;

async function workspace(count = 240): Promise<Workspace> {
  const acme = await newWorkspace();
  const rows = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) select ${acme.id}, gen_random_uuid(), n from unnest(array['a', 'b']) n returning id`;
  const ws = { ...acme, tags: rows.map(({ id }) => id), importId: newId() };
  return { ...ws, ids: await fill(ws, count) };
}

const filtersOf = ({ importId, tags }: Workspace): Record<string, ContactFilter> => ({
  "a company": { company: "acme" },
  "a text of a custom field": { custom_fields: { plan: "pro" } },
  "numbers and subscribed": { custom_fields: { score: { from: 3, to: 9 } }, is_unsubscribed: false },
  "an import": { import_id: importId },
  "created between": { created_since: ago(20), created_before: ago(5) },
  "changed since": { updated_since: ago(1) },
  "opted out since": { unsubscribed_since: ago(20) },
  "a company and a tag": { company: "acme", tag_ids: [tags[0] ?? ""] },
  "an import without tags": { import_id: importId, has_tags: false },
  "a segment with tags, of a company": {
    company: "acme",
    within: { tag_ids: tags, tag_match: "any", custom_fields: { score: { from: 0 } } },
  },
  "a search": { search: "ada acme" },
  "a search and a tag": { search: "zeta", tag_ids: [tags[0] ?? ""] },
  nobody: { company: "nobody at all" },
});
const NAMES = [
  "a company",
  "a text of a custom field",
  "numbers and subscribed",
  "an import",
  "created between",
  "changed since",
  "opted out since",
  "a company and a tag",
  "an import without tags",
  "a segment with tags, of a company",
  "a search",
  "a search and a tag",
  "nobody",
];

async function walk(ws: Workspace, filter: ContactFilter, sort?: Sort) {
  const seen: string[] = [];
  const totals = new Set<number>();
  for (let cursor: string | undefined; ; ) {
    const page = { limit: 17, ...filter, ...(sort && { sort }), ...(cursor && { cursor }) };
    const { data, nextCursor, total } = await listContacts(ws.id, page);
    seen.push(...data.map(({ id }) => id));
    totals.add(total);
    if (!nextCursor) return { seen, totals: [...totals] };
    cursor = nextCursor;
  }
}

/** What the filter finds without the cache. */
async function live(ws: Workspace, filter: ContactFilter, sort?: Sort) {
  bounds.worthwhile = Number.POSITIVE_INFINITY;
  const found = await walk(ws, filter, sort);
  bounds.worthwhile = 50;
  return found;
}

async function isKept(ws: Workspace, filter: ContactFilter): Promise<boolean> {
  const statements = await capture(() => listContacts(ws.id, { limit: 3, ...filter }));
  return statements.at(-1)?.text.includes("contact_filter_blocks") ?? false;
}

/** Twice, because a search is cached only after the second time. */
async function keep(ws: Workspace, filter: ContactFilter): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await listContacts(ws.id, { limit: 3, ...filter });
    await maintainList(ws.id, { limit: 3, ...filter });
  }
}

/** Changes, creations, tag changes and deletions. */
async function write(ws: Workspace, turn: number): Promise<void> {
  const [gone, ...changed] = ws.ids.filter((_, n) => n % 25 === turn % 25);
  await pg()`delete from contacts where workspace_id = ${ws.id} and id = ${gone ?? ""}`;
  await pg()`
    update contacts set company = 'Acme', custom_fields = '{"plan": "PRO", "score": 4}', is_unsubscribed = not is_unsubscribed,
      updated_at = now() where workspace_id = ${ws.id} and id = any(${changed})`;
  const [untagged, ...tagged] = ws.ids.filter((_, n) => n % 30 === turn);
  await pg()`delete from contact_tags where workspace_id = ${ws.id} and contact_id = ${untagged ?? ""}`;
  await tag(
    ws,
    tagged.filter((id) => id !== gone),
    1,
  );
  await fill(ws, 3, 1000 + 10 * turn, "0 seconds");
}

// Not on a distributed database: docs/decisions/distributed.md.
describe.skipIf(inject("isDistributed"))("a filter that is kept", () => {
  it.each(NAMES)("%s: finds whom reading finds, in every order, whatever was written since", async (name) => {
    const ws = await workspace();
    const filter = filtersOf(ws)[name] ?? {};
    const sorts: (Sort | undefined)[] = [undefined, "created_at", "email", "-updated_at", "company", "-name"];
    expect(await isKept(ws, filter)).toBe(false);
    await keep(ws, filter);
    expect(await isKept(ws, filter)).toBe(true);
    for (const sort of sorts) expect(await walk(ws, filter, sort)).toEqual(await live(ws, filter, sort));
    for (const turn of [1, 2]) await write(ws, turn);
    expect(await isKept(ws, filter)).toBe(true);
    for (const sort of sorts) expect(await walk(ws, filter, sort)).toEqual(await live(ws, filter, sort));
    const { totals } = await live(ws, filter);
    expect(await countContacts(ws.id, filter)).toBe(totals[0]);
  });

  it("reads a page and its total without reading the contacts", async () => {
    const ws = await workspace(5000);
    const filter = { company: "acme" };
    const read = () => rowsRead(() => listContacts(ws.id, { limit: 20, ...filter }));
    expect(await read()).toBeGreaterThan(5000);
    await keep(ws, filter);
    expect(await read()).toBeLessThan(1000);
  });

  it("is cached after a page that took long, a search after two, and not after others or in a small workspace", async () => {
    const ws = await workspace();
    const ask = async (query: Record<string, string>) => {
      expect((await ws.call(list, { query })).status).toBe(200);
      await settleBackground();
      const kept = await pg()<{ subject: string }[]>`
        delete from contact_orders where workspace_id = ${ws.id} returning subject`;
      return kept.filter(({ subject }) => subject.startsWith("filter")).length;
    };
    expect(await ask({ company: "acme" })).toBe(1);
    expect(await ask({ company: "acme", search: "p1" })).toBe(0);
    expect(await ask({ search: "p1" })).toBe(0);
    expect(await ask({ company: "acme", search: "p1" })).toBe(1);
    expect(await ask({ is_unsubscribed: "true" })).toBe(0);
    bounds.slowMs = 60_000;
    expect(await ask({ company: "acme" })).toBe(0);
    Object.assign(bounds, { slowMs: -1, worthwhile: 10_000 });
    expect(await ask({ company: "acme" })).toBe(0);
  });

  it("is built anew when much was written since, and dropped when many are deleted", async () => {
    const ws = await workspace();
    const filter = { import_id: ws.importId };
    await keep(ws, filter);
    await fill(ws, 60, 500, "0 seconds");
    expect(await isKept(ws, filter)).toBe(false);
    await pg()`update contacts set updated_at = now() - interval '1 second' where workspace_id = ${ws.id}`;
    await keep(ws, filter);
    expect(await isKept(ws, filter)).toBe(true);
    await pg()`delete from contacts where workspace_id = ${ws.id} and id = any(${ws.ids.slice(0, 101)})`;
    expect(await isKept(ws, filter)).toBe(false);
    await keep(ws, filter);
    expect(await walk(ws, filter)).toEqual(await live(ws, filter));
  });

  it("is dropped by an undo, and by a write that keeps the time of the last change", async () => {
    const ws = await workspace();
    const filter = { import_id: ws.importId };
    const { body } = await ws.call(bulkDelete, { body: { ids: ws.ids.slice(0, 10) } });
    await keep(ws, filter);
    expect((await ws.call(undoChange, { params: { id: body.change_id } })).body).toMatchObject({
      restored: 10,
    });
    expect(await isKept(ws, filter)).toBe(false);
    for (const set of [
      "is_unsubscribed = not is_unsubscribed",
      "import_id = null",
      "created_at = now()",
      "company = 'X'",
    ]) {
      await keep(ws, filter);
      expect(await isKept(ws, filter)).toBe(true);
      await pg().unsafe(`update contacts set ${set} where workspace_id = $1 and id = $2`, [
        ws.id,
        ws.ids[11] ?? "",
      ]);
      expect(await isKept(ws, filter)).toBe(false);
    }
  });

  it("finds whom reading finds while contacts are moved, made and deleted at once", async () => {
    Object.assign(bounds, { since: 60, knownMs: 20 });
    const ws = await workspace(400);
    const filter = { company: "zeta" };
    const total = await countContacts(ws.id, filter);
    await keep(ws, filter);
    const end = Date.now() + 3000;
    const pick = () => ws.ids[Math.floor(Math.random() * ws.ids.length)] ?? "";
    /** One contact stops matching and another starts to, in one transaction, so every page must have the same total. */
    const writer = async (way: number) => {
      while (Date.now() < end) {
        // Lock order of the product's writers: a write that drops a filter holds it and then needs the counts; a
        // deletion does the reverse.
        await retryDeadlocks(() =>
          pg().begin(async (tx) => {
            const [one] = await tx<{ id: string }[]>`
            select id from contacts where workspace_id = ${ws.id} and company = 'Zeta' order by random() limit 1 for update skip locked`;
            if (!one) return;
            if (way === 0) await tx`delete from contacts where workspace_id = ${ws.id} and id = ${one.id}`;
            else
              await tx`update contacts set company = 'Left', updated_at = now() where workspace_id = ${ws.id} and id = ${one.id}`;
            await tx`
            insert into contacts (workspace_id, id, email, first_name, company)
            values (${ws.id}, ${newId()}, ${`${newId()}@example.com`}, 'Ada', 'Zeta')`;
          }),
        );
        await retryDeadlocks(
          () => pg()`update contacts set updated_at = now() where workspace_id = ${ws.id} and id = ${pick()}`,
        );
      }
    };
    let kept = 0;
    const reader = async () => {
      while (Date.now() < end) {
        const page = { limit: 100, ...filter };
        const { total: seen, data } = await listContacts(ws.id, page);
        expect(seen).toBe(total);
        expect(new Set(data.map(({ id }) => id)).size).toBe(Math.min(100, total));
        kept += (await pg()`select from contact_orders where workspace_id = ${ws.id} and status = 'ready'`)
          .length;
        await maintainList(ws.id, page);
      }
    };
    await Promise.all([writer(0), writer(1), writer(1), reader(), reader()]);
    expect(kept).toBeGreaterThan(0);
    expect(await walk(ws, filter)).toEqual(await live(ws, filter));
  }, 60_000);

  it("is shared with the counts of segments", async () => {
    const ws = await workspace();
    const filter = { company: "acme" };
    await createSegment(ws.id, { name: "Acme", filter: { ...filter, tag_match: "any" } });
    await countStale(ws.id);
    expect(await isKept(ws, filter)).toBe(true);
    expect((await listSegments(ws.id))[0]?.contact_count).toBe((await live(ws, filter)).totals[0]);
  });

  it("takes no other's place for the count of a segment", async () => {
    const ws = await workspace();
    const keptOf = async () =>
      (await pg()`select from contact_orders where workspace_id = ${ws.id} and status = 'ready'`).length;
    const filters = [1, 2, 3].map((score) => ({ custom_fields: { score } }));
    const usualMost = MOST.filters;
    MOST.filters = 2;
    try {
      for (const filter of filters) await keep(ws, filter);
      expect(await keptOf()).toBe(2);
      await Promise.all([4, 5, 6, 7].map((score) => keep(ws, { custom_fields: { score } })));
      expect(await keptOf()).toBe(2);
      await keep(ws, filters[2] ?? {});
      await createSegment(ws.id, { name: "Acme", filter: { company: "acme", tag_match: "any" } });
      await countStale(ws.id);
      expect(await isKept(ws, { company: "acme" })).toBe(false);
      expect(await isKept(ws, filters[2] ?? {})).toBe(true);
      expect((await listSegments(ws.id))[0]?.contact_count).toBeGreaterThan(0);
    } finally {
      MOST.filters = usualMost;
    }
  });

  it("leaves nothing of who is erased, and goes when nobody uses it", async () => {
    const [ws, other] = [await workspace(), await workspace()];
    for (const one of [ws, other]) await keep(one, { import_id: one.importId });
    const ids = async (id: string) =>
      (
        await pg()<
          { id: string }[]
        >`select unnest(ids) as id from contact_filter_blocks where workspace_id = ${id}`
      ).length;
    await deleteContact(ws.id, ws.ids[3] ?? "", { erase: true });
    expect(await ids(ws.id)).toBe(119);
    await pg()`update contact_orders set used_at = now() - interval '8 days' where workspace_id = ${ws.id}`;
    expect(await pruneOrders()).toBeGreaterThan(0);
    expect([await ids(ws.id), await ids(other.id)]).toEqual([0, 120]);
    await pg()`delete from workspaces where id = ${other.id}`;
    expect(await ids(other.id)).toBe(0);
  });
});
