import { expect, it } from "vitest";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { GET as getContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as deleteMany } from "@/app/api/contacts/bulk-delete/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as merge } from "@/app/api/fields/[id]/merge/route";
import { PATCH as patchField, DELETE as removeField } from "@/app/api/fields/[id]/route";
import { GET as listFields } from "@/app/api/fields/route";
import { POST as cancel } from "@/app/api/imports/[id]/cancel/route";
import { POST as resume } from "@/app/api/imports/[id]/resume/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { blocks } from "@/lib/bulk/blocks";
import { convertField, mergeField } from "@/lib/bulk/fields";
import { bulkJob } from "@/lib/bulk/job";
import { createBulk, findBulk } from "@/lib/bulk/queries";
import { bulkBody } from "@/lib/bulk/schemas";
import { settleBackground } from "@/lib/http/background";
import { planImport } from "@/lib/imports/planning";
import { claimImport, readPendingImport } from "@/lib/imports/queries";
import { runJob } from "@/lib/jobs/run";
import { importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const add = async (acme: Workspace, name: string, custom_fields: object | null = null) =>
  (
    await acme.call(createContact, {
      body: { email: `${name}@example.com`, first_name: name, custom_fields },
    })
  ).body.id as string;
const fieldsOf = async (acme: Workspace): Promise<{ id: string; key: string; type: string }[]> =>
  (await acme.call(listFields)).body.data;
const idOf = async (acme: Workspace, key: string) =>
  (await fieldsOf(acme)).find((one) => one.key === key)?.id ?? "";
const customOf = async (acme: Workspace, id: string) =>
  (await acme.call(getContact, { params: { id } })).body.custom_fields;
const convert = async (acme: Workspace, key: string, type: string) => {
  const answer = await acme.call(patchField, { params: { id: await idOf(acme, key) }, body: { type } });
  await settleBackground();
  return answer;
};
const drop = async (acme: Workspace, key: string) => {
  const answer = await acme.call(removeField, { params: { id: await idOf(acme, key) } });
  await settleBackground();
  return answer;
};
const takeBack = async (acme: Workspace, id: string) => {
  const answer = await acme.call(undo, { params: { id } });
  await settleBackground();
  return answer;
};
const newest = async (acme: Workspace) => (await acme.call(listChanges)).body.data[0].id as string;

it("a field that a write brought is one again after the undo of its change, and makes room for the one before when nobody uses it", async () => {
  const acme = await newWorkspace();
  const ada = await add(acme, "ada", { Plan: "7" });
  await convert(acme, "Plan", "number");
  expect((await drop(acme, "Plan")).status).toBe(202);
  const deletion = await newest(acme);
  const bob = await add(acme, "bob", { Plan: "pro" });
  await convert(acme, "Plan", "number");
  expect((await takeBack(acme, await newest(acme))).status).toBe(200);
  expect((await takeBack(acme, deletion)).body).toMatchObject({
    kept: 1,
    kept_items: [{ reason: "name_taken" }],
  });
  expect(await customOf(acme, ada)).toBeNull();
  expect(await fieldsOf(acme)).toMatchObject([{ key: "Plan", type: "text" }]);
  await acme.call(patchContact, { params: { id: bob }, body: { custom_fields: { Plan: null } } });
  expect((await takeBack(acme, deletion)).status).toBe(200);
  expect(await customOf(acme, ada)).toEqual({ Plan: 7 });
  expect(await fieldsOf(acme)).toMatchObject([{ key: "Plan", type: "number" }]);
});

it("what an undo brings back after the end of its field has a field again", async () => {
  const acme = await newWorkspace();
  const ada = await add(acme, "ada", { Ünvan: "Müdür" });
  const deleted = (await acme.call(deleteMany, { body: { ids: [ada] } })).body.change_id;
  const bob = await add(acme, "bob", { 住所: "東京" });
  await acme.call(patchContact, { params: { id: bob }, body: { custom_fields: { 住所: null } } });
  const patched = await newest(acme);
  await add(acme, "cem", { plan: "gold" });
  const text = "email,first_name,plan\ncem@example.com,Cem,\n";
  const { id } = await importText(acme, text, {
    columnMapping: { email: "email", first_name: "first_name", plan: "custom_fields.plan" },
    emptyCells: "clear",
  });
  for (const key of ["Ünvan", "住所", "plan"]) expect((await drop(acme, key)).status).toBe(202);
  expect(await fieldsOf(acme)).toEqual([]);

  await takeBack(acme, deleted);
  expect(await customOf(acme, ada)).toEqual({ Ünvan: "Müdür" });
  await takeBack(acme, patched);
  await acme.call(undoImport, { params: { id } });
  await settleBackground();
  expect((await fieldsOf(acme)).map(({ key, type }) => [key, type])).toEqual([
    ["plan", "text"],
    ["Ünvan", "text"],
    ["住所", "text"],
  ]);
});

/** A bulk action that waits, with blocks of one contact each. */
async function waiting(acme: Workspace, custom_fields: object) {
  const asked = bulkBody.parse({ action: "set", fields: { custom_fields }, filter: {} });
  const size = blocks.size;
  blocks.size = 1;
  const { id } = await createBulk(acme.id, asked).finally(() => (blocks.size = size));
  return async () => {
    await runJob(bulkJob, { workspaceId: acme.id, id });
    return findBulk(acme.id, id);
  };
}

it("a bulk action that waits sets what the field is by then, and nothing that does not fit", async () => {
  const acme = await newWorkspace();
  const ids = [await add(acme, "ada", { seats: "1" }), await add(acme, "bob")];
  const [many, twelve] = [await waiting(acme, { seats: "many" }), await waiting(acme, { seats: "12" })];
  expect((await convert(acme, "seats", "number")).status).toBe(200);
  expect(await many()).toMatchObject({ status: "completed", changed: 0, refused: 2, refused_ids: ids });
  expect(await customOf(acme, ids[0] ?? "")).toEqual({ seats: 1 });
  expect(await twelve()).toMatchObject({ status: "completed", changed: 2, refused: 0 });
  expect(await customOf(acme, ids[1] ?? "")).toEqual({ seats: 12 });
  const late = await waiting(acme, { seats: 7 });
  await drop(acme, "seats");
  expect(await late()).toMatchObject({ changed: 0, refused: 2 });
  expect(await fieldsOf(acme)).toEqual([]);
});

it("a field is changed by one thing at a time, an undo among them", async () => {
  const acme = await newWorkspace();
  const ada = await add(acme, "ada", { seats: "1", chairs: "x" });
  const busy = { status: 409, body: { details: { reason: "field_in_change" } } };
  const { change_id: first } = await convertField(acme.id, await idOf(acme, "seats"), { type: "number" });
  expect(await convert(acme, "seats", "date")).toMatchObject(busy);
  expect(await drop(acme, "seats")).toMatchObject(busy);
  const params = { id: await idOf(acme, "chairs") };
  expect(await acme.call(merge, { params, body: { into: await idOf(acme, "seats") } })).toMatchObject({
    status: 400,
  });
  await runJob(bulkJob, { workspaceId: acme.id, id: first ?? "" });
  expect(await customOf(acme, ada)).toEqual({ seats: 1, chairs: "x" });

  const { undo_id } = (await takeBack(acme, first ?? "")).body;
  await pg()`update change_sets set status = 'processing' where id = ${undo_id}`;
  expect(await convert(acme, "seats", "date")).toMatchObject(busy);
  await pg()`update change_sets set status = 'completed' where id = ${undo_id}`;

  const merging = await mergeField(acme.id, params.id, await idOf(acme, "seats"));
  expect(await takeBack(acme, undo_id)).toMatchObject(busy);
  expect(await drop(acme, "seats")).toMatchObject(busy);
  await runJob(bulkJob, { workspaceId: acme.id, id: merging.change_id ?? "" });
  expect((await drop(acme, "seats")).status).toBe(202);
});

const FILE = "email,first_name,seats\nada@example.com,Ada,1\nbob@example.com,Bob,2\n";
const columnMapping = { email: "email", first_name: "first_name", seats: "custom_fields.seats" };

it("an import does not go on, and does not start, when a field it fills is another one by then", async () => {
  const acme = await newWorkspace();
  await add(acme, "cem", { seats: "3" });
  const { id } = await importText(acme, FILE, { columnMapping });
  await pg()`update imports set status = 'cancelled', total_rows = processed_rows + 1 where id = ${id}`;
  const converted = (await convert(acme, "seats", "number")).body.change_id;
  const stopped = await acme.call(resume, { params: { id } });
  expect([stopped.status, stopped.body.details]).toEqual([409, { reason: "field_changed" }]);
  await takeBack(acme, converted);
  const goes = await acme.call(resume, { params: { id } });
  expect(goes.status).toBe(202);
  await settleBackground();

  const next = (await uploadText(acme, FILE)).body.importId;
  const row = await readPendingImport(acme.id, next);
  const plan = await planImport(row, {
    ...{ columnMapping, duplicateStrategy: "update", emptyCells: "keep", tagIds: [], rules: {} },
    ...{ columnTypes: {}, leaveOut: { rows: [], kinds: [] }, optOutValues: {}, allOptedOut: false },
  });
  await drop(acme, "seats");
  const claim = claimImport(acme.id, next, plan, { fingerprint: "x", decided: {}, draftVersion: undefined });
  await expect(claim).rejects.toMatchObject({ code: "CONFLICT", details: { reason: "field_changed" } });
  await acme.call(cancel, { params: { id: next } });
});

it("the undo of a field's change waits for an import that fills it", async () => {
  const acme = await newWorkspace();
  await add(acme, "cem", { seats: "3" });
  const { id } = await importText(acme, FILE, { columnMapping });
  const converted = (await convert(acme, "seats", "number")).body.change_id;
  await pg()`update imports set status = 'processing', lease_until = now() + interval '1 hour' where id = ${id}`;
  expect((await takeBack(acme, converted)).body.details).toEqual({
    reason: "field_in_import",
    import_id: id,
  });
  await pg()`update imports set status = 'completed', undo_status = 'processing', lease_until = null where id = ${id}`;
  expect((await drop(acme, "seats")).body.details).toEqual({ reason: "field_in_import", import_id: id });
  await pg()`update imports set undo_status = null where id = ${id}`;
  expect((await takeBack(acme, converted)).status).toBe(200);
});
