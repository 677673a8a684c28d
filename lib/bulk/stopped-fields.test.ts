import { afterEach, expect, it } from "vitest";
import { POST as stop } from "@/app/api/bulk-actions/[id]/stop/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { filledWorkspace } from "@/lib/testing/bulk";
import { blocks } from "./blocks";
import { deleteField } from "./fields";
import { bulkJob } from "./job";

/**
 * A deleted field is gone at once, its values block by block: contacts that still have a value in the end have a field
 * again.
 */

const real = { ...blocks };
afterEach(async () => {
  await settleBackground();
  Object.assign(blocks, real);
});

/** The deletion of a number field that ten contacts have, in blocks of four, of which one is done. */
async function deletion() {
  blocks.size = 4;
  const acme = await filledWorkspace(10);
  const { body: field } = await acme.call(createField, { body: { name: "n", type: "number" } });
  const id = (await deleteField(acme.id, field.id)).change_id ?? "";
  const lease = await claimJob(bulkJob, { workspaceId: acme.id, id });
  if (!lease) throw new Error("the job could not be claimed");
  await bulkJob.work(lease, () => true);
  await pg()`update bulk_actions set lease_until = null where workspace_id = ${acme.id} and id = ${id}`;
  const fields = async () =>
    (await acme.call(listFields)).body.data.map(({ key, type }: { key: string; type: string }) => [
      key,
      type,
    ]);
  const having = async () => {
    const query = { sort: "custom_fields.n", limit: "20" };
    const { data } = (await acme.call(listContacts, { query })).body;
    return data.filter((one: { custom_fields: object | null }) => one.custom_fields).length;
  };
  return { acme, id, lease, fields, having };
}

it("what a stopped deletion left is text, and its undo brings the field back", async () => {
  const { acme, id, fields, having } = await deletion();
  expect((await acme.call(stop, { params: { id } })).body).toMatchObject({ status: "stopped", changed: 4 });
  expect([await fields(), await having()]).toEqual([[["n", "text"]], 6]);
  const { body } = await acme.call(undo, { params: { id } });
  expect(body).toMatchObject({ restored: 5, kept: 0 });
  expect([await fields(), await having()]).toEqual([[["n", "number"]], 10]);
});

it("so is what one left that failed for good", async () => {
  const { lease, fields, having } = await deletion();
  await pg()`
    update bulk_actions set lease_until = now() + interval '1 minute'
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}`;
  const failure = { code: "unexpected", message: "The bulk action failed.", isFinal: true } as const;
  await bulkJob.limits.fail(lease, failure);
  expect([await fields(), await having()]).toEqual([[["n", "text"]], 6]);
});

it("and what somebody wrote who had looked the field up before it was deleted", async () => {
  const { acme, id, fields, having } = await deletion();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, custom_fields)
    values (${acme.id}, gen_random_uuid(), 'late@example.com', 'Late', '{"n": 11}')`;
  await runJob(bulkJob, { workspaceId: acme.id, id });
  expect([await fields(), await having()]).toEqual([[["n", "text"]], 1]);
});
