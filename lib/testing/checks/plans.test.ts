import { beforeAll, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { countContacts, listContacts } from "@/lib/contacts/list";
import { findContact } from "@/lib/contacts/queries";
import type { ContactsPage } from "@/lib/contacts/schemas";
import { listExports } from "@/lib/exports/queries";
import { listImports } from "@/lib/imports/list";
import { findRecord } from "@/lib/imports/queries";
import { listRowErrors } from "@/lib/imports/row-error-queries";
import { findTag, listTags, tagsOfContacts, unknownTags } from "@/lib/tags/queries";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { capture, fullReads, planOf } from "./plans";

const CONTACTS = 100_000;
let big: string;
let small: string;
let tagIds: string[];
let middle: string;

/** Ids like ours: the first 48 bits are a timestamp, so that later ones are greater. */
const id = "lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text || $1), 1, 19)";

async function fill(workspaceId: string, contacts: number): Promise<void> {
  await pg().unsafe(
    `insert into contacts (workspace_id, id, email, first_name, last_name, company, phone, is_unsubscribed)
     select $1::uuid, (${id})::uuid, 'person' || n || '@example.com', 'First' || n % 977, 'Last' || n % 1009,
       'Company ' || n % 313, '+49 30 ' || n, n % 50 = 0
     from generate_series(1, $2::int) n`,
    [workspaceId, contacts],
  );
  await pg().unsafe(
    `insert into tags (workspace_id, id, name) select $1::uuid, (${id})::uuid, 'Tag ' || n from generate_series(1, 20) n`,
    [workspaceId],
  );
  // The first tag is on every fifth contact, the others are rare.
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${workspaceId}, t.id, c.id
    from (select id, row_number() over (order by id) as n from tags where workspace_id = ${workspaceId}) t
    join (select id, row_number() over (order by id) as n from contacts where workspace_id = ${workspaceId}) c
      on (t.n = 1 and c.n % 5 = 0) or (t.n > 1 and c.n % 2000 = t.n)`;
  await pg().unsafe(
    `insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers)
     select $1::uuid, (${id})::uuid, 'people.csv', 1, '{}', '[]' from generate_series(1, $2::int) n`,
    [workspaceId, contacts / 50],
  );
  await pg().unsafe(
    `insert into exports (workspace_id, id, filename, filter)
     select $1::uuid, (${id})::uuid, 'contacts.csv', '{}' from generate_series(1, $2::int) n`,
    [workspaceId, contacts / 50],
  );
}

/** Until every page is marked all-visible: a transaction that is still open prevents it for some. */
async function vacuum(table: string): Promise<void> {
  await owner().unsafe(`vacuum analyze ${table}`);
  const [row] =
    await pg()`select relpages - relallvisible as hidden from pg_class where oid = ${table}::regclass`;
  expect(row?.hidden, table).toBe(0);
}

beforeAll(async () => {
  big = (await newWorkspace("big")).id;
  await fill(big, CONTACTS);
  for (let i = 0; i < 5; i++) {
    small = (await newWorkspace("small")).id;
    await fill(small, 2_000);
  }
  for (const table of ["contacts", "contact_tags", "tags", "imports", "exports", "workspace_counts"]) {
    await vi.waitFor(() => vacuum(table), { timeout: 30_000, interval: 200 });
  }
  const tags = await pg()<{ id: string }[]>`select id from tags where workspace_id = ${big} order by id`;
  tagIds = tags.map((tag) => tag.id);
  const [row] = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${big} order by id offset ${CONTACTS / 2} limit 1`;
  middle = row?.id ?? "";
}, 180_000);

