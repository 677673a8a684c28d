import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { importJob } from "./job";
import { undoJob, undoOf } from "./undo";
import { requestUndo } from "./undo-request";

/** `KITH_FULL=1` runs the proof in full: 100 000 rows, half of them updates. */
const isFull = process.env.KITH_FULL === "1";
const ROWS = isFull ? 100_000 : 20_000;

async function importPeople(workspaceId: string, rows: number, edition?: string): Promise<string> {
  const file = await storeFile(workspaceId, peopleCsv(rows, { repeats: 0, ...(edition && { edition }) }));
  const id = await confirmedImport(workspaceId, file, rows, edition ? { tagIds: [] } : {});
  await runJob(importJob, { workspaceId, id });
  return id;
}

/** Every column of every contact, by id. */
async function contactsById(workspaceId: string): Promise<Map<string, string>> {
  const rows = await pg()<{ id: string; whole: string }[]>`
    select id, row(c.*)::text as whole from contacts c where workspace_id = ${workspaceId}`;
  return new Map(rows.map((row) => [row.id, row.whole]));
}

it("puts every contact back as it was, except those that somebody edited since", async () => {
  const workspaceId = await makeWorkspace();
  await importPeople(workspaceId, ROWS / 2);
  const before = await contactsById(workspaceId);
  const id = await importPeople(workspaceId, ROWS, ", second edition");
  const after = await importState(workspaceId, id);
  expect(after.updated_rows - after.unchanged_rows).toBeGreaterThan(0.98 * (ROWS / 2));
  expect(after.created_rows).toBeGreaterThan(0.98 * (ROWS / 2));
  const edited = await pg()<{ id: string }[]>`
    update contacts set phone = '+1 555', written_by = null, updated_at = now()
    where workspace_id = ${workspaceId} and import_row % 500 = 7 returning id`;
  const kept = new Map([...(await contactsById(workspaceId))].filter(([key]) => isEdited(key)));
  function isEdited(key: string): boolean {
    return edited.some((one) => one.id === key);
  }
  await requestUndo(workspaceId, id);
  await runJob(undoJob, { workspaceId, id });
  const result = await undoOf(workspaceId, id);
  expect(result).toMatchObject({ undo_status: "completed", kept: edited.length });
  expect(edited.length).toBeGreaterThan(ROWS / 600);
  const untouched = new Map([...before].filter(([key]) => !isEdited(key)));
  const wanted = new Map([...untouched, ...kept]);
  const found = await contactsById(workspaceId);
  expect(found).toEqual(wanted);
  recordFigure("undo", {
    size: { rows: ROWS, updates: after.updated_rows, "edited since": edited.length },
    measured: {
      "contacts that differ in any column": [...wanted].filter(([key, whole]) => found.get(key) !== whole)
        .length,
      "kept and named": result?.kept ?? 0,
    },
    isWhole: isFull,
  });
}, 240_000);
