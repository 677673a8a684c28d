import { expect, it } from "vitest";
import { peopleCsv } from "@/bench/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/bench/workspace";
import { claimJob, FencedError, type Lease } from "@/lib/jobs/lease";
import { type Batch, readBatches } from "./batches";
import { commitBatch } from "./commit";
import { loadImport } from "./load";

async function claimedImport(rows: number) {
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(
    workspaceId,
    await storeFile(workspaceId, peopleCsv(rows, { bad: 0 })),
    rows,
  );
  const lease = await claimJob("import", workspaceId, id);
  if (!lease) throw new Error("the import could not be claimed");
  return { lease, job: await loadImport(lease) };
}

async function firstBatch(job: Awaited<ReturnType<typeof loadImport>>): Promise<Batch> {
  for await (const batch of readBatches(job)) return batch;
  throw new Error("the file is empty");
}

const stateOf = ({ workspaceId, id }: Lease) => importState(workspaceId, id);

it("counts a batch once when a connection that broke during COMMIT makes it come again", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  await commitBatch(lease, job, batch);
  const committed = await stateOf(lease);
  await commitBatch(lease, job, batch);
  expect(await stateOf(lease)).toEqual(committed);
  expect(committed.processed_rows).toBe(50);
});

it("refuses a batch from another place than the checkpoint, and one of a worker that lost its lease", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const later = { ...batch, start: { byte: 1, line: 2, row: 11 }, end: { ...batch.end, row: 61 } };
  await expect(commitBatch(lease, job, later)).rejects.toBeInstanceOf(FencedError);
  await expect(commitBatch({ ...lease, epoch: lease.epoch - 1 }, job, batch)).rejects.toBeInstanceOf(
    FencedError,
  );
  expect((await stateOf(lease)).processed_rows).toBe(0);
});
