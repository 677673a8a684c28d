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

async function newJob(): Promise<LoadedImport> {
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(ROWS)), ROWS);
  return describeJob(await readImport(workspaceId, id));
}

const sizes = (batches: Batch[]) => batches.map(({ count }) => count);

it("cuts small batches first, and the same ones when it goes on behind any of them", async () => {
  const read = await newJob();
  // The beginning of a longer file.
  const job = { ...read, row: { ...read.row, total_rows: 200_000 } };
  const batches = await cut(job);
  expect(sizes(batches)).toEqual([5000, 5000, 10_000, 2000]);
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

it("cuts a file so that its progress is seen to move", async () => {
  expect(sizes(await cut(await newJob()))).toEqual([5000, 5000, 5000, 5000, 2000]);
});
