import { describe, expect, it } from "vitest";
import { PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as batch } from "@/app/api/contacts/batch/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as createField } from "@/app/api/fields/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const JSON_BODY = { "content-type": "application/json" };

/** Every way to write a custom field with this key, with the status of its answer, or of its contact in a batch. */
const WAYS: Record<string, (acme: Workspace, key: string) => Promise<number>> = {
  POST: async (acme, key) => {
    const body = `{"email":"ada@x.de","first_name":"Ada","custom_fields":{${JSON.stringify(key)}:"x"}}`;
    return (await acme.call(createContact, { body: Buffer.from(body), headers: JSON_BODY })).status;
  },
  PATCH: async (acme, key) => {
    const { id } = (await acme.call(createContact, { body: { email: "ada@x.de", first_name: "Ada" } })).body;
    const body = Buffer.from(`{"custom_fields":{${JSON.stringify(key)}:"x"}}`);
    return (await acme.call(patchContact, { params: { id }, body, headers: JSON_BODY })).status;
  },
  batch: async (acme, key) => {
    const body = `[{"email":"ada@x.de","first_name":"Ada","custom_fields":{${JSON.stringify(key)}:"x"}}]`;
    const answer = await acme.call(batch, { body: Buffer.from(body), headers: JSON_BODY });
    return answer.body.rows[0].status === "failed" ? 400 : answer.status;
  },
  import: async (acme, key) => {
    const params = { id: (await uploadText(acme, "email,Plan\nada@x.de,x\n")).body.importId };
    const body = { columnMapping: { email: "email", Plan: `custom_fields.${key}` } };
    const answer = await acme.call(confirm, { params, body });
    await settleBackground();
    return answer.status;
  },
};

describe.each(Object.entries(WAYS))("custom fields by %s", (_, write) => {
  it.each(["constructor", "prototype", "toString"])("%s is a key like any other", async (key) => {
    const acme = await newWorkspace();
    expect([200, 201, 202]).toContain(await write(acme, key));
    const ada = (await contactsOf(acme)).get("ada@x.de");
    expect(Object.entries(ada?.custom_fields ?? {})).toEqual([[key, "x"]]);
  });

  it.each(["__proto__", "a\0b", "\0", "a\ud800"])("%j is refused", async (key) => {
    const acme = await newWorkspace();
    expect(await write(acme, key)).toBe(400);
    expect((await contactsOf(acme)).get("ada@x.de")?.custom_fields ?? null).toBeNull();
  });
});

it.each(["constructor", "prototype"])("a field may be called %s, and none __proto__", async (name) => {
  const acme = await newWorkspace();
  expect(await acme.call(createField, { body: { name } })).toMatchObject({
    status: 201,
    body: { key: name },
  });
  expect((await acme.call(createField, { body: { name: "__proto__" } })).status).toBe(400);
});
