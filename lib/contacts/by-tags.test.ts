import { expect, it } from "vitest";
import { db, pg } from "@/db/client";
import { contacts } from "@/db/schema";
import { owner } from "@/lib/testing/owner";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";
import { contactConditions } from "./filter";
import type { ContactFilter } from "./filter-schemas";
import { countContacts, listContacts } from "./list";

let workspaceId: string;
let tags: string[];

const link = (tag: string | undefined, where: string) =>
  owner().unsafe(
    `insert into contact_tags (workspace_id, tag_id, contact_id)
     select workspace_id, $2::uuid, id from contacts where workspace_id = $1 and ${where}`,
    [workspaceId, tag ?? null],
  );

async function begin(count: number) {
  workspaceId = (await newWorkspace()).id;
  await owner()`
    insert into contacts (workspace_id, id, email, first_name, search_doc, import_row, is_unsubscribed)
    select ${workspaceId}, gen_random_uuid(), n || '@example.com', 'Ada', 'ada', n, n % 50 = 0 from generate_series(1, ${count}::int) n`;
  const made = await pg()<{ id: string }[]>`
    insert into tags (workspace_id, id, name) select ${workspaceId}, gen_random_uuid(), n from unnest(array['a', 'b', 'c']) n returning id`;
  tags = made.map(({ id }) => id);
  await link(tags[0], "import_row % 40 = 0");
  await link(tags[1], "import_row % 60 = 0");
  for (const table of ["contacts", "contact_tags"]) await owner().unsafe(`vacuum analyze ${table}`);
}

const OPTED = [undefined, true, false];
const combined = (): ContactFilter[] =>
  OPTED.flatMap((is_unsubscribed) => [
    ...[[0], [0, 1], [1, 2], [0, 0]].flatMap((some) =>
      (["any", "all"] as const).flatMap((tag_match) =>
        [undefined, true, false].map((has_tags) => ({
          ...{ tag_ids: some.map((n) => tags[n] ?? ""), tag_match, is_unsubscribed, has_tags },
        })),
      ),
    ),
    { has_tags: true, is_unsubscribed },
    { has_tags: false, is_unsubscribed },
  ]);

it("finds and counts whom the conditions find, page by page", async () => {
  await begin(1200);
  for (const filter of combined()) {
    const rows = await db()
      .select({ id: contacts.id })
      .from(contacts)
      .where(contactConditions(workspaceId, filter));
    const expected = rows
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(await countContacts(workspaceId, filter), JSON.stringify(filter)).toBe(expected.length);
    const first = await listContacts(workspaceId, { limit: 20, ...filter });
    const cursor = first.nextCursor ?? undefined;
    const second = cursor
      ? await listContacts(workspaceId, { limit: 20, ...filter, cursor })
      : { data: [], total: first.total };
    const seen = [...first.data, ...second.data].map(({ id }) => id);
    expect(seen, JSON.stringify(filter)).toEqual(expected.slice(0, 40));
    expect([first.total, second.total]).toEqual([expected.length, expected.length]);
    const sorted = await listContacts(workspaceId, { limit: 20, ...filter, sort: "-email" });
    expect([sorted.total, sorted.data.length]).toEqual([expected.length, Math.min(20, expected.length)]);
  }
});

it("reads links, not the contacts", async () => {
  // Enough contacts for any plan to look up those of one page.
  await begin(20_000);
  const named = (...some: number[]) => some.map((n) => tags[n] ?? "");
  for (const filter of [
    { tag_ids: named(0, 1) },
    { tag_ids: named(0, 1), tag_match: "all" as const },
    { tag_ids: named(0), is_unsubscribed: true },
    { tag_ids: named(0), is_unsubscribed: false },
    { has_tags: true, is_unsubscribed: false },
    { has_tags: false, is_unsubscribed: false },
    { has_tags: false, is_unsubscribed: true },
  ])
    expect(
      await rowsRead(() => listContacts(workspaceId, { limit: 20, ...filter })),
      JSON.stringify(filter),
    ).toBeLessThan(5000);
});
