import { expect, it } from "vitest";
import { peopleCsv } from "@/bench/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/bench/workspace";
import { sql } from "@/db/client";
import { newId } from "@/lib/ids";
import { claimJob, FencedError, type Lease } from "@/lib/jobs/lease";
import { type Batch, readBatches } from "./batches";
import { commitBatch } from "./commit";
import { openFinder } from "./known";
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

async function emailsOf(workspaceId: string): Promise<string[]> {
  const rows = await sql()<{ email: string }[]>`
    select email from contacts where workspace_id = ${workspaceId} order by email`;
  return rows.map((row) => row.email);
}

/** What `openFinder` says of an empty workspace: everything is new. */
const allNew = ({ lines }: Batch) => ({
  stored: new Uint8Array(lines.count),
  unsure: new Uint8Array(lines.count),
});

it("merges a batch whose rows were taken for new, although somebody created one of them meanwhile", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const taken = batch.lines.emails[3] ?? "";
  await sql()`
    insert into contacts (workspace_id, id, email, first_name, phone)
    values (${lease.workspaceId}, ${newId()}, ${taken}, 'Mine', '+1')`;
  await commitBatch(lease, job, batch, allNew(batch));
  expect(await emailsOf(lease.workspaceId)).toEqual([...batch.lines.emails].sort());
  expect(await stateOf(lease)).toMatchObject({
    created_rows: batch.lines.count - 1,
    updated_rows: 50 - batch.lines.count + 1,
  });
});

it("counts rows that were there when they were looked up and were deleted before the batch", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const known = {
    stored: new Uint8Array(batch.lines.count).fill(1),
    unsure: new Uint8Array(batch.lines.count),
  };
  await commitBatch(lease, job, batch, known);
  expect(await emailsOf(lease.workspaceId)).toEqual([]);
  expect(await stateOf(lease)).toMatchObject({ created_rows: 0, updated_rows: 50 });
});

it("takes what an earlier batch had for possible, not for certain", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const find = await openFinder(lease.workspaceId, 50);
  expect(await find(batch)).toEqual(allNew(batch));
  expect((await find(batch))?.unsure).toEqual(new Uint8Array(batch.lines.count).fill(1));
  await commitBatch(lease, job, batch, await find(batch));
  expect(await emailsOf(lease.workspaceId)).toEqual([...batch.lines.emails].sort());
});

it("looks a batch up in a workspace with contacts, and after one that was all there merges the next without a look", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  await commitBatch(lease, job, batch);
  const find = await openFinder(lease.workspaceId, 50);
  expect((await find(batch))?.stored).toEqual(new Uint8Array(batch.lines.count).fill(1));
  expect(await find(batch)).toBeNull();
});
