import { beforeAll, expect, it } from "vitest";
import { pg } from "@/db/client";
import { owner } from "@/lib/testing/owner";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";
import type { ContactFilter } from "./filter-schemas";
import { countContacts, listContacts } from "./list";

const CONTACTS = 5000;
/** The rows of a page and its tags, and whatever else the database looks up. */
const PAGE = 1000;
let workspaceId: string;
let tag: string;

async function fill(contacts: number) {
  const { id } = await newWorkspace();
  await owner()`
    insert into contacts (workspace_id, id, email, first_name, search_doc)
    select ${id}, gen_random_uuid(), 'p' || n || '@example.com', 'Ada', 'p' || n from generate_series(1, ${contacts}::int) n`;
  const [made] = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) values (${id}, gen_random_uuid(), 'vip') returning id`;
  return { id, tag: made?.id ?? "" };
}

const tagAll = (id: string, tagId: string, where = "true") =>
  owner().unsafe(
    `insert into contact_tags (workspace_id, tag_id, contact_id)
     select workspace_id, $2::uuid, id from contacts where workspace_id = $1 and ${where}`,
    [id, tagId],
  );

beforeAll(async () => {
  ({ id: workspaceId, tag } = await fill(CONTACTS));
});

const read = (filter: ContactFilter) => rowsRead(() => listContacts(workspaceId, { limit: 20, ...filter }));

it("asks no contact by itself whether it has tags, if none has or all have some", async () => {
  const page = (filter: ContactFilter) => listContacts(workspaceId, { limit: 20, ...filter });
  expect(await page({ has_tags: true })).toMatchObject({ data: [], total: 0 });
  expect(await read({ has_tags: true })).toBeLessThan(PAGE);
  await tagAll(workspaceId, tag);
  expect(await page({ has_tags: false })).toMatchObject({ data: [], total: 0 });
  expect(await read({ has_tags: false })).toBeLessThan(CONTACTS + PAGE);
});

it("finds the few who opted out without reading the others", async () => {
  expect(await listContacts(workspaceId, { limit: 20, is_unsubscribed: true })).toMatchObject({ total: 0 });
  expect(await read({ is_unsubscribed: true })).toBeLessThan(PAGE);
  await pg()`
    update contacts set is_unsubscribed = true, unsubscribed_at = now() where workspace_id = ${workspaceId} and id in (
      select id from contacts where workspace_id = ${workspaceId} order by id limit 3)`;
  const { data, total } = await listContacts(workspaceId, { limit: 20, is_unsubscribed: true });
  expect([data.length, total]).toEqual([3, 3]);
  expect(await read({ is_unsubscribed: true })).toBeLessThan(PAGE);
});

it("pages and counts exactly whom the filter finds", async () => {
  const mixed = await fill(50);
  await tagAll(mixed.id, mixed.tag, "email < 'p3'");
  const [other] = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) values (${mixed.id}, gen_random_uuid(), 'few') returning id`;
  await tagAll(mixed.id, other?.id ?? "", "email < 'p2'");
  await pg()`
    update contacts set is_unsubscribed = true, unsubscribed_at = now() where workspace_id = ${mixed.id} and email > 'p4'`;
  const has = `exists (select from contact_tags t where t.workspace_id = $1 and t.contact_id = contacts.id)`;
  const cases: [ContactFilter, string][] = [
    [{}, "true"],
    [{ is_unsubscribed: true }, "is_unsubscribed"],
    [{ is_unsubscribed: false }, "not is_unsubscribed"],
    [{ has_tags: true }, has],
    [{ has_tags: false }, `not ${has}`],
    [{ tag_ids: [mixed.tag] }, "email < 'p3'"],
    [{ has_tags: false, is_unsubscribed: true }, `not ${has} and is_unsubscribed`],
    [{ within: { has_tags: false } }, `not ${has}`],
  ];
  for (const [filter, where] of cases) {
    const rows = await pg().unsafe<{ id: string }[]>(
      `select id from contacts where workspace_id = $1 and ${where} order by id desc`,
      [mixed.id],
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listContacts(mixed.id, { limit: 7, ...filter, ...(cursor && { cursor }) });
      expect(page.total, JSON.stringify(filter)).toBe(rows.length);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found, JSON.stringify(filter)).toEqual(rows.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(0);
    expect(await countContacts(mixed.id, filter)).toBe(rows.length);
    expect((await listContacts(mixed.id, { limit: 7, sort: "email", ...filter })).total).toBe(rows.length);
  }
});
