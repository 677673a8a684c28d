import { describe, expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as cancel } from "@/app/api/imports/[id]/cancel/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { DELETE as deleteImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { batchesOf, endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const FILE = `email,first_name,company,tags,city
ada@example.com,Ada,Engines,red,Paris
new@example.com,,New Co,"red,blue",

bob@example.com,Bob,Acme,,
ADA@example.com,Ada,Engines,red,Paris
bad address,Zoë,,,
out@example.com,Out,=1+1,,
`;

async function pending(text = FILE) {
  const acme = await newWorkspace();
  const people = [
    { email: "ada@example.com", first_name: "Ada", company: "Acme", custom_fields: { city: "Oslo" } },
    { email: "bob@example.com", first_name: "Bob", company: "Acme", is_unsubscribed: true },
    { email: "out@example.com", first_name: "Out", is_unsubscribed: true },
  ];
  const ids = new Map<string, string>();
  for (const body of people) ids.set(body.email, (await acme.call(createContact, { body })).body.id);
  await acme.call(deleteContact, { params: { id: ids.get("out@example.com") ?? "" } });
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  await acme.call(patch, { params, body: { columnMapping: { city: "custom_fields.city" } } });
  const ask = async (query: Record<string, string> = {}) => acme.call(listChanges, { params, query });
  return { acme, ids, params, ask };
}

const blocksOf = async (workspaceId: string) => {
  const [row] = await pg()<{ diffs: number; blocks: number }[]>`
    select (select count(*)::int from import_diffs where workspace_id = ${workspaceId}) as diffs,
      (select count(*)::int from import_diff_blocks where workspace_id = ${workspaceId}) as blocks`;
  return [row?.diffs, row?.blocks];
};

it("tells row by row what would change, from which value to which", async () => {
  const { ask, params } = await pending();
  const { status, body } = await ask({ limit: "10" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    importId: params.id,
    counts: { rows: 6, create: 2, update: 1, unchanged: 2, skip: 0, fail: 1, changed: 1 },
    total: 6,
    nextCursor: null,
  });
  const none = {
    repeats: null,
    changes: [],
    tags_added: [],
    opt_out: null,
    invented_name: false,
    error: null,
    left_out: false,
  };
  expect(body.data).toEqual([
    {
      ...none,
      ...{ row: 1, line: 2, kind: "update", email: "ada@example.com", tags_added: ["red"] },
      changes: [
        { field: "company", old: "Acme", new: "Engines" },
        { field: "custom_fields.city", old: "Oslo", new: "Paris" },
      ],
    },
    {
      ...none,
      ...{ row: 2, line: 3, kind: "create", email: "new@example.com", tags_added: ["blue", "red"] },
      changes: [
        { field: "first_name", old: null, new: "new" },
        { field: "company", old: null, new: "New Co" },
      ],
      invented_name: true,
    },
    { ...none, row: 3, line: 5, kind: "unchanged", email: "bob@example.com", opt_out: "kept" },
    { ...none, row: 4, line: 6, kind: "unchanged", email: "ada@example.com", repeats: 1 },
    {
      ...none,
      ...{ row: 5, line: 7, kind: "fail", email: null },
      error: {
        ...{ column: "email", code: "email_invalid", message: expect.stringContaining("bad address") },
        ...{ cells: ["bad address", "Zoë", "", "", ""], is_cut: false, opted_out: false, proposals: [] },
      },
    },
    {
      ...none,
      ...{ row: 6, line: 8, kind: "create", email: "out@example.com", opt_out: "remembered" },
      changes: [
        { field: "first_name", old: null, new: "Out" },
        { field: "company", old: null, new: "=1+1" },
      ],
    },
  ]);
  expect(body.fields).toContainEqual({ field: "company", rows: 3, create: 2, update: 1 });
});

it("finds rows by kind, field and address, page by page or from any place on", async () => {
  const { ask } = await pending();
  const rows = async (query: Record<string, string>) => {
    const { body } = await ask(query);
    return [body.data.map(({ row }: { row: number }) => row), body.nextCursor, body.total];
  };
  expect(await rows({ kind: "create" })).toEqual([[2, 6], null, 2]);
  expect(await rows({ kind: "create", limit: "1" })).toEqual([[2], 2, 2]);
  expect(await rows({ kind: "create", limit: "1", cursor: "2" })).toEqual([[6], null, 2]);
  expect(await rows({ field: "company", offset: "1", limit: "1" })).toEqual([[2], 2, 3]);
  expect(await rows({ field: "custom_fields.unknown" })).toEqual([[], null, 0]);
  expect((await ask({ field: "firstname" })).status).toBe(400);
  expect(await rows({ field: "opt_out" })).toEqual([[3, 6], null, 2]);
  expect(await rows({ field: "tags", kind: "update" })).toEqual([[1], null, 1]);
  expect(await rows({ field: "custom_fields.city" })).toEqual([[1], null, 1]);
  expect(await rows({ search: "ADA@" })).toEqual([[1, 4], null, null]);
  expect(await rows({ search: "bad addr" })).toEqual([[5], null, null]);
  expect(await rows({ search: "ada@", kind: "unchanged" })).toEqual([[4], null, null]);
  expect(await rows({ offset: "6" })).toEqual([[], null, 6]);
  expect((await ask({ limit: "501" })).status).toBe(400);
  expect((await ask({ kind: "all" })).status).toBe(400);
  expect((await ask({ offset: "1", search: "x" })).status).toBe(400);
});

it("is a file that no spreadsheet runs", async () => {
  const { ask } = await pending();
  const { response } = await ask({ format: "csv", kind: "create" });
  expect(response.headers.get("content-type")).toContain("text/csv");
  expect(response.headers.get("content-disposition")).toContain("people-changes.csv");
  const bytes = Buffer.from(await response.arrayBuffer()).toString();
  expect(bytes.replace("\ufeff", "").split("\r\n")).toEqual([
    "row,line,kind,email,repeats_row,first_name (old),first_name (new),company (old),company (new),custom_fields.city (old),custom_fields.city (new),tags_added,opt_out,left_out,error",
    "2,3,create,new@example.com,,,new,,New Co,,,blue;red,,,",
    "6,8,create,out@example.com,,,Out,,'=1+1,,,,remembered,,",
    "",
  ]);
  // The address of a rejected row is only in its cell.
  const rejected = await (await ask({ format: "csv", kind: "fail" })).response.text();
  expect(rejected.split("\r\n")[1]).toMatch(/^5,7,fail,bad address,/);
});

it("is made once for a draft, and anew by a dry run, a change of the draft, or when a contact is deleted", async () => {
  const { acme, ids, params, ask } = await pending();
  const first = (await ask()).body;
  await acme.call(patchContact, {
    params: { id: ids.get("ada@example.com") ?? "" },
    body: { company: "Engines" },
  });
  const again = (await ask()).body;
  expect([again.etag, again.made_at]).toEqual([first.etag, first.made_at]);

  expect((await acme.call(dryRun, { params, body: { columnMapping: { email: "email" } } })).status).toBe(200);
  expect((await ask()).body.etag).toBe(first.etag); // the effect of another mapping is not the draft's
  expect((await acme.call(dryRun, { params })).status).toBe(200);
  const renewed = (await ask()).body;
  expect(renewed.etag).not.toBe(first.etag);
  expect(renewed.data[0].changes).toEqual([{ field: "custom_fields.city", old: "Oslo", new: "Paris" }]);

  await acme.call(patch, { params, body: { options: { duplicateStrategy: "skip" } } });
  expect((await ask()).body).toMatchObject({ draft_version: renewed.draft_version + 1, counts: { skip: 3 } });

  await acme.call(deleteContact, { params: { id: ids.get("bob@example.com") ?? "" } });
  expect(await blocksOf(acme.id)).toEqual([0, 0]);
  expect((await ask()).body.counts).toMatchObject({ create: 3, skip: 2 });
});

it("goes with its import, whether that is cancelled, deleted or run", async () => {
  const { acme, params, ask } = await pending();
  await ask();
  expect(await blocksOf(acme.id)).toEqual([1, 1]);
  await acme.call(cancel, { params });
  expect(await blocksOf(acme.id)).toEqual([0, 0]);
  expect((await ask()).body.code).toBe("IMPORT_NOT_PENDING");
  const other = await pending();
  await other.ask();
  await other.acme.call(deleteImport, { params: other.params });
  expect(await blocksOf(other.acme.id)).toEqual([0, 0]);
  expect((await other.ask()).status).toBe(404);
});

it("counts among the stored bytes, and is refused where there is no room", async () => {
  const { acme, params, ask } = await pending();
  process.env.WORKSPACE_STORAGE_BYTES = String(FILE.length + 10);
  resetEnv();
  try {
    expect((await acme.call(dryRun, { params })).status).toBe(200);
    expect(await blocksOf(acme.id)).toEqual([0, 0]);
    expect((await ask()).body).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      details: { reason: "storage_bytes" },
    });
  } finally {
    delete process.env.WORKSPACE_STORAGE_BYTES;
    resetEnv();
  }
});

it("goes through files longer than its blocks, whatever stands in their cells", async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => `p${n}@example.com,"tab\there ${n}"`);
  const { ask } = await pending(`email,first_name\n${rows.join("\n")}\n`);
  const middle = (await ask({ offset: "1234", limit: "3" })).body;
  expect(middle.data.map((row: { changes: unknown }) => row.changes)).toEqual(
    [1234, 1235, 1236].map((n) => [{ field: "first_name", old: null, new: `tab\there ${n}` }]),
  );
  expect((await ask({ search: "p1999@" })).body.data[0].row).toBe(2000);
  const all = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const { body } = await ask({ limit: "500", cursor: String(cursor) });
    all.push(...body.data.map(({ row }: { row: number }) => row));
    cursor = body.nextCursor;
  }
  expect(all).toEqual(rows.map((_, n) => n + 1));
});

it("tells all that changes of a contact whom a row that fails unsubscribes by its id beside", async () => {
  const acme = await newWorkspace();
  const body = { email: "bob@example.com", first_name: "Bob", company: "Acme", external_id: "b1" };
  await acme.call(createContact, { body });
  const text = `email,unsubscribed,id,company,notes\neve@example.com,yes,b1,,${"x".repeat(10_001)}\nbob@example.com,,,Engines,\n`;
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  await acme.call(patch, { params, body: { columnMapping: { id: "external_id" } } });
  const { body: diff } = await acme.call(listChanges, { params });
  expect(diff.data[1]).toMatchObject({
    kind: "update",
    changes: [
      { field: "company", old: "Acme", new: "Engines" },
      { field: "is_unsubscribed", old: false, new: true },
    ],
  });
});

describe("in batches of one row", () => {
  batchesOf(1);

  it("says who stays opted out, also where an earlier row named the contact by its id and failed", async () => {
    const acme = await newWorkspace();
    for (const body of [
      { email: "ada@example.com", first_name: "Ada" },
      { email: "bob@example.com", first_name: "Bob", is_unsubscribed: true, external_id: "b1" },
    ])
      await acme.call(createContact, { body });
    const text = "email,company,id\nada@example.com,Acme,b1\nbob@example.com,Acme,\n";
    const params = { id: (await uploadText(acme, text)).body.importId as string };
    await acme.call(patch, { params, body: { columnMapping: { id: "external_id" } } });
    const { body } = await acme.call(listChanges, { params });
    expect(body.data).toMatchObject([
      { kind: "fail", error: { code: "email_taken" } },
      { kind: "update", email: "bob@example.com", opt_out: "kept" },
    ]);
  });

  it("says so also where an earlier row of the contact failed and opted out", async () => {
    const acme = await newWorkspace();
    const body = { email: "bob@example.com", first_name: "Bob", is_unsubscribed: true };
    await acme.call(createContact, { body });
    const text = `email,unsubscribed,notes\nbob@example.com,yes,${"x".repeat(10_001)}\nbob@example.com,,new\n`;
    const params = { id: (await uploadText(acme, text)).body.importId as string };
    const { body: diff } = await acme.call(listChanges, { params });
    expect(diff.data).toMatchObject([
      { kind: "fail", error: { opted_out: true } },
      { kind: "update", opt_out: "kept" },
    ]);
    // What was confirmed is what the import finds: nobody has changed the contact since.
    expect((await acme.call(confirm, { params, query: { etag: diff.etag } })).status).toBe(202);
    expect(await endOf(acme, params)).toMatchObject({ updated_rows: 1, failed_rows: 1 });
  });
});
