import { expect, it } from "vitest";
import { GET as readChange } from "@/app/api/changes/[id]/route";
import { POST as undo } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as deleteContact, PATCH as patch, GET as readContact } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { drain } from "@/lib/jobs/queue";
import { startReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { createEndpoint } from "@/lib/webhook-endpoints/queries";
import { webhookQueue } from "@/lib/webhook-endpoints/queue";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Contains nothing that could occur in a random id. */
const SECRET = /victim|secret|170\W+7777|hidden city/;

async function person(acme: Workspace, email: string, more: object): Promise<string> {
  const { body } = await acme.call(create, { body: { email, first_name: "Sam", ...more } });
  return body.id;
}

async function survivorAndVictim() {
  const acme = await newWorkspace();
  const survivor = await person(acme, "sa@example.org", { notes: "na", custom_fields: { plan: "pro" } });
  const victim = await person(acme, "victim@example.org", {
    ...{ notes: "secretnote", phone: "+49 170 7777", company: "Looms" },
    custom_fields: { plan: "free", city: "hidden city" },
  });
  const { body } = await acme.call(createTag, { body: { name: "theirs" } });
  await acme.call(tagAll, { params: { id: body.id }, body: { ids: [victim] } });
  return { acme, survivor, victim };
}

const into = async (acme: Workspace, id: string, other: string, fields: object = {}): Promise<string> =>
  (await acme.call(merge, { params: { id }, body: { with: other, fields } })).body.change_id;
const take = async (acme: Workspace, id: string) => (await acme.call(undo, { params: { id } })).body;
const edit = async (acme: Workspace, id: string, body: object) =>
  expect((await acme.call(patch, { params: { id }, body })).status).toBe(200);
const read = async (acme: Workspace, id: string) => (await acme.call(readContact, { params: { id } })).body;
const erase = async (acme: Workspace, id: string) =>
  expect((await acme.call(deleteContact, { params: { id }, query: { erase: "true" } })).status).toBe(204);
const fieldsOf = async (acme: Workspace, id: string) =>
  (await acme.call(readChange, { params: { id } })).body.entries[0]?.fields;

/** What the API reports about all change sets and the contact's history, and what the journals store. */
async function told(acme: Workspace, id: string): Promise<string> {
  const { data } = (await acme.call(listChanges)).body;
  const sets = await Promise.all(
    data.map(async (set: { id: string }) => {
      const { contact: _, ...rest } = (await acme.call(readChange, { params: { id: set.id } })).body;
      return rest.entries.map(({ fields }: { fields: unknown }) => fields);
    }),
  );
  const events = (await acme.call(timeline, { params: { id } })).body.data;
  const kept = await pg()`
    select to_jsonb(e)::text from contact_changes e where workspace_id = ${acme.id}
    union all select to_jsonb(j)::text from import_changes j where workspace_id = ${acme.id}`;
  return JSON.stringify([sets, events.map(({ fields }: { fields: unknown }) => fields), kept]);
}

const own = {
  ...{ email: "sa@example.org", notes: "na", phone: null, company: null },
  ...{ custom_fields: { plan: "pro" }, tags: [] },
};
const everyRule = [{}, { email: "other", custom_fields: "other" }];

it.each(everyRule)("erases what a merge that was undone had handed over, by %j", async (rules) => {
  const { acme, survivor, victim } = await survivorAndVictim();
  const undone = await take(acme, await into(acme, survivor, victim, rules));
  const again = await take(acme, (await take(acme, undone.undo_id)).undo_id);
  await erase(acme, victim);
  expect(await told(acme, survivor)).not.toMatch(SECRET);
  expect(await read(acme, survivor)).toMatchObject(own);
  await take(acme, again.undo_id);
  expect(await read(acme, survivor)).toMatchObject(own);
  expect(await told(acme, survivor)).not.toMatch(SECRET);
});

it.each(everyRule)("erases what a merge that stands had handed over, by %j", async (rules) => {
  const { acme, survivor, victim } = await survivorAndVictim();
  await edit(acme, survivor, { last_name: "One" });
  const merged = await into(acme, survivor, victim, rules);
  const before = await read(acme, survivor);
  await erase(acme, victim);
  expect(await read(acme, survivor)).toEqual(before);
  expect(await told(acme, survivor)).not.toMatch(SECRET);
  const undone = await take(acme, merged);
  expect(undone).toMatchObject({ restored: 1, kept: 0 });
  expect(await read(acme, survivor)).toMatchObject({ ...own, last_name: "One" });
  expect(await told(acme, survivor)).not.toMatch(SECRET);
  await take(acme, undone.undo_id);
  expect(await read(acme, survivor)).toMatchObject({ ...own, last_name: "One" });
  expect(await told(acme, survivor)).not.toMatch(SECRET);
});

it("keeps the survivor's own history, before, between and after", async () => {
  const { acme, survivor, victim } = await survivorAndVictim();
  await edit(acme, survivor, { phone: "1" });
  const merged = await into(acme, survivor, victim, { phone: "other" });
  await edit(acme, survivor, { last_name: "Two", notes: "na\n\nsecretnote, and more" });
  await importText(acme, "email,last_name\nsa@example.org,Three\n");
  await edit(acme, survivor, { phone: "2", company: "Mine", notes: "ours" });
  await erase(acme, victim);
  expect(await told(acme, survivor)).not.toMatch(SECRET);
  const { data } = (await acme.call(listChanges, { query: { contact: survivor } })).body;
  const [last, , second, , first] = data.map(({ id }: { id: string }) => id);
  expect(await fieldsOf(acme, first)).toEqual([{ field: "phone", old: null, new: "1" }]);
  expect(await fieldsOf(acme, merged)).toEqual([]);
  expect(await fieldsOf(acme, second)).toEqual([{ field: "last_name", old: null, new: "Two" }]);
  expect(await fieldsOf(acme, last)).toEqual([]);
  const undone = await take(acme, last);
  expect(await read(acme, survivor)).toMatchObject({ phone: "1", notes: "na", company: null });
  expect(await told(acme, survivor)).not.toMatch(SECRET);
  await take(acme, undone.undo_id);
  expect(await read(acme, survivor)).toMatchObject({ phone: "2", notes: "ours", company: "Mine" });
});

it("erases through a chain of merges, and after each of them is undone", async () => {
  for (const isUndone of [false, true]) {
    const { acme, survivor, victim } = await survivorAndVictim();
    const third = await person(acme, "third@example.org", { notes: "nt" });
    const first = await into(acme, survivor, victim, { email: "other" });
    const second = await into(acme, third, survivor, { email: "other", phone: "other" });
    if (isUndone) await take(acme, second);
    await erase(acme, victim);
    expect(await told(acme, third)).not.toMatch(SECRET);
    if (!isUndone) expect(await take(acme, second)).toMatchObject({ restored: 2 });
    expect(await read(acme, third)).toMatchObject({ email: "third@example.org", notes: "nt", phone: null });
    await take(acme, first);
    expect(await read(acme, survivor)).toMatchObject(own);
    expect(await told(acme, survivor)).not.toMatch(SECRET);
  }
});

it("erases what an edit made from it, but not what the survivor had like it", async () => {
  const { acme, survivor, victim } = await survivorAndVictim();
  await edit(acme, survivor, { last_name: "Looms" });
  await into(acme, survivor, victim);
  await edit(acme, survivor, { phone: "0049 (170) 7777 / 2", company: "Looms Ltd", last_name: "Looms-Two" });
  await edit(acme, survivor, { phone: "+49-170-77773", notes: "secretnote" });
  await edit(acme, survivor, { phone: "2", company: "Mine", notes: "ours", last_name: "Looms" });
  const [last] = (await acme.call(listChanges, { query: { contact: survivor } })).body.data;
  await erase(acme, victim);
  expect(await told(acme, survivor)).not.toMatch(/170\W+7777|secretnote|Looms Ltd/);
  expect(await told(acme, survivor)).toContain("Looms-Two");
  await take(acme, last.id);
  expect(await read(acme, survivor)).toMatchObject({ phone: null, company: null, last_name: "Looms-Two" });
});

it("erases what webhooks were told about the survivor of a merge that was undone", async () => {
  const receiver = await startReceiver();
  const { acme, survivor, victim } = await survivorAndVictim();
  const hook = { url: receiver.url, description: null, events: [], per_contact: false };
  await createEndpoint(acme.id, acme.user.id, hook);
  await edit(acme, survivor, { company: "before" });
  await drain(webhookQueue());
  const merged = await into(acme, survivor, victim);
  await drain(webhookQueue());
  await take(acme, merged);
  const sent = async () =>
    JSON.stringify(
      await pg()`
    select request_body from webhook_deliveries where workspace_id = ${acme.id} and lane = ${survivor} order by seq`,
    );
  expect(await sent()).toMatch(SECRET);
  await erase(acme, victim);
  expect(await sent()).not.toMatch(SECRET);
  expect(await sent()).toContain("before");
  await receiver.close();
});
