import { expect, it } from "vitest";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listFields } from "@/app/api/fields/route";
import { POST as resume } from "@/app/api/imports/[id]/resume/route";
import { pg } from "@/db/client";
import { mergeField } from "@/lib/bulk/fields";
import { bulkJob } from "@/lib/bulk/job";
import { createBulk, findBulk } from "@/lib/bulk/queries";
import { bulkBody } from "@/lib/bulk/schemas";
import { settleBackground } from "@/lib/http/background";
import { runJob } from "@/lib/jobs/run";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { forgetFields } from "./forget";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const fieldsOf = async (acme: Workspace): Promise<[string, string][]> =>
  (await acme.call(listFields)).body.data.map(({ key, type }: Record<string, string>) => [key, type]);

/** Somebody was deleted, at any time. */
async function deleted(acme: Workspace) {
  const { id } = (await acme.call(createContact, { body: { email: "x@example.com", first_name: "X" } })).body;
  await acme.call(deleteContact, { params: { id } });
}

/** A quarter of an hour has passed. */
async function later(acme: Workspace) {
  await pg()`
    update field_definitions set created_at = now() - interval '15 minutes', looked_at = now() - interval '15 minutes'
    where workspace_id = ${acme.id}`;
  await forgetFields();
}

const FILE = "email,first_name,seats\nada@example.com,Ada,\nbob@example.com,Bob,2\n";
const body = {
  columnMapping: { email: "email", first_name: "first_name", seats: "custom_fields.seats" },
  columnTypes: { seats: { type: "number", format: "dot" } },
};

it.each([
  ["processing", "now() + interval '1 hour'"],
  ["cancelled", "null"],
])("a field whose values an import that is %s has not reached stays", async (status, lease) => {
  const acme = await newWorkspace();
  await deleted(acme);
  const { id } = await importText(acme, FILE, body);
  // As it is after its first row.
  await pg()`delete from contacts where workspace_id = ${acme.id} and email = 'bob@example.com'`;
  await pg()`
    update imports set status = ${status}, processed_rows = 1, created_rows = 1, lease_until = ${pg().unsafe(lease)},
      checkpoint_bytes = position(E'\n' in ${FILE}::text) + position(E'\n' in substr(${FILE}::text, position(E'\n' in ${FILE}::text) + 1)),
      checkpoint_line = 3
    where workspace_id = ${acme.id} and id = ${id}`;
  await later(acme);
  expect(await fieldsOf(acme)).toEqual([["seats", "number"]]);
  // All contacts are read for this, so not again and again as long as it could be resumed.
  await pg()`
    update field_definitions set looked_at = looked_at - interval '1 hour' where workspace_id = ${acme.id}`;
  expect(await forgetFields()).toBe(0);
  if (status === "processing") return;
  expect((await acme.call(resume, { params: { id } })).status).toBe(202);
  await settleBackground();
  const [bob] = await pg()<{ seats: string }[]>`
    select custom_fields ->> 'seats' as seats from contacts
    where workspace_id = ${acme.id} and email = 'bob@example.com'`;
  expect(bob?.seats).toBe("2");
});

it("and so does one that a merge is about to fill", async () => {
  const acme = await newWorkspace();
  await deleted(acme);
  const add = async (email: string, custom_fields: Record<string, string>) =>
    (await acme.call(createContact, { body: { email, first_name: "A", custom_fields } })).body.id;
  await add("ada@example.com", { chairs: "1" });
  const bob = await add("bob@example.com", { seats: "2" });
  const { data } = (await acme.call(listFields)).body;
  const idOf = (key: string) => data.find((field: { key: string }) => field.key === key).id;
  await acme.call(deleteContact, { params: { id: bob } });
  const { bulk_action_id: id } = await mergeField(acme.id, idOf("chairs"), idOf("seats"));
  await later(acme);
  expect(await fieldsOf(acme)).toEqual([["seats", "text"]]);
  await runJob(bulkJob, { workspaceId: acme.id, id: String(id) });
  await later(acme);
  expect(await fieldsOf(acme)).toEqual([["seats", "text"]]);
});

it("and so does one that a bulk action is about to set, but not when it has ended", async () => {
  const acme = await newWorkspace();
  await deleted(acme);
  await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  const asked = bulkBody.parse({ action: "set", fields: { custom_fields: { seats: "1" } }, filter: {} });
  const { id } = await createBulk(acme.id, asked);
  await later(acme);
  expect(await fieldsOf(acme)).toEqual([["seats", "text"]]);
  await runJob(bulkJob, { workspaceId: acme.id, id });
  expect(await findBulk(acme.id, id)).toMatchObject({ status: "completed", changed: 1, refused: 0 });
  await pg()`update contacts set custom_fields = null where workspace_id = ${acme.id}`;
  await deleted(acme);
  await later(acme);
  expect(await fieldsOf(acme)).toEqual([]);
});