const limit = 20;
const reads: [string, () => Promise<unknown>][] = [
  ["the first page", () => listContacts(big, { limit })],
  ["the largest page from the middle", () => listContacts(big, { limit: 100, cursor: middle })],
  ["a search that finds a few", () => listContacts(big, { limit, search: "person77777@" })],
  ["a search that finds many", () => listContacts(big, { limit, search: "first1" })],
  ["a search that finds none", () => listContacts(big, { limit, search: "nobody at all" })],
  ["a search from the middle", () => listContacts(big, { limit, search: "last10", cursor: middle })],
  ["the unsubscribed", () => listContacts(big, { limit, is_unsubscribed: true })],
  ["the subscribed", () => listContacts(big, { limit, is_unsubscribed: false })],
  ["the unsubscribed by search", () => listContacts(big, { limit, search: "last1", is_unsubscribed: true })],
  ["a frequent tag", () => listContacts(big, { limit, tag_ids: tagIds.slice(0, 1) })],
  ["a rare tag", () => listContacts(big, { limit, tag_ids: tagIds.slice(3, 4) })],
  ["any of three tags", () => listContacts(big, { limit, tag_ids: tagIds.slice(0, 3), tag_match: "any" })],
  ["all of two tags", () => listContacts(big, { limit, tag_ids: tagIds.slice(0, 2), tag_match: "all" })],
  [
    "a tag, a search and a cursor",
    () => listContacts(big, { limit, cursor: middle, search: "first", tag_ids: tagIds.slice(0, 1) }),
  ],
  ["a total", () => countContacts(big, { search: "company 7" })],
  ["one contact", () => findContact(big, middle)],
  // Counting all contacts of a workspace that has most of the table's rows is inherently a full scan.
  ["all tags with their counts", () => listTags(small)],
  ["one tag", () => findTag(big, tagIds[0] ?? "")],
  ["the tags of a page", () => tagsOfContacts(big, [middle])],
  ["tags that may be unknown", () => unknownTags(big, tagIds)],
  ["imports", () => listImports(big, { limit })],
  ["imports from a cursor", () => listImports(big, { limit, cursor: middle })],
  ["one import's rows", () => listRowErrors(big, middle, 0, 100)],
  ["an unknown import", () => findRecord(big, middle).catch(() => null)],
  ["exports", () => listExports(big, { limit })],
];

describe("no read scans a growing table, with 100 000 contacts beside others", () => {
  it.each(reads)("%s", async (_, read) => {
    const statements = await capture(read);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(fullReads(await planOf(statement)), statement.text).toEqual([]);
    }
  });
});

it("searches and counts in the covering index alone", async () => {
  for (const search of ["person77777@", "nobody at all", "first1"]) {
    const statements = await capture(() => listContacts(big, { limit, search }));
    const reading = statements.filter(({ text }) => text.includes("search_doc"));
    expect(reading).toHaveLength(1);
    for (const statement of reading) {
      const scans = (await planOf(statement)).filter((step) => step.table === "contacts");
      expect(scans).toContainEqual({
        type: "Index Only Scan",
        table: "contacts",
        index: "contacts_workspace_id_id_pk",
      });
    }
  }
});

it("reads the plain total from one row", async () => {
  const [statement] = await capture(() => countContacts(big, {}));
  if (!statement) throw new Error("no statement");
  const steps = await planOf(statement);
  expect(steps.map((step) => step.table)).not.toContain("contacts");
});

const uncounted: [string, () => Partial<ContactsPage>][] = [
  ["the first page", () => ({})],
  ["one from the middle", () => ({ cursor: middle })],
  ["the unsubscribed", () => ({ is_unsubscribed: true })],
  ["of an empty list of tags", () => ({ tag_ids: [], tag_match: "all" })],
  ["by e-mail", () => ({ sort: "email" })],
];
it.each(uncounted)("counts nobody for the total of a page: %s", async (_, page) => {
  const [statement] = await capture(() => listContacts(big, { limit, ...page() }));
  expect(statement?.text).toContain("from workspace_counts");
});

it("this check catches a query without its index and one without its workspace", async () => {
  const bad = [
    { text: "select id from contacts where notes like '%x%'", parameters: [] },
    { text: "select id from contacts where lower(email) = $1", parameters: ["a@example.com"] },
    { text: "select count(*) from imports where filename = $1", parameters: ["people.csv"] },
  ];
  for (const statement of bad) expect(fullReads(await planOf(statement))).not.toEqual([]);
});
