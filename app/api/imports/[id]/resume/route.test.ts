import { expect, it } from "vitest";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as cancel } from "@/app/api/imports/[id]/cancel/route";
import { GET as errors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { readBatches } from "@/lib/imports/engine/batches";
import { commitBatch } from "@/lib/imports/engine/commit";
import { importJob } from "@/lib/imports/engine/job";
import { loadImport } from "@/lib/imports/engine/load";
import { planImport } from "@/lib/imports/planning";
import { claimImport, readPendingImport } from "@/lib/imports/queries";
import { claimJob } from "@/lib/jobs/lease";
import { batchesOf, contactsOf, endOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { PATCH as correct } from "../corrections/route";
import { POST } from "./route";

batchesOf(4);

const BAD: Record<number, string> = { 3: "three(at)example.com", 9: "nine", 10: "ten(at)example.com" };
const FILE = ["email,first_name,tags"]
  .concat(
    Array.from({ length: 12 }, (_, n) => `${BAD[n + 1] ?? `p${(n % 11) + 1}@example.com`},P${n + 1},new`),
  )
  .join("\n");

/** An import with corrections that was stopped after this many batches. */
async function stopped(batches: number) {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, FILE)).body.importId as string };
  await acme.call(correct, {
    params,
    body: {
      rows: [{ row: 9, cells: { "0": "nine@example.com" } }],
      rules: [{ code: "email_invalid", column: "email", proposal: "at_sign" }],
    },
  });
  const row = await readPendingImport(acme.id, params.id);
  const plan = await planImport(row, {
    columnMapping: { email: "email", first_name: "first_name", tags: "tags" },
    duplicateStrategy: "update",
    emptyCells: "keep",
    tagIds: [],
    rules: {},
    columnTypes: {},
    leaveOut: { rows: [], kinds: [] },
    optOutValues: {},
    allOptedOut: false,
  });
  await claimImport(acme.id, params.id, plan, { fingerprint: newId(), decided: {}, draftVersion: undefined });
  const lease = await claimJob(importJob, { workspaceId: acme.id, id: params.id });
  if (!lease) throw new Error("the import could not be claimed");
  const job = await loadImport(lease);
  let done = 0;
  for await (const batch of readBatches(job)) if (done++ < batches) await commitBatch(lease, job, batch);
  expect((await acme.call(cancel, { params })).body).toMatchObject({
    status: "cancelled",
    processed_rows: 4 * batches,
  });
  return { acme, params, resume: () => acme.call(POST, { params }) };
}

const FIGURES = {
  status: "completed",
  total_rows: 12,
  processed_rows: 12,
  created_rows: 11,
  failed_rows: 0,
  repeated_rows: 1,
};

it.each([0, 1, 2])(
  "ends as one that was never stopped, corrections and all, when %i batches were in",
  async (batches) => {
    const one = await stopped(batches);
    const answers = await Promise.all([one.resume(), one.resume()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await endOf(one.acme, one.params)).toMatchObject(FIGURES);
    const contacts = await contactsOf(one.acme);
    for (const name of ["three", "nine", "ten"]) expect(contacts.has(`${name}@example.com`)).toBe(true);
    expect((await one.acme.call(errors, { params: one.params })).body.data).toEqual([]);
    const undone = (await one.acme.call(undo, { params: one.params })).body;
    expect(undone).toMatchObject({ removed: 11, restored: 0, kept: 0 });
    expect((await one.resume()).status).toBe(409);
  },
);

it("is refused to a finished import, one that is undone, one whose file is gone, and one of its changes alone", async () => {
  const undone = await stopped(1);
  await undone.acme.call(undo, { params: undone.params });
  expect((await undone.resume()).status).toBe(409);

  const gone = await stopped(1);
  const [someone] = (await contactsOf(gone.acme)).values();
  await gone.acme.call(deleteContact, { params: { id: String(someone?.id) } });
  expect((await gone.resume()).status).toBe(410);
  const kept = await pg()`select from imports where id = ${gone.params.id} and options ? 'corrections'`;
  expect(kept).toEqual([]);

  const confirmed = await stopped(1);
  await pg()`
    update imports set options = options || '{"diff": "00000000-0000-0000-0000-000000000000"}'
    where id = ${confirmed.params.id}`;
  const refused = await confirmed.resume();
  expect([refused.status, refused.body.details.reason]).toEqual([409, "changes_confirmed"]);

  const done = await stopped(2);
  await done.resume();
  await endOf(done.acme, done.params);
  expect((await done.resume()).status).toBe(409);
  expect((await done.acme.call(getImport, { params: done.params })).body.status).toBe("completed");
});

it("is refused to an import that was never confirmed, and does not tell about another workspace's", async () => {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, FILE)).body.importId as string };
  expect((await acme.call(POST, { params })).status).toBe(409);
  await acme.call(cancel, { params });
  expect((await acme.call(POST, { params })).status).toBe(409);
  expect((await (await newWorkspace()).call(POST, { params })).status).toBe(404);
});
