import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { PATCH as changeDraft, GET as getImport } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { confirmImport } from "@/lib/imports/confirm";
import { confirmBody } from "@/lib/imports/schemas";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { stateOf } from "@/lib/testing/batches";
import { batchesOf, uploadText } from "@/lib/testing/imports";
import { undoWhole } from "@/lib/testing/undo";
import { newWorkspace } from "@/lib/testing/workspace";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { importJob } from "./job";
import { loadImport } from "./load";

/** Rows without an address that state the opt-out of a person by id. */

batchesOf(3);

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const HEAD = "email,id,out\n";
const columnMapping = { email: "email", id: "external_id", out: "is_unsubscribed" };

async function run(acme: Workspace, text: string, options: object = {}) {
  const { importId: id } = (await uploadText(acme, HEAD + text)).body;
  const params = { id };
  const body = { columnMapping, ...options };
  const told = (await acme.call(dryRun, { params, body })).body;
  expect((await acme.call(confirm, { params, body })).status).toBe(202);
  await settleBackground();
  const done = (await acme.call(getImport, { params })).body;
  const errors: { message: string; opted_out: boolean }[] = (await acme.call(listErrors, { params })).body
    .data;
  return {
    id,
    told,
    done,
    counted: errors.map(({ message, opted_out }) => [message.endsWith("counts."), opted_out]),
  };
}

async function known(acme: Workspace, ...ids: string[]): Promise<void> {
  for (const id of ids)
    await acme.call(createContact, {
      body: { email: `p${id}@example.com`, first_name: "P", external_id: id },
    });
}

async function unsubscribed(acme: Workspace): Promise<string[]> {
  const rows = await pg()<{ id: string }[]>`
    select external_id as id from contacts where workspace_id = ${acme.id} and is_unsubscribed order by 1`;
  return rows.map(({ id }) => id);
}

it("unsubscribes the contact with the id, says so, in the summary and the mail too, and takes it back", async () => {
  const acme = await newWorkspace();
  await known(acme, "1", "2", "3", "4");
  const before = await stateOf(acme);
  const text = ",1,yes\nada(at)example.com,2,yes\n,3,no\n,99,yes\np4@example.com,4,no\n";
  const { id, told, done, counted } = await run(acme, text);
  expect(told).toMatchObject({ fail: 4, unchanged: 1, changed: 2, unsubscribe: 2, failed_opt_outs: 2 });
  expect(done).toMatchObject({ failed_rows: 4, unchanged_rows: 1, changed_contacts: 2, failed_opt_outs: 2 });
  // No contact has the id 99, so nothing can count.
  const said = [true, true];
  expect(counted).toEqual([said, said, [false, false], [false, false]]);
  expect(await unsubscribed(acme)).toEqual(["1", "2"]);
  expect(done.summary).toBe(
    "1 unchanged, 4 rejected of 5 rows. 2 of the rejected rows said that the person opted out, which still counts.",
  );
  const [mail] =
    await pg()`select payload from outbox where workspace_id = ${acme.id} and kind = 'import_completed'`;
  expect(mail?.payload).toMatchObject({ failed: 4, failedOptOuts: 2 });
  await undoWhole(acme, id);
  expect(await stateOf(acme)).toBe(before);
});

it("counts for a good row of the same batch before and after it, and when all in the file opted out", async () => {
  const near = await newWorkspace();
  await run(near, ",1,yes\na@example.com,1,no\nb@example.com,2,no\n,2,yes\n");
  expect(await unsubscribed(near)).toEqual(["1", "2"]);
  const list = await newWorkspace();
  await known(list, "1");
  const { told, done } = await run(list, ",1,\nnew@example.com,5,\n", { allOptedOut: true });
  expect([told.failed_opt_outs, done.failed_opt_outs]).toEqual([1, 1]);
  expect(await unsubscribed(list)).toEqual(["1", "5"]);
});

it("counts for the contact that an earlier row makes with the id, which is shown as its change", async () => {
  const text = "a@example.com,1,no\nb@example.com,1,yes\n";
  const acme = await newWorkspace();
  const { told, done } = await run(acme, text);
  expect(told).toMatchObject({ create: 1, fail: 1, opted_out: 0, unsubscribe: 1, failed_opt_outs: 1 });
  expect(done).toMatchObject({ created_rows: 1, failed_rows: 1, opted_out: 0, failed_opt_outs: 1 });
  expect(await unsubscribed(acme)).toEqual(["1"]);
  const fresh = await newWorkspace();
  const params = { id: (await uploadText(fresh, HEAD + text)).body.importId };
  await fresh.call(changeDraft, { params, body: { columnMapping } });
  await fresh.call(dryRun, { params });
  const { data } = (await fresh.call(listChanges, { params, query: { kind: "create" } })).body;
  expect(data[0]).toMatchObject({ opt_out: null });
  expect(data[0].changes).toContainEqual(expect.objectContaining({ field: "is_unsubscribed", new: true }));
});

