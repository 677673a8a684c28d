import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { HEADER } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { importJob } from "./job";
import { loadImport } from "./load";
import { openLookups } from "./lookup";

const BATCH_ROWS = 50;
beforeEach(() => {
  vi.stubEnv("IMPORT_BATCH_ROWS", String(BATCH_ROWS));
  resetEnv();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const emailOf = (n: number) => `p${n}@x.example`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

async function newImport(people: number[], workspaceId: string) {
  const rows = people.map((n, i) => `${emailOf(n)},N${i + 1},,,,,,,,\n`);
  const file = await storeFile(workspaceId, [Buffer.from(`${HEADER}\n${rows.join("")}`)]);
  return confirmedImport(workspaceId, file, rows.length);
}

/** How many contacts there are; also checks that the stored counts are right. */
async function contactsIn(workspaceId: string): Promise<number> {
  const [row] = await pg()<{ stored: number; counted: number }[]>`
    select (select count(*)::int from contacts where workspace_id = ${workspaceId}) as stored,
      contacts::int as counted from workspace_counts where workspace_id = ${workspaceId}`;
  expect(row?.counted).toBe(row?.stored);
  return row?.stored ?? -1;
}

/** Two batches, the second of which also has person 0 of the first. The first is committed; the second waits for its turn. */
async function secondOfTwo(workspaceId: string) {
  const id = await newImport([...numbers(2 * BATCH_ROWS - 1), 0], workspaceId);
  const lease = await claimJob(importJob, { workspaceId, id });
  if (!lease) throw new Error("the import could not be claimed");
  const job = await loadImport(lease);
  const [one, two] = await Array.fromAsync(readBatches(job));
  if (!one || !two) throw new Error("not two batches");
  const lookups = await openLookups(job.plan);
  lookups(one);
  const { promise: turn, resolve: come } = Promise.withResolvers<void>();
  const done = commitBatch(lease, job, two, { lookUp: lookups(two), turn });
  done.catch(() => undefined);
  await commitBatch(lease, job, one);
  return { id, done, come: () => come() };
}

it("takes the counts of a batch last, as somebody does who edits one of its people", async () => {
  const workspaceId = await makeWorkspace();
  const { id, come, done } = await secondOfTwo(workspaceId);
  await pg().begin(async (tx) => {
    const edit = (phone: string, isUnsubscribed: boolean) => tx`
      update contacts set phone = ${phone}, is_unsubscribed = ${isUnsubscribed}
      where workspace_id = ${workspaceId} and email = ${emailOf(0)}`;
    await edit("+1", false);
    const [own] = await tx`select pg_backend_pid() as pid`;
    come();
    await untilSomeoneWaitsFor(own?.pid);
    await edit("+2", true); // a deadlock, should the batch hold the counts
  });
  await done;
  expect(await contactsIn(workspaceId)).toBe(99);
  expect(await importState(workspaceId, id)).toMatchObject({ created_rows: 99, updated_rows: 1 });
});

it("ends although three imports of the same people hold what the others wait for", async () => {
  const workspaceId = await makeWorkspace();
  const people = numbers(600);
  const files = [people, people.toReversed(), people.map((n) => (n * 7) % 600)];
  const ids = await Promise.all(files.map((file) => newImport(file, workspaceId)));
  await Promise.all(ids.map((id) => runJob(importJob, { workspaceId, id })));
  const states = await Promise.all(ids.map((id) => importState(workspaceId, id)));
  for (const state of states) expect(state).toMatchObject({ status: "completed", processed_rows: 600 });
  expect(states.reduce((sum, state) => sum + state.created_rows, 0)).toBe(600);
  expect(await contactsIn(workspaceId)).toBe(600);
});
