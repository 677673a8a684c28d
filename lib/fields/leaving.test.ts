import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { POST as mergeContact } from "@/app/api/contacts/[id]/merge/route";
import { GET as getContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import { convertField, deleteField, mergeField } from "@/lib/bulk/fields";
import { bulkJob } from "@/lib/bulk/job";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { runJob } from "@/lib/jobs/run";
import { importText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";
import { forgetFields } from "./forget";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const FILE = "email,first_name,seats\nada@example.com,Ada,7\n";
const columnMapping = { email: "email", first_name: "first_name", seats: "custom_fields.seats" };
const BUSY = { status: 409, body: { details: { reason: "field_in_change" } } };

async function add(acme: Workspace, name: string, custom_fields: object | null): Promise<string> {
  const body = { email: `${name}@example.com`, first_name: name, custom_fields };
  return (await acme.call(createContact, { body })).body.id;
}
const customOf = async (acme: Workspace, id: string) =>
  (await acme.call(getContact, { params: { id } })).body.custom_fields;
const fieldsOf = async (acme: Workspace): Promise<{ id: string; key: string; type: string }[]> =>
  (await acme.call(listFields)).body.data;
const idOf = async (acme: Workspace, key: string) =>
  (await fieldsOf(acme)).find((field) => field.key === key)?.id ?? "";
const run = (acme: Workspace, id: string | null) => runJob(bulkJob, { workspaceId: acme.id, id: id ?? "" });
/** The connection of a transaction. */
async function pidOf(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

it.each(["deleted", "merged"])(
  "nothing is written into a field that is being %s: it would be removed again",
  async (how) => {
    const acme = await newWorkspace();
    const ada = await add(acme, "ada", { seats: "1", chairs: "x" });
    const seats = await idOf(acme, "seats");
    const { change_id } =
      how === "deleted"
        ? await deleteField(acme.id, seats)
        : await mergeField(acme.id, seats, await idOf(acme, "chairs"));
    const custom_fields = { seats: "7" };
    const writes = {
      patch: () => acme.call(patchContact, { params: { id: ada }, body: { custom_fields } }),
      batch: () =>
        acme.call(batch, { body: [{ email: "ada@example.com", first_name: "Ada", custom_fields }] }),
      field: () => acme.call(createField, { body: { name: "seats", type: "number" } }),
    };
    for (const [name, write] of Object.entries(writes)) expect(await write(), name).toMatchObject(BUSY);
    await expect(importText(acme, FILE, { columnMapping })).rejects.toThrow("409");
    expect(await customOf(acme, ada)).toEqual({ seats: "1", chairs: "x" });
    await run(acme, change_id);
    expect(await customOf(acme, ada)).toEqual({ chairs: "x" });
    await importText(acme, FILE, { columnMapping });
    expect(await customOf(acme, ada)).toEqual({ seats: "7", chairs: "x" });
  },
);

it("a field without values stays when somebody is just about to write one", async () => {
  const acme = await newWorkspace();
  const ada = await add(acme, "ada", { seats: "1" });
  await acme.call(patchContact, { params: { id: ada }, body: { custom_fields: { seats: null } } });
  await pg()`
    update field_definitions set created_at = now() - interval '15 minutes', looked_at = now() - interval '15 minutes',
      erasures = -1 where workspace_id = ${acme.id}`;
  const swept = await pg().begin(async (tx) => {
    await tx`select from field_definitions where workspace_id = ${acme.id} for share`;
    await tx`
      insert into contacts (workspace_id, id, email, first_name, custom_fields)
      values (${acme.id}, ${newId()}, 'bob@example.com', 'Bob', '{"seats": "2"}')`;
    const sweep = forgetFields();
    await untilSomeoneWaitsFor(await pidOf(tx));
    return { sweep };
  });
  await swept.sweep;
  expect((await fieldsOf(acme)).map(({ key }) => key)).toEqual(["seats"]);
});

it("contacts are not merged while a field of theirs is converted: its values would be missed", async () => {
  const acme = await newWorkspace();
  const [ada, bob] = [await add(acme, "ada", null), await add(acme, "bob", { seats: "7" })];
  const { change_id } = await convertField(acme.id, await idOf(acme, "seats"), { type: "number" });
  const merge = () => acme.call(mergeContact, { params: { id: ada }, body: { with: bob } });
  expect(await merge()).toMatchObject(BUSY);
  await run(acme, change_id);
  expect((await merge()).status).toBe(200);
  expect(await customOf(acme, ada)).toEqual({ seats: 7 });
  await settleBackground();
});

it("a key that a batch registers while a field is created keeps the type that its values have", async () => {
  const acme = await newWorkspace();
  let asked: ReturnType<typeof acme.call> | undefined;
  await pg().begin(async (tx) => {
    await tx`select from workspaces where id = ${acme.id} for no key update`;
    asked = acme.call(createField, { body: { name: "seats", type: "number" } });
    await untilSomeoneWaitsFor(await pidOf(tx));
    await tx`
      insert into field_definitions (workspace_id, id, key, name, is_noted)
      values (${acme.id}, ${newId()}, 'seats', 'seats', true)`;
  });
  expect(await asked).toMatchObject({ status: 409, body: { details: { reason: "key_taken" } } });
  expect(await fieldsOf(acme)).toMatchObject([{ key: "seats", type: "text" }]);
});
