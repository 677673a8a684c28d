import { expect, it } from "vitest";
import { GET as getContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { DELETE as removeField } from "@/app/api/fields/[id]/route";
import { POST as createField, GET as listFields } from "@/app/api/fields/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const keysOf = async (acme: Workspace): Promise<string[]> =>
  (await acme.call(listFields)).body.data.map(({ key }: { key: string }) => key);
const valuesOf = async (acme: Workspace): Promise<unknown[]> =>
  (await acme.call(listContacts)).body.data.map((one: { custom_fields: unknown }) => one.custom_fields);

async function withField() {
  const acme = await newWorkspace();
  const field = (await acme.call(createField, { body: { name: "seats" } })).body;
  const body = { email: "ada@example.com", first_name: "Ada" };
  return { acme, field, params: { id: (await acme.call(createContact, { body })).body.id as string } };
}

const custom_fields = { seats: "many" };
const bob = { email: "bob@example.com", first_name: "Bob", custom_fields };
type Setting = Awaited<ReturnType<typeof withField>>;
const writes = {
  creation: ({ acme }: Setting) => acme.call(createContact, { body: bob }),
  edit: ({ acme, params }: Setting) => acme.call(patchContact, { params, body: { custom_fields } }),
  batch: ({ acme }: Setting) => acme.call(batch, { body: [bob] }),
};
it.each([
  ["creation", "deleted"],
  ["creation", "made one of numbers"],
  ["edit", "deleted"],
  ["edit", "made one of numbers"],
  ["batch", "deleted"],
] as const)(
  "the %s of a contact writes no value of a field that is %s at that moment",
  async (way, change) => {
    const setting = await withField();
    const { acme, field } = setting;
    const answer = await pg().begin(async (tx) => {
      const [own] =
        change === "deleted"
          ? await tx`delete from field_definitions where id = ${field.id} returning pg_backend_pid() as pid`
          : await tx`
            update field_definitions set type = 'number' where id = ${field.id} returning pg_backend_pid() as pid`;
      const asked = writes[way](setting);
      await Promise.race([asked, untilSomeoneWaitsFor(own?.pid)]);
      return [asked];
    });
    expect(await answer[0]).toMatchObject({ status: 409, body: { details: { reason: "field_changed" } } });
    for (const values of await valuesOf(acme)) expect(values).toBeNull();
    const again = await writes[way](setting);
    if (change === "deleted") expect(await keysOf(acme)).toEqual(["seats"]);
    else expect([again.status, await keysOf(acme)]).toEqual([400, ["seats"]]);
  },
);

it("the deletion of a field finds the first value, which is written at that moment", async () => {
  const { acme, field, params } = await withField();
  const both = await pg().begin(async (tx) => {
    const [own] = await tx`
      select pg_backend_pid() as pid from contacts where id = ${params.id} for update`;
    const patched = acme.call(patchContact, { params, body: { custom_fields } });
    const first = await untilSomeoneWaitsFor(own?.pid);
    const removed = acme.call(removeField, { params: { id: field.id } });
    await Promise.race([removed.then(settleBackground), untilSomeoneWaitsFor(first)]);
    return [patched, removed];
  });
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 202]);
  await settleBackground();
  expect((await acme.call(getContact, { params })).body.custom_fields).toBeNull();
  expect(await keysOf(acme)).toEqual([]);
});
