import { expect, it } from "vitest";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { batchesOf, importText, uploadText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { importJob } from "./job";
import { undoJob, undoOf } from "./undo";
import { requestUndo } from "./undo-request";

/** Whatever the planner assumes about the table, an import looks rows up one by one: see ONLY_LOOK_UPS. */
const ROWS = 12_000;
/** A good plan takes about 1 s, one that reads the workspace for each row more than 10. */
const AS_FAST = 5;

batchesOf(2000);

/** A file that repeats every row: its second half, below another header, meets what the first half created. */
async function importTwice(workspaceId: string): Promise<number> {
  const file = await storeFile(workspaceId, [...peopleCsv(ROWS), ...peopleCsv(ROWS)]);
  const id = await confirmedImport(workspaceId, file, 2 * ROWS + 1);
  const started = performance.now();
  await runJob(importJob, { workspaceId, id });
  expect(await importState(workspaceId, id)).toMatchObject({
    status: "completed",
    processed_rows: 2 * ROWS + 1,
  });
  return performance.now() - started;
}

it("imports as fast into a workspace that the statistics have never seen", async () => {
  const other = await makeWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${other}::uuid, gen_random_uuid(), 'person.' || n || '@example.com', 'P' from generate_series(1, 60000) n`;
  await owner()`analyze contacts`;
  const unseen = await importTwice(await makeWorkspace());
  await owner()`analyze contacts`;
  expect(unseen).toBeLessThan(AS_FAST * (await importTwice(await makeWorkspace())));
});

it("imports as fast into a table that was emptied, whose statistics say so", async () => {
  const workspaceId = await makeWorkspace();
  const usual = await importTwice(workspaceId);
  const last = await makeWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    values (${last}, gen_random_uuid(), 'keeps@pages.example', 'K')`;
  await pg()`delete from contacts where workspace_id = ${workspaceId}`;
  await owner()`vacuum analyze contacts`;
  expect(await importTwice(workspaceId)).toBeLessThan(AS_FAST * usual);
});

/** Milliseconds that the undo of an import takes that changed every contact of a new workspace. */
async function undoneIn(): Promise<number> {
  const workspaceId = await makeWorkspace();
  const ids: string[] = [];
  for (const edition of ["", ", second edition"]) {
    const file = await storeFile(workspaceId, peopleCsv(ROWS, { repeats: 0, edition }));
    ids.push(await confirmedImport(workspaceId, file, ROWS));
    await runJob(importJob, { workspaceId, id: ids.at(-1) ?? "" });
  }
  const id = ids[1] ?? "";
  await requestUndo(workspaceId, id);
  const started = performance.now();
  await runJob(undoJob, { workspaceId, id });
  expect((await undoOf(workspaceId, id)).restored).toBeGreaterThan(0.98 * ROWS);
  return performance.now() - started;
}

it("puts back as fast in a workspace that the statistics have never seen", async () => {
  await owner()`analyze contacts`;
  const unseen = await undoneIn();
  await owner()`analyze contacts, contact_changes, import_changes`;
  expect(unseen).toBeLessThan(AS_FAST * (await undoneIn()));
});

/** Milliseconds of a dry run, and of the import, of people of whom every seventh is stored. */
async function meetSome(columns: Record<string, (n: number) => string>): Promise<number> {
  const acme = await newWorkspace();
  const text = (step: number) =>
    [
      Object.keys(columns).join(),
      ...Array.from({ length: Math.ceil(5000 / step) }, (_, n) =>
        Object.values(columns)
          .map((cell) => cell(n * step))
          .join(),
      ),
    ].join("\n");
  await importText(acme, text(7).replaceAll("New", "Old"));
  const { importId } = (await uploadText(acme, text(1))).body;
  const started = performance.now();
  const { body } = await acme.call(dryRun, { params: { id: importId } });
  expect(body).toMatchObject({ create: 4285, update: 715 });
  expect(await importText(acme, text(1))).toMatchObject({ created_rows: 4285, updated_rows: 715 });
  return performance.now() - started;
}

it("tries out and imports rows with tags and ids nearly as fast as others", async () => {
  const plain = { email: (n: number) => `u${n}@example.com`, first_name: (n: number) => `New${n}` };
  const usual = await meetSome(plain);
  const tagged = await meetSome({
    ...plain,
    external_id: (n) => `id${n}`,
    tags: (n) => `a${n % 50};b${n % 20}`,
  });
  // 3 times as long with a good plan; 24 times, and growing with each row, if the list of tagged contacts is built for
  // each.
  expect(tagged).toBeLessThan(8 * usual);
});
