import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import type { Lease } from "@/lib/jobs/kind";
import { claimJob, FencedError } from "@/lib/jobs/lease";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { importJob } from "./job";
import { loadImport } from "./load";
import { openLookups } from "./lookup";
import { OvertakenError } from "./overtaken";
import type { Batch, LoadedImport, Lookup } from "./plan";

async function claimedImport(rows: number, workspaceId?: string) {
  workspaceId ??= await makeWorkspace();
  const id = await confirmedImport(
    workspaceId,
    await storeFile(workspaceId, peopleCsv(rows, { bad: 0 })),
    rows,
  );
  const lease = await claimJob(importJob, { workspaceId, id });
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
  const rows = await pg()<{ email: string }[]>`
    select email from contacts where workspace_id = ${workspaceId} order by email`;
  return rows.map((row) => row.email);
}

/** A lookup according to which everything is new, except the given rows. */
const allNew = ({ lines }: Batch, lookup: Partial<Lookup> = {}): Lookup => ({
  stored: new Uint8Array(lines.count),
  same: new Uint8Array(lines.count),
  unsure: new Uint8Array(lines.count),
  isLikely: false,
  ...lookup,
});
const every = ({ lines }: Batch) => new Uint8Array(lines.count).fill(1);
const saying = (lookup: Lookup) => ({ lookUp: async () => lookup, turn: undefined });

it("merges a batch whose rows were taken for new, although somebody created one of them meanwhile", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const taken = batch.lines.emails[3] ?? "";
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, phone)
    values (${lease.workspaceId}, ${newId()}, ${taken}, 'Mine', '+1')`;
  await commitBatch(lease, job, batch, saying(allNew(batch)));
  expect(await emailsOf(lease.workspaceId)).toEqual([...batch.lines.emails].sort());
  expect(await stateOf(lease)).toMatchObject({
    created_rows: batch.lines.count - 1,
    updated_rows: 50 - batch.lines.count + 1,
  });
});

it("refuses a batch whose contacts were there when they were looked up, and are gone: it is looked up again", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const stale = saying(allNew(batch, { stored: every(batch) }));
  await expect(commitBatch(lease, job, batch, stale)).rejects.toBeInstanceOf(OvertakenError);
  expect(await stateOf(lease)).toMatchObject({ processed_rows: 0 });
  await commitBatch(lease, job, batch);
  expect(await stateOf(lease)).toMatchObject({ created_rows: batch.lines.count, processed_rows: 50 });
});

/** What `openLookups` returns for batches whose lookups overtake each other. */
async function findAll(job: LoadedImport, batches: Batch[]): Promise<Lookup[]> {
  const lookups = await openLookups(job.plan);
  return pg().begin(async (tx) => {
    const all: Lookup[] = [];
    for (const lookUp of batches.map(lookups).reverse()) all.unshift(await lookUp(tx));
    return all;
  });
}

it("takes what an earlier batch had for possible, not for certain", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const again = { ...batch, metBefore: new Set(batch.lines.emails) };
  const [first, second] = await findAll(job, [batch, again]);
  expect(first).toEqual(allNew(batch));
  expect(second).toEqual(allNew(batch, { unsure: every(batch) }));
  await commitBatch(lease, job, batch, saying(allNew(batch, { unsure: every(batch) })));
  expect(await emailsOf(lease.workspaceId)).toEqual([...batch.lines.emails].sort());
});

it("says which rows are stored just as they are, unless the batch before may change them", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  await commitBatch(lease, job, batch);
  const [changed, kept] = [3, 4];
  await pg()`
    update contacts set company = coalesce(company, '') || '!'
    where workspace_id = ${lease.workspaceId} and email = ${batch.lines.emails[changed] ?? ""}`;
  const [first, second] = await findAll(job, [batch, batch]);
  const same = first?.same ?? new Uint8Array();
  expect(first).toEqual(allNew(batch, { stored: every(batch), same }));
  expect([same[changed], same[kept]]).toEqual([0, 1]);
  expect(same.reduce((sum, one) => sum + one, 0)).toBe(batch.lines.count - 1);
  expect(second).toEqual(allNew(batch, { stored: every(batch) }));
});

/** The second import of 5 000 people, after this many of the first 4 000 by e-mail were changed since the first one. */
async function changedSince(count: number) {
  const { lease, job } = await claimedImport(5000);
  await commitBatch(lease, job, await firstBatch(job));
  const again = await claimedImport(5000, lease.workspaceId);
  const batch = await firstBatch(again.job);
  const changed = batch.order.slice(0, count).map((index) => batch.lines.emails[index] ?? "");
  await pg()`
    update contacts set first_name = first_name || '!'
    where workspace_id = ${lease.workspaceId} and email = any(${changed})`;
  const [lookup] = await findAll(again.job, [batch]);
  return { ...again, batch, lookup };
}

/** The rows that change nothing when these contacts are written: of the others, also their repeated rows. */
function unchangedRows({ lines, repeats }: Batch, written: number[]): number {
  const repeated = [...repeats.of].flatMap(([index, rows]) =>
    rows.filter((row) => !written.includes(index) || repeats.idle.has(row)),
  );
  return lines.count - written.length + repeated.length;
}

it("leaves the comparison to the merge when the first rows are not worth it, and counts the same", async () => {
  const { lease, job, batch, lookup } = await changedSince(3900);
  const same = lookup?.same ?? new Uint8Array();
  expect(lookup).toEqual(allNew(batch, { stored: every(batch), same }));
  expect(same.reduce((sum, one) => sum + one, 0)).toBe(100);
  await commitBatch(lease, job, batch);
  const kept = unchangedRows(batch, batch.order.slice(0, 3900));
  expect(await stateOf(lease)).toMatchObject({ updated_rows: 5000, unchanged_rows: kept });
});

it("does not look for the others when the first ones all change, and counts the same", async () => {
  const { lease, job, batch, lookup } = await changedSince(4000);
  expect(lookup).toMatchObject({ isLikely: true, same: new Uint8Array(batch.lines.count) });
  const counts = [lookup?.stored, lookup?.unsure].map((flags) => flags?.reduce((sum, one) => sum + one, 0));
  expect(counts).toEqual([4000, batch.lines.count - 4000]);
  const gone = batch.lines.emails[batch.order.at(-1) ?? 0] ?? "";
  await pg()`delete from contacts where workspace_id = ${lease.workspaceId} and email = ${gone}`;
  await commitBatch(lease, job, batch);
  const kept = unchangedRows(batch, [...batch.order.slice(0, 4000), batch.order.at(-1) ?? 0]);
  const { created_rows, updated_rows, unchanged_rows } = await stateOf(lease);
  expect({ created_rows, updated_rows, unchanged_rows }).toEqual({
    created_rows: 1,
    updated_rows: 4999,
    unchanged_rows: kept,
  });
  expect(await emailsOf(lease.workspaceId)).toEqual([...batch.lines.emails].sort());
});

it("waits for the batch before, and writes nothing when that one fails", async () => {
  const { lease, job } = await claimedImport(50);
  const batch = await firstBatch(job);
  const turn = Promise.reject(new Error("the batch before failed"));
  turn.catch(() => undefined);
  const lookUp = async () => allNew(batch);
  await expect(commitBatch(lease, job, batch, { lookUp, turn })).rejects.toThrow("the batch before failed");
  expect(await emailsOf(lease.workspaceId)).toEqual([]);
});
