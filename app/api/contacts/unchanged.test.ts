import { expect, it } from "vitest";
import { PATCH as patch, GET as read } from "@/app/api/contacts/[id]/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { PUT as putTag, GET as readTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** What shows whether anything was written: change sets, of which webhooks and live events tell, and versions of rows. */
async function written({ id }: Workspace) {
  const rows = await pg()`
    select id, xmin::text from contacts where workspace_id = ${id}
    union all select id, xmin::text from tags where workspace_id = ${id}
    union all select id, xmin::text from change_sets where workspace_id = ${id}
    order by 1`;
  return [...rows];
}

const ada = {
  email: "ada@example.com",
  first_name: "Ada",
  phone: "1",
  custom_fields: { plan: "pro", more: { b: [1, 2], a: null } },
};

it("records nothing when a contact is sent what it has", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(create, { body: ada })).body;
  const params = { id };
  const before = await acme.call(read, { params });
  const count = await written(acme);
  for (const body of [
    { first_name: "Ada" },
    { first_name: " Ada " },
    { email: "ADA@example.com" },
    { last_name: null },
    { last_name: "" },
    { external_id: null },
    { custom_fields: {} },
    { custom_fields: { more: { a: null, b: [1, 2] } } },
    { custom_fields: { none: null } },
    { is_unsubscribed: false },
    ada,
  ]) {
    const answer = await acme.call(patch, { params, body });
    expect([answer.status, answer.body], JSON.stringify(body)).toEqual([200, before.body]);
    expect(answer.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(await written(acme), JSON.stringify(body)).toEqual(count);
  }
  for (const body of [{ phone: "2" }, { custom_fields: { more: { b: [2, 1] } } }, { custom_fields: null }])
    expect((await acme.call(patch, { params, body })).body.updated_at).not.toBe(before.body.updated_at);
});

it("lets the undo of an import remove a contact that was sent what it had", async () => {
  const acme = await newWorkspace();
  const done = await importText(acme, "email,first_name\nada@example.com,Ada\n");
  const id = String((await contactsOf(acme)).get("ada@example.com")?.id);
  await acme.call(patch, { params: { id }, body: { first_name: "Ada" } });
  expect((await acme.call(undoImport, { params: { id: done.id } })).body).toMatchObject({
    removed: 1,
    kept: 0,
  });
});

it("still takes an opt-out that is repeated for one of its own, and shows no other contact", async () => {
  const acme = await newWorkspace();
  const done = await importText(acme, "email,first_name,unsubscribed\nada@example.com,Ada,yes\n");
  const id = String((await contactsOf(acme)).get("ada@example.com")?.id);
  const before = (await acme.call(read, { params: { id } })).body;
  const { body } = await acme.call(patch, { params: { id }, body: { is_unsubscribed: true } });
  expect(body).toEqual(before);
  expect((await acme.call(undoImport, { params: { id: done.id } })).body).toMatchObject({
    removed: 0,
    kept: 1,
  });
});

it("records nothing when a tag is sent what it has", async () => {
  const acme = await newWorkspace();
  const tag = (await acme.call(createTag, { body: { name: "vip", color: "#ff0000" } })).body;
  const count = await written(acme);
  const params = { id: tag.id };
  const { headers } = await acme.call(readTag, { params });
  for (const body of [{ name: "vip" }, { name: " vip ", color: "#ff0000" }, { emoji: null }]) {
    const answer = await acme.call(putTag, {
      params,
      body,
      headers: { "if-match": headers.get("etag") ?? "" },
    });
    expect([answer.status, answer.body]).toEqual([200, tag]);
    expect(await written(acme), JSON.stringify(body)).toEqual(count);
  }
  const stale = await acme.call(putTag, {
    params,
    body: { name: "vip" },
    headers: { "if-match": '"other"' },
  });
  expect(stale.status).toBe(412);
  expect((await acme.call(putTag, { params: { id: newId() }, body: { name: "vip" } })).status).toBe(404);
  expect((await acme.call(putTag, { params, body: { name: "VIP" } })).body.name).toBe("VIP");
});
