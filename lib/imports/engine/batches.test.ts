import { expect, it } from "vitest";
import { readImport } from "@/lib/imports/queries";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { readBatches } from "./batches";
import { describeJob } from "./load";
import type { Batch, LoadedImport } from "./plan";

const ROWS = 22_000;

async function cut(job: LoadedImport): Promise<Batch[]> {
  const batches = [];
  for await (const batch of readBatches(job)) batches.push(batch);
  return batches;
}

it("cuts small batches first, and the same ones when it goes on behind any of them", async () => {
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(ROWS)), ROWS);
  const job = describeJob(await readImport(workspaceId, id));
  const batches = await cut(job);
  expect(batches.map(({ count }) => count)).toEqual([5000, 5000, 10_000, 2000]);
  for (const [n, { end }] of batches.entries()) {
    const row = {
      ...job.row,
      processed_rows: end.row - 1,
      checkpoint_bytes: end.byte,
      checkpoint_line: end.line,
    };
    const ends = (await cut({ ...job, row })).map((batch) => batch.end);
    expect(ends).toEqual(batches.slice(n + 1).map((batch) => batch.end));
  }
});
