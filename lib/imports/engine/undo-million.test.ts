import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { importJob } from "./job";
import { undoJob, undoOf } from "./undo";
import { requestUndo } from "./undo-request";

/** `KITH_FULL=1` runs the proof in full: 1 000 000 contacts that an import changed, restored within 90 s. */
const isFull = process.env.KITH_FULL === "1";
const ROWS = isFull ? 1_000_000 : 2_000;
const SEED = 1;

async function importPeople(workspaceId: string, edition?: string): Promise<string> {
  const file = await storeFile(
    workspaceId,
    peopleCsv(ROWS, { seed: SEED, repeats: 0, ...(edition && { edition }) }),
  );
  const id = await confirmedImport(workspaceId, file, ROWS);
  await runJob(importJob, { workspaceId, id });
  return id;
}

/** The number of contacts, and every column of them all as one number. */
async function sumOf(workspaceId: string) {
  const [row] = await pg()<{ n: number; sum: string }[]>`
    select count(*)::int as n, sum(hashtextextended(row(c.*)::text, 0)::numeric)::text as sum
    from contacts c where workspace_id = ${workspaceId}`;
  return row;
}

it(`puts ${ROWS} contacts back that an import changed`, { timeout: 1_200_000 }, async () => {
  const workspaceId = await makeWorkspace();
  await importPeople(workspaceId);
  const before = await sumOf(workspaceId);
  const id = await importPeople(workspaceId, ", second edition");
  expect(await sumOf(workspaceId)).not.toEqual(before);
  const started = performance.now();
  await requestUndo(workspaceId, id);
  await runJob(undoJob, { workspaceId, id });
  const tookMs = performance.now() - started;
  console.info(`imports: ${ROWS} changed contacts put back in ${Math.round(tookMs)} ms`);
  const undone = await undoOf(workspaceId, id);
  expect(undone).toMatchObject({ undo_status: "completed", removed: 0, kept: 0 });
  expect(undone.restored).toBeGreaterThan(0.98 * (before?.n ?? 0));
  expect(await sumOf(workspaceId)).toEqual(before);
  if (isFull) expect(tookMs).toBeLessThan(90_000);
  recordFigure("undo-changed", {
    seed: SEED,
    size: { "changed contacts": ROWS },
    measured: { "contacts that differ": 0, "ms to put back": Math.round(tookMs) },
    isWhole: isFull,
  });
});
