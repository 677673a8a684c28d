import { afterEach, expect, it } from "vitest";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { LIMITS } from "@/lib/limits";
import { importText, uploadText } from "@/lib/testing/imports";
import { fillTags } from "@/lib/testing/tags";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const PER_CONTACT = LIMITS.tags_per_contact.max;
const PER_WORKSPACE = LIMITS.tags_per_workspace.max;
const body = { columnMapping: { email: "email", tags: "tags" }, delimiter: ",", headerRow: 1 };
const names = (from: number, to: number, prefix = "n") =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`).join(";");
const fileOf = (rows: [string, string][]) =>
  `email,tags\n${rows.map(([name, tags]) => `${name}@example.com,${tags}\n`).join("")}`;

function inBatchesOf(rows: number): void {
  process.env.IMPORT_BATCH_ROWS = String(rows);
  resetEnv();
}

afterEach(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  resetEnv();
});

/** The forecast of a dry run, then the result of the import, and the codes of its failed rows by row. */
async function bothWays(acme: Workspace, text: string, options: Record<string, unknown> = {}) {
  const received = await uploadText(acme, text);
  const told = { ...body, ...options };
  const { body: checked } = await acme.call(dryRun, { params: { id: received.body.importId }, body: told });
  const done = await importText(acme, text, told);
  expect(checked).toMatchObject({
    create: done.created_rows,
    update: done.updated_rows - done.unchanged_rows,
    unchanged: done.unchanged_rows,
    fail: done.failed_rows,
  });
  const { body: errors } = await acme.call(listErrors, { params: { id: done.id }, query: { limit: "100" } });
  expect(checked.errors.map((one: { code: string }) => one.code)).toEqual(
    errors.data.slice(0, 10).map((one: { code: string }) => one.code),
  );
  const failed = errors.data.map((one: { row: number; code: string }) => [one.row, one.code]);
  return { done, failed: Object.fromEntries(failed) };
}

async function tagNames(acme: Workspace): Promise<string[]> {
  const { body } = await acme.call(listTags);
  return body.data.map((one: { name: string }) => one.name);
}

async function tagsOf(acme: Workspace, name: string): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`
    select count(*)::int as n from contact_tags t
    join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
    where c.workspace_id = ${acme.id} and c.email = ${`${name}@example.com`}`;
  return row?.n ?? 0;
}

it("takes 100 tags of a row and refuses 101, that row alone", async () => {
  const acme = await newWorkspace();
  const text = fileOf([
    ["full", names(1, PER_CONTACT)],
    ["over", names(1, PER_CONTACT + 1)],
    ["twice", `${names(1, PER_CONTACT)};N1;n2`],
  ]);
  const { done, failed } = await bothWays(acme, text);
  expect(done).toMatchObject({ created_rows: 2, failed_rows: 1 });
  expect(failed).toEqual({ 2: "too_many_tags" });
  expect(await tagNames(acme)).toHaveLength(PER_CONTACT);
  expect(await tagsOf(acme, "twice")).toBe(PER_CONTACT);
});

it.each([1, 20_000])(
  "refuses a row that would give a stored contact more than 100 tags, in batches of %d",
  async (rows) => {
    inBatchesOf(rows);
    const acme = await newWorkspace();
    await importText(acme, fileOf([["ada", names(1, 99)]]), body);
    const text = fileOf([
      ["ada", "n100;n101"],
      ["bob", "n100;n101"],
    ]);
    const { done, failed } = await bothWays(acme, text);
    expect(done).toMatchObject({ created_rows: 1, updated_rows: 0, failed_rows: 1 });
    expect(failed).toEqual({ 1: "too_many_tags" });
    expect([await tagsOf(acme, "ada"), await tagsOf(acme, "bob")]).toEqual([99, 2]);
    const exactly = await importText(acme, fileOf([["ada", "n100"]]), body);
    expect(exactly).toMatchObject({ updated_rows: 1, failed_rows: 0 });
    expect(await tagsOf(acme, "ada")).toBe(PER_CONTACT);
  },
);

it.each([1, 20_000])(
  "counts the tags of a person's rows, and those added to every row, in batches of %d",
  async (rows) => {
    inBatchesOf(rows);
    const acme = await newWorkspace();
    const every = (await acme.call(createTag, { body: { name: "every" } })).body.id;
    const text = fileOf([
      ["ada", names(1, 60)],
      ["ada", names(61, 120)],
      ["ada", names(61, 99)],
      ["bob", names(1, 100)],
    ]);
    const { done, failed } = await bothWays(acme, text, { tagIds: [every] });
    expect(done).toMatchObject({ created_rows: 1, updated_rows: 1, failed_rows: 2 });
    expect(failed).toEqual({ 2: "too_many_tags", 4: "too_many_tags" });
    expect(await tagsOf(acme, "ada")).toBe(PER_CONTACT);
  },
);

it.each([1, 2, 20_000])(
  "refuses the row that would create tag 2 001, alone, in batches of %d",
  async (rows) => {
    inBatchesOf(rows);
    const acme = await newWorkspace();
    await fillTags(acme.id, PER_WORKSPACE - 3);
    const text = fileOf([
      ["a", "New 1"],
      ["b", "new 1;new 2"],
      ["c", "new 3;new 4"],
      ["d", "t1;new 2"],
      ["a", "new 3;new 4;new 5"],
      ["e", "new 5"],
      ["e", "new 6"],
      ["f", "new 6"],
    ]);
    const { done, failed } = await bothWays(acme, text);
    expect(failed).toEqual({
      3: "too_many_workspace_tags",
      5: "too_many_workspace_tags",
      7: "too_many_workspace_tags",
      8: "too_many_workspace_tags",
    });
    expect(done).toMatchObject({ processed_rows: 8, created_rows: 4, updated_rows: 0, failed_rows: 4 });
    const stored = await tagNames(acme);
    expect(stored).toHaveLength(PER_WORKSPACE);
    expect(stored).toEqual(expect.arrayContaining(["New 1", "new 2", "new 5"]));
    expect(await tagsOf(acme, "e")).toBe(1);
  },
);

it("takes rows whose tags are there in a workspace that has more than it may", async () => {
  const acme = await newWorkspace();
  await fillTags(acme.id, PER_WORKSPACE + 3000);
  const { done, failed } = await bothWays(
    acme,
    fileOf([
      ["a", "t1;t4999"],
      ["b", "another"],
    ]),
  );
  expect(done).toMatchObject({ created_rows: 1, failed_rows: 1 });
  expect(failed).toEqual({ 2: "too_many_workspace_tags" });
});

it("never passes the bounds, however many imports run at once", async () => {
  const acme = await newWorkspace();
  await fillTags(acme.id, PER_WORKSPACE - 50);
  await importText(acme, fileOf([["ada", names(1, 80, "t")]]), body);
  inBatchesOf(3);
  const file = (n: number) =>
    fileOf([
      ...Array.from({ length: 20 }, (_, i): [string, string] => [`p${n}-${i}`, `new ${n}.${i}`]),
      ["ada", names(100 + 15 * n, 114 + 15 * n, "t")],
    ]);
  const done = await Promise.all([0, 1, 2, 3].map((n) => importText(acme, file(n), body)));
  expect(await tagNames(acme)).toHaveLength(PER_WORKSPACE);
  expect(done.reduce((sum, one) => sum + one.created_rows, 0)).toBe(50);
  expect(await tagsOf(acme, "ada")).toBe(95);
  expect(done.reduce((sum, one) => sum + one.failed_rows, 0)).toBe(30 + 3);
});
