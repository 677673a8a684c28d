import { describe, expect, it } from "vitest";
import { GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { listContacts } from "./list";
import type { Contact } from "./schemas";
import { foldSearch } from "./search-fold";
import { NEWEST_FIRST, readCursor, readSort, SORTS, type Sort, type SortField, writeCursor } from "./sort";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const NAMES = [
  "Ada",
  "ada",
  "Ädä",
  "Zoë",
  "Øyvind",
  "Łukasz",
  "山田",
  "สมชาย",
  "أحمد",
  "Ann",
  "Anna",
  "'t Hooft",
];
const COMPANIES = [
  null,
  "Acme",
  "ACME",
  "Änderung AG",
  "Zeta",
  "100% \\ _",
  "株式会社",
  null,
  "a".repeat(200),
];

/** Contacts of whom many share name, company and time; some have more text than the index can hold. */
async function fill(acme: Workspace, count: number): Promise<void> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `p${(n * 7919) % count}.${n}@example.com`,
    first_name: NAMES[n % NAMES.length],
    last_name: n % 3 === 0 ? null : NAMES[(n * 5) % NAMES.length],
    company: COMPANIES[(n * 11) % COMPANIES.length],
    custom_fields: n % 40 === 0 ? { long: "é".repeat(3000) } : null,
    updated_at: new Date(Date.UTC(2026, 0, 1 + ((n * 13) % 17))).toISOString(),
  }));
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, company, custom_fields, updated_at)
    select ${acme.id}, p.* from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(id uuid, email text,
      first_name text, last_name text, company text, custom_fields jsonb, updated_at timestamptz)`;
}

const fieldOf = (sort: Sort) => {
  const read = readSort(sort);
  return "field" in read ? read.field : null;
};
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function keyOf(sort: Sort, contact: Contact): string | null {
  const { first_name, last_name, company } = contact;
  const keys: Record<SortField, string | null> = {
    created_at: contact.id,
    updated_at: contact.updated_at,
    email: contact.email,
    name: foldSearch(last_name === null ? first_name : `${first_name} ${last_name}`),
    company: company === null ? null : foldSearch(company),
  };
  return keys[fieldOf(sort) ?? "created_at"];
}

/** The order a person would expect: missing values last, and equal ones by id. */
function inOrder(sort: Sort, contacts: Contact[]): Contact[] {
  const sign = readSort(sort).isDescending ? -1 : 1;
  return contacts.toSorted((a, b) => {
    const [one, other] = [keyOf(sort, a), keyOf(sort, b)];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    return sign * (bytes(one ?? "", other ?? "") || bytes(a.id, b.id));
  });
}

async function walk(acme: Workspace, query: Record<string, string>, between = async () => {}) {
  const seen: Contact[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await acme.call(list, {
      query: { limit: "17", ...query, ...(cursor && { cursor }) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    seen.push(...body.data);
    if (!body.nextCursor) return { seen, total: body.total };
    cursor = body.nextCursor;
    await between();
  }
}

describe("the list in order", () => {
  it.each(SORTS)("%s: every contact once, page by page, all of them and those of a filter", async (sort) => {
    const acme = await newWorkspace();
    await fill(acme, 150);
    await fill(await newWorkspace("other"), 20);
    const { seen: all } = await walk(acme, {});
    const ids = (contacts: Contact[]) => contacts.map(({ id }) => id);
    const filters: Record<string, string>[] = [
      {},
      { search: "a" },
      { company: "acme" },
      { is_unsubscribed: "false", search: "example" },
    ];
    for (const filter of filters) {
      const { seen: found } = await walk(acme, filter);
      const { seen, total } = await walk(acme, { ...filter, sort });
      expect(total).toBe(found.length);
      expect(ids(seen)).toEqual(ids(inOrder(sort, found)));
    }
    expect(all).toHaveLength(150);
  });

  it.each(SORTS)("%s: who is not touched comes once, whatever is written meanwhile", async (sort) => {
    const acme = await newWorkspace();
    await fill(acme, 120);
    const { seen: before } = await walk(acme, {});
    let turn = 0;
    const touched = new Set<string>();
    const { seen } = await walk(acme, { sort }, async () => {
      const some = before.filter((_, n) => n % 12 === turn % 12).map(({ id }) => id);
      for (const id of some) touched.add(id);
      const [gone, ...changed] = some;
      await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${gone ?? ""}`;
      await pg()`
        update contacts set first_name = 'New' || ${turn}::int, company = 'New', updated_at = now()
        where workspace_id = ${acme.id} and id = any(${changed})`;
      await pg()`
        insert into contacts (workspace_id, id, email, first_name, company)
        values (${acme.id}, ${newId()}, ${`late${turn}@example.com`}, 'Mia', 'Mid')`;
      turn++;
    });
    const still = (contacts: Contact[]) =>
      contacts.filter(({ id, email }) => !touched.has(id) && !email.startsWith("late")).map(({ id }) => id);
    expect(still(seen)).toEqual(still(inOrder(sort, before)));
    expect(touched.size).toBeGreaterThan(40);
  });

  it("refuses a cursor of another order, and what is no cursor", async () => {
    const acme = await newWorkspace();
    await fill(acme, 40);
    const ask = (query: Record<string, string>) => acme.call(list, { query: { limit: "5", ...query } });
    const cursors = new Map<Sort, string>();
    for (const sort of SORTS) cursors.set(sort, (await ask({ sort })).body.nextCursor);
    expect(cursors.get(NEWEST_FIRST)).toMatch(/^[0-9a-f-]{36}$/);
    for (const sort of SORTS)
      for (const [other, cursor] of cursors) {
        const { status, body } = await ask({ sort, cursor });
        expect([sort, other, status]).toEqual([sort, other, sort === other ? 200 : 400]);
        if (sort !== other) expect(body.details[0].path).toEqual(["cursor"]);
      }
    const id = newId();
    for (const forged of [
      ["name", id, "x\0"],
      ["name", id, null],
      ["name", id, "\ud800"],
      ["name", "1", "x"],
      ["updated_at", id, "yesterday"],
      ["updated_at", id, "9999-99-99T00:00:00Z"],
      ["nothing", id, "x"],
      ["company", id, { a: 1 }],
      ["email", id, "x".repeat(5000)],
      [],
      null,
    ]) {
      const cursor = Buffer.from(JSON.stringify(forged)).toString("base64url");
      expect((await ask({ sort: "name", cursor })).status, JSON.stringify(forged)).toBe(400);
    }
    expect((await ask({ sort: "phone" })).status).toBe(400);
  });

  it("a cursor of another workspace shows nothing of it", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await fill(acme, 30);
    await fill(other, 30);
    const { nextCursor } = await listContacts(other.id, { limit: 10, sort: "email" });
    const { data } = await listContacts(acme.id, { limit: 100, sort: "email", cursor: nextCursor ?? "" });
    expect(new Set(data.map(({ workspace_id }) => workspace_id))).toEqual(new Set([acme.id]));
  });

  it("a cursor is read as it was written", () => {
    for (const sort of SORTS) {
      const key = fieldOf(sort) === "updated_at" ? "2026-01-01T00:00:00.000Z" : 'ädä \u001f" ,';
      const place = { id: newId(), key: sort === NEWEST_FIRST ? null : key };
      expect(readCursor(writeCursor(sort, place))).toEqual({ sort, place });
    }
  });
});
