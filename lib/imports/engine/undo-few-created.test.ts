import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { owner } from "@/lib/testing/owner";
import { rowsRead } from "@/lib/testing/rows-read";
import { importJob } from "./job";
import { undoJob, undoOf } from "./undo";
import { previewUndo } from "./undo-preview";
import { requestUndo } from "./undo-request";

const CONTACTS = 3000;
const FEW = 20;

async function imported(workspaceId: string, rows: number): Promise<string> {
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(rows)), rows);
  await runJob(importJob, { workspaceId, id });
  return id;
}

async function undo(workspaceId: string, id: string): Promise<void> {
  await requestUndo(workspaceId, id);
  await runJob(undoJob, { workspaceId, id });
}

/** Contacts that others created, long ago or since. */
const addOthers = (workspaceId: string) => owner()`
  insert into contacts (workspace_id, id, email, first_name, search_doc)
  select ${workspaceId}, gen_random_uuid(), gen_random_uuid() || '@example.com', 'O', 'o' from generate_series(1, ${CONTACTS}::int)`;

it.each(["none", "of an empty table", "of now"])(
  "the undo of an import that created few does not search the workspace for them (statistics: %s)",
  async (statistics) => {
    const workspaceId = await makeWorkspace();
    if (statistics === "of an empty table") await owner()`vacuum analyze contacts`;
    await addOthers(workspaceId);
    const id = await imported(workspaceId, FEW);
    if (statistics === "of now") await owner()`vacuum analyze contacts`;
    const { created_rows: removed } = await importState(workspaceId, id);
    expect(removed).toBeGreaterThan(FEW / 2);
    expect(await rowsRead(() => previewUndo(workspaceId, id))).toBeLessThan(CONTACTS / 2);
    expect(await rowsRead(() => undo(workspaceId, id))).toBeLessThan(CONTACTS / 2);
    expect(await undoOf(workspaceId, id)).toMatchObject({ undo_status: "completed", removed, kept: 0 });
  },
);

it.each([
  ["the clocks differ", "started_at = now() + interval '1 day', completed_at = now() + interval '1 day'"],
  ["it was resumed", "started_at = now() + interval '2 s', completed_at = now() + interval '3 s'"],
])("the undo finds all the same whom the import created: %s", async (_, times) => {
  const workspaceId = await makeWorkspace();
  const id = await imported(workspaceId, FEW);
  await pg().unsafe(`update imports set ${times} where workspace_id = $1 and id = $2`, [workspaceId, id]);
  const { created_rows: removed } = await importState(workspaceId, id);
  expect(await previewUndo(workspaceId, id)).toMatchObject({ removed, kept: 0 });
  await undo(workspaceId, id);
  expect(await undoOf(workspaceId, id)).toMatchObject({ removed, kept: 0 });
});

it("the undo finds those whom somebody edited, and those left when others were deleted", async () => {
  const workspaceId = await makeWorkspace();
  const id = await imported(workspaceId, FEW);
  const { created_rows: created } = await importState(workspaceId, id);
  const [one, other] = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} order by id limit 2`;
  await pg()`update contacts set written_by = null where workspace_id = ${workspaceId} and id = ${one?.id ?? null}`;
  expect(await previewUndo(workspaceId, id)).toMatchObject({ removed: created - 1, kept: 1 });
  await pg()`delete from contacts where workspace_id = ${workspaceId} and id = ${other?.id ?? null}`;
  expect(await previewUndo(workspaceId, id)).toMatchObject({ removed: created - 2, kept: 1 });
  await undo(workspaceId, id);
  expect(await undoOf(workspaceId, id)).toMatchObject({ removed: created - 2, kept: 1 });
});

it("the undo of an import that created nobody does not search the workspace for whom it created", async () => {
  const workspaceId = await makeWorkspace();
  const first = await imported(workspaceId, CONTACTS);
  const { created_rows: created } = await importState(workspaceId, first);
  const again = await imported(workspaceId, FEW);
  expect(await importState(workspaceId, again)).toMatchObject({ created_rows: 0 });
  expect(await rowsRead(() => previewUndo(workspaceId, again))).toBeLessThan(CONTACTS / 2);
  expect(await rowsRead(() => undo(workspaceId, again))).toBeLessThan(CONTACTS / 2);
  expect(await previewUndo(workspaceId, first)).toMatchObject({ removed: created, kept: 0 });
  await undo(workspaceId, first);
  expect(await undoOf(workspaceId, first)).toMatchObject({
    undo_status: "completed",
    removed: created,
    kept: 0,
  });
});
