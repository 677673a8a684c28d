import { expect, it } from "vitest";
import { GET as getContact } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { GET as listExports } from "@/app/api/exports/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as listImports } from "@/app/api/imports/route";
import { DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import type { RouteHandler } from "@/lib/http/operation";
import { newId } from "@/lib/ids";
import { jsonBytes } from "@/lib/pages";
import { importText, uploadText } from "@/lib/testing/imports";
import { fillTags } from "@/lib/testing/tags";
import { type CallOptions, newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const MAX_ANSWER = 2 * 1024 * 1024;

/** The answer, which must not be larger than any client has to expect. */
async function within(acme: Workspace, handler: RouteHandler, options: CallOptions = {}, status = 200) {
  const { body, ...answer } = await acme.call(handler, options);
  expect(answer.status).toBe(status);
  expect(jsonBytes(body)).toBeLessThanOrEqual(MAX_ANSWER);
  return body;
}

/** All items of a list, page by page, and the number of pages. */
async function pagesOf(
  acme: Workspace,
  handler: RouteHandler,
  {
    from = "cursor",
    to = "nextCursor",
    query = {},
    ...options
  }: CallOptions & { from?: string; to?: string } = {},
) {
  const data = [];
  for (let pages = 1, after: string | null = null; ; pages++) {
    const body = await within(acme, handler, {
      ...options,
      query: { ...query, ...(after && { [from]: after }) },
    });
    data.push(...body.data);
    if (body[to] === null) return { data, pages };
    after = String(body[to]);
  }
}

/** n contacts of the maximum size: notes, custom fields, 100 tags with long names. */
async function largeContacts(acme: Workspace, n: number): Promise<void> {
  await pg()`
    insert into tags (workspace_id, id, name, color, emoji)
    select ${acme.id}, gen_random_uuid(), repeat('€', 46) || i, 'lightgoldenrodyellow', '👩‍👩‍👧‍👦' from generate_series(1, 100) as i`;
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, notes, custom_fields)
    select ${acme.id}, gen_random_uuid(), 'p' || i || '@example.com', 'P', repeat('€', 10000),
      jsonb_build_object('k', repeat('x', 16000)) from generate_series(1, ${n}) as i`;
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${acme.id}, t.id, c.id from tags t cross join contacts c
    where t.workspace_id = ${acme.id} and c.workspace_id = ${acme.id}`;
}

it("a page of the largest contacts there can be ends early, and none is left out", async () => {
  const acme = await newWorkspace();
  await largeContacts(acme, 120);
  const { data, pages } = await pagesOf(acme, listContacts, { query: { limit: "100" } });
  expect(new Set(data.map(({ id }) => id)).size).toBe(120);
  expect(pages).toBeGreaterThan(5);
  expect(data.every(({ tags, has_more_tags }) => tags.length === 100 && !has_more_tags)).toBe(true);
});

it("contacts and tags from before the bounds are readable and can be deleted", async () => {
  const acme = await newWorkspace();
  await fillTags(acme.id, 5_000);
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${acme.id}, gen_random_uuid(), 'p' || i || '@example.com', 'P' from generate_series(1, 10) as i`;
  await pg()`
    insert into contact_tags (workspace_id, tag_id, contact_id)
    select ${acme.id}, t.id, c.id from tags t cross join contacts c
    where t.workspace_id = ${acme.id} and c.workspace_id = ${acme.id}`;
  const { data } = await pagesOf(acme, listContacts, { query: { limit: "100" } });
  expect(data.map(({ tags, has_more_tags }) => [tags.length, has_more_tags])).toEqual(
    Array.from({ length: 10 }, () => [100, true]),
  );
  const params = { id: data[0].id };
  const one = await within(acme, getContact, { params });
  expect(one.tags).toEqual(data[0].tags);
  const { data: events } = await pagesOf(acme, timeline, { params });
  expect(new Set(events.map(({ tag }) => tag?.id)).size).toBe(5_001);
  const { data: tags, pages } = await pagesOf(acme, listTags);
  expect([new Set(tags.map(({ id }) => id)).size, pages]).toEqual([5_000, 3]);
  expect(tags[0].contact_count).toBe(10);
  await acme.call(untag, { params: { id: one.tags[0].id, contactId: one.id } });
  await acme.call(deleteTag, { params: { id: one.tags[1].id } });
  const after = await within(acme, getContact, { params });
  expect(after.tags.map(({ id }: { id: string }) => id)).not.toContain(one.tags[0].id);
  expect(after.tags).toHaveLength(100);
}, 60_000);

const long = "x".repeat(60_000);
const wide = Array.from({ length: 15 }, (_, n) => `c${n}`);
/** This many rows of 900 KB that all fail. */
const failing = (rows: number) =>
  `email,${wide.join(",")}\n${Array.from({ length: rows }, (_, n) => `no${n},${wide.map(() => long).join(",")}\n`).join("")}`;
const columnMapping = { email: "email" };

it("long rows end a page of row errors early, are cut with a mark, and stand whole in the file", async () => {
  const acme = await newWorkspace();
  const done = await importText(acme, failing(25), { columnMapping });
  const params = { id: done.id };
  const options = { params, from: "after", to: "nextAfter", query: { limit: "100" } };
  const { data } = await pagesOf(acme, listErrors, options);
  expect(data.map(({ row }) => row)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
  expect(data[0].cells[1]).toBe(`${"x".repeat(199)}…`);
  expect([data[0].is_cut, data[0].cells[0]]).toEqual([true, "no0"]);
  const file = await acme.call(listErrors, { params, query: { format: "csv" } });
  const text = await file.response.text();
  expect(text.split("\r\n")).toHaveLength(27);
  expect(text.split("\r\n")[25]).toContain(`no24,${long},${long}`);
}, 60_000);

it("a dry run answers as many errors as fit", async () => {
  const acme = await newWorkspace();
  const small = Array.from({ length: 3000 }, (_, n) => `bad${n},${"y".repeat(150).concat(",").repeat(14)}\n`);
  for (const text of [failing(10), `email,${wide.join(",")}\n${small.join("")}`]) {
    const { body } = await uploadText(acme, text);
    const query = { errors_limit: "1000" };
    const checked = await within(acme, dryRun, {
      params: { id: body.importId },
      query,
      body: { columnMapping },
    });
    expect(checked.errors.length).toBeGreaterThanOrEqual(10);
    expect(checked.errors.map(({ row }: { row: number }) => row)).toEqual(
      checked.errors.map((_: unknown, n: number) => n + 1),
    );
  }
}, 60_000);

it("a list of imports with the longest headers ends its pages early", async () => {
  const acme = await newWorkspace();
  const header = Array.from({ length: 512 }, (_, n) => `${"€".repeat(250)}${n}`);
  const suggestions = header.map((one) => ({ header: one, field: "skip", confidence: "low" }));
  const mapping = Object.fromEntries(header.map((one) => [one, "skip"]));
  for (let n = 0; n < 12; n++)
    await pg()`
      insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers, ai_suggestions, column_mapping)
      values (${acme.id}, ${newId()}, 'a.csv', 1, '{}', ${JSON.stringify(header)}::jsonb,
        ${JSON.stringify(suggestions)}::jsonb, ${JSON.stringify(mapping)}::jsonb)`;
  const { data, pages } = await pagesOf(acme, listImports, { query: { limit: "100" } });
  expect([new Set(data.map(({ id }) => id)).size, pages]).toEqual([12, 12]);
});

it("a list of imports with much that it does not show reaches the last one", async () => {
  const acme = await newWorkspace();
  const many = JSON.stringify({ corrections: { rows: { 1: { email: "x".repeat(250_000) } } } });
  await pg()`
    insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers, options, draft)
    select ${acme.id}, gen_random_uuid(), 'a.csv', 1, '{}', '["email"]', ${many}::jsonb, ${many}::jsonb
    from generate_series(1, 20)`;
  const { data, pages } = await pagesOf(acme, listImports, { query: { limit: "20" } });
  expect([new Set(data.map(({ id }) => id)).size, pages]).toEqual([20, 1]);
  const reading = { totalRows: 7, suggestions: [], headers: ["x".repeat(250_000)] };
  await pg()`
    update imports set draft = ${JSON.stringify({ reading })}::jsonb where workspace_id = ${acme.id}`;
  const read = await pagesOf(acme, listImports, { query: { limit: "20" } });
  expect(new Set(read.data.map(({ id }) => id)).size).toBe(20);
  expect(read.data.every(({ total_rows }) => total_rows === 7)).toBe(true);
});

it("a list of imports is cut by its limit alone where they are small", async () => {
  const acme = await newWorkspace();
  await pg()`
    insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers)
    select ${acme.id}, gen_random_uuid(), 'a.csv', 1, '{}', '["email"]' from generate_series(1, 250)`;
  const { data, pages } = await pagesOf(acme, listImports, { query: { limit: "100" } });
  expect([new Set(data.map(({ id }) => id)).size, pages]).toEqual([250, 3]);
  expect(await pagesOf(acme, listImports, { query: { limit: "50" } })).toMatchObject({ pages: 5 });
});

it("a list of exports does not read the ids they name", async () => {
  const acme = await newWorkspace();
  const filter = JSON.stringify({ ids: Array.from({ length: 10_000 }, () => newId()) });
  await pg()`
    insert into exports (workspace_id, id, filename, filter)
    select ${acme.id}, gen_random_uuid(), 'a.csv', ${filter}::jsonb from generate_series(1, 100)`;
  const before = process.memoryUsage().heapUsed;
  const body = await within(acme, listExports, { query: { limit: "100" } });
  expect(body.data).toHaveLength(100);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
});

it.each([
  ["ids", bulkDelete, { ids: Array.from({ length: 340_000 }, () => "") }],
  ["ids that are objects", bulkDelete, { ids: Array.from({ length: 300_000 }, () => ({})) }],
  ["tagIds", confirm, { columnMapping, tagIds: Array.from({ length: 340_000 }, () => "") }],
  [
    "headers",
    confirm,
    { columnMapping: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`h${n}`, n])) },
  ],
  ["a long header", confirm, { columnMapping: { ["\u0001".repeat(150_000)]: 1 } }],
])("a body of bad %s gets a short answer", async (_, handler, body) => {
  const acme = await newWorkspace();
  const params: Record<string, string> = handler === confirm ? { id: newId() } : {};
  const answer = await within(acme, handler, { params, body }, 400);
  expect(jsonBytes(answer)).toBeLessThan(100_000);
  expect(answer.details.length).toBeLessThanOrEqual(100);
});

it("a mapping of unknown headers gets a short answer", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, "email\nada@example.com\n");
  const mapping = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`header ${n}`, "skip"]));
  const params = { id: body.importId };
  const answer = await within(acme, confirm, { params, body: { columnMapping: mapping } }, 400);
  expect(jsonBytes(answer)).toBeLessThan(100_000);
});
