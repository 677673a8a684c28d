import { expect, it } from "vitest";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { rowsRead } from "@/lib/testing/rows-read";
import { importJob } from "./job";
import { undoJob, undoOf } from "./undo";
import { previewUndo } from "./undo-preview";
import { requestUndo } from "./undo-request";

const CONTACTS = 3000;
const FEW = 20;

it("the undo of an import that created nobody does not search the workspace for whom it created", async () => {
  const workspaceId = await makeWorkspace();
  const imported = async (rows: number) => {
    const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(rows)), rows);
    await runJob(importJob, { workspaceId, id });
    return id;
  };
  const undo = async (id: string) => {
    await requestUndo(workspaceId, id);
    await runJob(undoJob, { workspaceId, id });
  };
  const first = await imported(CONTACTS);
  const { created_rows: created } = await importState(workspaceId, first);
  const again = await imported(FEW);
  expect(await importState(workspaceId, again)).toMatchObject({ created_rows: 0 });
  expect(await rowsRead(() => previewUndo(workspaceId, again))).toBeLessThan(CONTACTS / 2);
  expect(await rowsRead(() => undo(again))).toBeLessThan(CONTACTS / 2);
  expect(await previewUndo(workspaceId, first)).toMatchObject({ removed: created, kept: 0 });
  await undo(first);
  expect(await undoOf(workspaceId, first)).toMatchObject({
    undo_status: "completed",
    removed: created,
    kept: 0,
  });
});
