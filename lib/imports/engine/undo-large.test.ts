import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { importJob } from "./job";
import { NAMED, undoJob, undoOf } from "./undo";
import { requestUndo } from "./undo-request";

/** `KITH_FULL=1` runs the proof in full: 100 000 rows, half of them updates. */
const isFull = process.env.KITH_FULL === "1";
const ROWS = isFull ? 100_000 : 20_000;
const SEED = 1;
/** One row in so many is edited since: more than an undo names. */
const SPARED = isFull ? 500 : 150;

async function importPeople(workspaceId: string, rows: number, edition?: string): Promise<string> {
  const file = await storeFile(
    workspaceId,
    peopleCsv(rows, { seed: SEED, repeats: 0, ...(edition && { edition }) }),
  );
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
  const edited = await pg()<{ id: string; email: string }[]>`
    update contacts set phone = '+1 555', written_by = null, updated_at = now()
    where workspace_id = ${workspaceId} and import_row % ${SPARED} = 7 returning id, email`;
  const kept = new Map([...(await contactsById(workspaceId))].filter(([key]) => isEdited(key)));
  function isEdited(key: string): boolean {
    return edited.some((one) => one.id === key);
  }
  await requestUndo(workspaceId, id);
  await runJob(undoJob, { workspaceId, id });
  const result = await undoOf(workspaceId, id);
  expect(result).toMatchObject({ undo_status: "completed", kept: edited.length });
  expect(edited.length).toBeGreaterThan(NAMED);
  const named = result?.kept_contacts ?? [];
  const emails = new Map(edited.map(({ id, email }) => [id, email]));
  expect(new Set(named.map(({ id }) => id)).size).toBe(NAMED);
  for (const one of named) expect(one).toEqual({ id: one.id, email: emails.get(one.id), exists: true });
  const untouched = new Map([...before].filter(([key]) => !isEdited(key)));
  const wanted = new Map([...untouched, ...kept]);
  const found = await contactsById(workspaceId);
  expect(found).toEqual(wanted);
  recordFigure("undo", {
    seed: SEED,
    size: { rows: ROWS, updates: after.updated_rows, "edited since": edited.length },
    measured: {
      "contacts that differ in any column": [...wanted].filter(([key, whole]) => found.get(key) !== whole)
        .length,
      kept: result?.kept ?? 0,
      "of these named": named.length,
    },
    isWhole: isFull,
  });
}, 240_000);
