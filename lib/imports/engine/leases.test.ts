import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { env } from "@/lib/env";
import type { Job, JobKind, Lease } from "@/lib/jobs/kind";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { importJob } from "./job";
import { loadImport } from "./load";
import { undoJob } from "./undo";
import { requestUndo } from "./undo-request";

async function newImport(): Promise<{ workspaceId: string; id: string }> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20, { bad: 0 }));
  return { workspaceId, id: await confirmedImport(workspaceId, file, 20) };
}

async function claim(kind: JobKind, job: Job): Promise<Lease> {
  const lease = await claimJob(kind, job);
  if (!lease) throw new Error("the import could not be claimed");
  return lease;
}

async function commitOne(): Promise<[Lease, () => Promise<unknown>]> {
  const lease = await claim(importJob, await newImport());
  const job = await loadImport(lease);
  for await (const batch of readBatches(job)) return [lease, () => commitBatch(lease, job, batch)];
  throw new Error("the file is empty");
}

async function undoOne(): Promise<[Lease, () => Promise<unknown>]> {
  const done = await newImport();
  await runJob(importJob, { workspaceId: done.workspaceId, id: done.id });
  await requestUndo(done.workspaceId, done.id);
  const lease = await claim(undoJob, done);
  return [lease, () => undoJob.work(lease, () => true)];
}

/** Lets `work` begin its transaction and wait for the import's row. Returns the database's time when it got it. */
async function delayed({ workspaceId, id }: Lease, work: () => Promise<unknown>): Promise<string> {
  const { working, at } = await pg().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx`select from imports where workspace_id = ${workspaceId} and id = ${id} for update`;
    const started = work();
    started.catch(() => undefined);
    await untilSomeoneWaitsFor(own?.pid);
    const [clock] = await tx<{ now: string }[]>`select clock_timestamp()::text as now`;
    return { working: started, at: clock?.now ?? "" };
  });
  await working;
  return at;
}

it.each([
  ["a batch", commitOne],
  ["a slice of an undo", undoOne],
])("%s that had to wait for its turn has the whole lease before it when it commits", async (_, prepare) => {
  const [lease, work] = await prepare();
  const turn = await delayed(lease, work);
  const [row] = await pg()<{ whole: boolean }[]>`
    select lease_until >= ${turn}::timestamptz + ${env().JOB_LEASE_MS} * interval '1 millisecond' as whole
    from imports where workspace_id = ${lease.workspaceId} and id = ${lease.id}`;
  expect(row?.whole).toBe(true);
});
