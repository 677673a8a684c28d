import { afterEach, expect, it } from "vitest";
import { POST as stop } from "@/app/api/bulk-actions/[id]/stop/route";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { filledWorkspace, idsOf, stateOf, type Workspace } from "@/lib/testing/bulk";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { blocks } from "./blocks";
import { bulkJob } from "./job";
import { createBulk } from "./queries";
import { bulkBody } from "./schemas";

const real = { ...blocks };
afterEach(async () => {
  await settleBackground();
  Object.assign(blocks, real);
});

/** A deletion of ten contacts in blocks of four, of which this many blocks are done. */
async function deletion(done: 0 | 1) {
  blocks.size = 4;
  const acme = await filledWorkspace(10);
  const before = await stateOf(acme);
  const { id } = await createBulk(acme.id, bulkBody.parse({ action: "delete", filter: {} }));
  if (done > 0) {
    const lease = await claimJob(bulkJob, { workspaceId: acme.id, id });
    if (!lease) throw new Error("the job could not be claimed");
    await bulkJob.work(lease, () => true);
    await pg()`update bulk_actions set lease_until = null where id = ${id}`;
  }
  return { acme, id, before };
}

/** Stops a bulk action while its block waits for rows of `table` that another connection has locked. */
async function stopWhileItWaits(acme: Workspace, id: string, table: "contacts" | "workspace_counts") {
  let work: Promise<void> | undefined;
  const answer = await pg().begin(async (tx) => {
    const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`select from ${tx(table)} where workspace_id = ${acme.id} for update`;
    work = runJob(bulkJob, { workspaceId: acme.id, id });
    await untilSomeoneWaitsFor(own?.pid ?? 0);
    const asked = acme.call(stop, { params: { id } });
    return Promise.race([asked, new Promise<null>((late) => setTimeout(late, 5000, null))]);
  });
  await work;
  if (answer === null) throw new Error("the answer waited for the block");
  return answer;
}

it("stops at once while its first block waits for contacts that somebody else is writing; nothing of it is kept", async () => {
  const { acme, id, before } = await deletion(0);
  const { status, body } = await stopWhileItWaits(acme, id, "contacts");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "stopped", processed: 0, changed: 0 },
  });
  expect(await stateOf(acme)).toEqual(before);
  expect((await acme.call(readChange, { params: { id } })).status).toBe(404);
});

it("stops at once when a later block waits after its writes, and what was done before can be undone", async () => {
  const { acme, id, before } = await deletion(1);
  const { status, body } = await stopWhileItWaits(acme, id, "workspace_counts");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "stopped", processed: 4, changed: 4 },
  });
  expect(await idsOf(acme)).toHaveLength(6);
  const left = await pg()`select from bulk_blocks where workspace_id = ${acme.id}`;
  expect(left).toHaveLength(0);
  const set = (await acme.call(readChange, { params: { id } })).body;
  expect(set).toMatchObject({ status: "completed", deleted: 4, undoable_until: expect.any(String) });
  await acme.call(undo, { params: { id } });
  await settleBackground();
  expect(await stateOf(acme)).toEqual(before);
});
