import { afterEach, expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { PUT as editTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

afterEach(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  resetEnv();
});

/** The forecast for a file, and the result. */
async function predictAndRun(acme: Workspace, text: string, draft: Record<string, unknown> = {}) {
  const { importId } = (await uploadText(acme, text)).body;
  const params = { id: importId };
  await acme.call(patch, { params, body: draft });
  const predicted = (await acme.call(dryRun, { params })).body;
  expect((await acme.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  return { predicted, done: (await acme.call(getImport, { params })).body };
}

/** Rows by address and name: ada is stored, and the rest is new. */
const FILE = [
  "email,first_name",
  "ada@example.com,Ada", // as stored
  "bob@example.com,Bob", // new
  "cyd@example.com,Cyd", // stored, changes
  "bob@example.com,Rob", // repeats
  "cyd@example.com,Cyd", // repeats, adds nothing
  "ada@example.com,Ada", // repeats, adds nothing
  "cyd@example.com,Kit", // repeats, changes once more
  "nobody,X", // rejected
  "bob@example.com,Rob", // repeats, adds nothing
].join("\n");

it.each([1, 2, 3, 100])(
  "counts contacts that change, and rows that repeat one, in batches of %d",
  async (size) => {
    process.env.IMPORT_BATCH_ROWS = String(size);
    resetEnv();
    const acme = await newWorkspace();
    for (const [email, first_name] of [
      ["ada@example.com", "Ada"],
      ["cyd@example.com", "Sid"],
    ])
      await acme.call(createContact, { body: { email, first_name } });
    const { predicted, done } = await predictAndRun(acme, FILE);
    expect(done).toMatchObject({
      processed_rows: 9,
      created_rows: 1,
      updated_rows: 7,
      failed_rows: 1,
      changed_contacts: 1,
      repeated_rows: 5,
    });
    expect(predicted).toMatchObject({ rows: 9, create: 1, fail: 1, changed: 1, repeated: 5 });
    expect(predicted.update + predicted.unchanged).toBe(7);
  },
);

it("counts what repeats an address among the skipped rows, too", async () => {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  const { predicted, done } = await predictAndRun(acme, FILE, { options: { duplicateStrategy: "skip" } });
  expect(done).toMatchObject({ created_rows: 2, skipped_rows: 6, repeated_rows: 5, changed_contacts: 0 });
  expect(predicted).toMatchObject({ create: 2, skip: 6, repeated: 5, changed: 0 });
});

it("shows the line, the tags and the invented names of what changes first", async () => {
  const acme = await newWorkspace();
  const vip = (await acme.call(createTag, { body: { name: "vip" } })).body;
  await acme.call(createContact, { body: { email: "cyd@example.com", first_name: "Cyd" } });
  const text =
    'Report\n\nemail,name,tags\ninfo@example.com,,"lead, vip"\nzoe@example.com,Zoe,\n\ncyd@example.com,,lead\n';
  const { predicted } = await predictAndRun(acme, text, {
    columnMapping: { name: "first_name", tags: "tags" },
    options: { tagIds: [vip.id] },
  });
  expect(predicted.new_tags).toEqual(["lead"]);
  expect(
    predicted.samples.map((sample: Record<string, unknown>) => [
      sample.email,
      sample.row,
      sample.line,
      sample.invented_name,
    ]),
  ).toEqual([
    ["cyd@example.com", null, 7, false],
    ["info@example.com", 1, 4, true],
    ["zoe@example.com", 2, 5, false],
  ]);
  expect(predicted.samples[0]).toMatchObject({ before: { tags: [] }, after: { tags: ["lead", "vip"] } });
  expect(predicted.samples[2]).toMatchObject({ before: null, after: { tags: ["vip"] } });
});

it("takes the tags it created back with an undo, but none that is used or was edited", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email,tags\nold@example.com,kept\n");
  const done = await importText(acme, 'email,tags\nada@example.com,"gone, renamed, shared, kept"\n');
  await importText(acme, "email,tags\nbob@example.com,shared\n");
  const names = async () =>
    (await acme.call(listTags)).body.data.map((tag: { name: string }) => tag.name).sort();
  const { data } = (await acme.call(listTags)).body;
  const { id } = data.find((tag: { name: string }) => tag.name === "renamed");
  await acme.call(editTag, { params: { id }, body: { color: "#ff0000" } });
  expect(await names()).toEqual(["gone", "kept", "renamed", "shared"]);
  expect((await acme.call(undo, { params: { id: done.id } })).status).toBe(200);
  await settleBackground();
  expect(await names()).toEqual(["kept", "renamed", "shared"]);
});