it("is no change of the row that names the contact by its address", async () => {
  const acme = await newWorkspace();
  await known(acme, "1");
  const params = { id: (await uploadText(acme, `${HEAD}p1@example.com,,no\n,1,yes\n`)).body.importId };
  await acme.call(changeDraft, { params, body: { columnMapping } });
  const told = (await acme.call(dryRun, { params })).body;
  expect(told).toMatchObject({ unchanged: 1, fail: 1, changed: 1, failed_opt_outs: 1 });
  const { data } = (await acme.call(listChanges, { params })).body;
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(["unchanged", "fail"]);
});

it("is not taken from cells that may have moved", async () => {
  const acme = await newWorkspace();
  await known(acme, "1");
  const { done } = await run(acme, ",1,yes,more\n");
  expect(done).toMatchObject({ failed_rows: 1, failed_opt_outs: 0 });
  expect(await unsubscribed(acme)).toEqual([]);
});

/** Rows of which a batch has three: the first two are rejected, the contact with the id comes with the second batch. */
const LATE =
  ",7,yes\n,8,yes\na@example.com,1,no\nb@example.com,2,no\nseven@example.com,7,no\nc@example.com,3,no\n";

it.each(["update", "skip", "update_only"])(
  "counts for a contact that a later batch of the file creates with the id (%s), and is taken back",
  async (duplicateStrategy) => {
    const acme = await newWorkspace();
    const before = await stateOf(acme);
    const { id, told, done } = await run(acme, LATE, { duplicateStrategy });
    const isUpdating = duplicateStrategy === "update_only";
    expect(await unsubscribed(acme)).toEqual(isUpdating ? [] : ["7"]);
    expect([told.unsubscribe, told.skipped_opt_outs]).toEqual(isUpdating ? [0, 1] : [1, 0]);
    expect(done.skipped_opt_outs).toBe(told.skipped_opt_outs);
    const later = await pg()`select is_opted_out(${acme.id}, 'seven@example.com') as is`;
    expect(later).toEqual([{ is: true }]);
    await undoWhole(acme, id);
    expect(await stateOf(acme)).toBe(before);
  },
);

it("so it does where the import was reviewed", async () => {
  const acme = await newWorkspace();
  const params = { id: (await uploadText(acme, HEAD + LATE)).body.importId };
  await acme.call(changeDraft, { params, body: { columnMapping } });
  const { etag } = (await acme.call(dryRun, { params })).body;
  expect((await acme.call(confirm, { params, query: { etag } })).status).toBe(202);
  await settleBackground();
  expect((await acme.call(getImport, { params })).body).toMatchObject({ created_rows: 4, failed_rows: 2 });
  expect(await unsubscribed(acme)).toEqual(["7"]);
});

it("so it does where the import was interrupted between the two batches", async () => {
  const acme = await newWorkspace();
  const { importId: id } = (await uploadText(acme, HEAD + LATE)).body;
  await confirmImport(acme.id, id, confirmBody.parse({ columnMapping }));
  const lease = await claimJob(importJob, { workspaceId: acme.id, id });
  if (!lease) throw new Error("the import could not be claimed");
  const job = await loadImport(lease);
  for await (const batch of readBatches(job)) {
    await commitBatch(lease, job, batch);
    break;
  }
  await pg()`update imports set lease_until = now() - interval '1 second' where id = ${id}`;
  await runJob(importJob, { workspaceId: acme.id, id });
  const done = (await acme.call(getImport, { params: { id } })).body;
  expect(done).toMatchObject({ status: "completed", processed_rows: 6, created_rows: 4 });
  expect(await unsubscribed(acme)).toEqual(["7"]);
});

it("is taken back by the undo also when a later batch of the file gives the contact another address", async () => {
  const acme = await newWorkspace();
  await known(acme, "1");
  const before = await stateOf(acme);
  const others = Array.from({ length: 5 }, (_, n) => `other${n}@example.com,,\n`).join("");
  const { id } = await run(acme, `p1@example.com,,yes\n${others}new@example.com,1,\n`);
  expect(await unsubscribed(acme)).toEqual(["1"]);
  await undoWhole(acme, id);
  expect(await stateOf(acme)).toBe(before);
});
