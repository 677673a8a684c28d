import { expect, it } from "vitest";
import { GET as readChanges } from "@/app/api/changes/route";
import { GET as readTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as tagOne } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { sendBatch } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const events = async (acme: Workspace, id: string) =>
  (await acme.call(readTimeline, { params: { id } })).body.data;
const only = async (acme: Workspace): Promise<string> => (await acme.call(listContacts)).body.data[0].id;
const setOf = async (acme: Workspace, way: string) =>
  (await acme.call(readChanges, { query: { way } })).body.data[0];

it("says who created a contact, and who tagged it later", async () => {
  const acme = await newWorkspace();
  const { body } = await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  await acme.call(tagOne, { params: { id: tag, contactId: body.id } });
  const [created, tagged] = [await setOf(acme, "contact_created"), await setOf(acme, "contact_tagged")];
  expect(created.actor.name).toEqual(expect.any(String));
  expect(await events(acme, body.id)).toMatchObject([
    { kind: "tagged", change_id: tagged.id, by: tagged.actor, fields: [] },
    { kind: "created", change_id: created.id, by: created.actor, fields: [] },
  ]);
});

it("says so of a batch, with each of its tags, and of an import", async () => {
  const [acme, other] = [await newWorkspace(), await newWorkspace()];
  await sendBatch(acme, [{ email: "ada@example.com", first_name: "Ada", tags: ["vip", "press"] }]);
  const { id: change_id, actor: by } = await setOf(acme, "batch");
  const told = await events(acme, await only(acme));
  expect(told).toMatchObject([
    { kind: "tagged", change_id, by },
    { kind: "tagged", change_id, by },
    { kind: "created", change_id, by },
  ]);
  await other.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
  const old = await only(other);
  await importText(other, "email,first_name,tags\nada@example.com,Ada,vip\nold@example.com,Old,vip\n");
  const { id, actor } = await setOf(other, "import");
  for (const one of [await only(other), old]) {
    const [tagged] = (await events(other, one)).filter(({ kind }: { kind: string }) => kind === "tagged");
    expect(tagged).toMatchObject({ change_id: id, by: actor });
  }
});
