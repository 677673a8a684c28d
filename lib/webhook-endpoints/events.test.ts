import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as tagContact } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { pg } from "@/db/client";
import { requestUndo } from "@/lib/changes/request";
import { deleteContact, deleteContacts } from "@/lib/contacts/erase";
import { mergeContacts } from "@/lib/contacts/merge";
import { unsubscribeContacts } from "@/lib/contacts/unsubscribe";
import { settleBackground } from "@/lib/http/background";
import { drain } from "@/lib/jobs/queue";
import { startJobNow } from "@/lib/server/jobs";
import { deleteTag } from "@/lib/tags/queries";
import { startReceiver, type WebhookReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { importText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { addContact, addTag, editContact, renameTag } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { createEndpoint, deleteEndpoint } from "./queries";
import { webhookQueue } from "./queue";

let receiver: WebhookReceiver;
beforeEach(async () => {
  await pg()`delete from webhook_endpoints`;
  receiver = await startReceiver();
});
afterEach(async () => receiver.close());

async function listening(options: { events?: never[]; per_contact?: boolean } = {}) {
  const acme = await newWorkspace();
  const endpoint = await createEndpoint(acme.id, acme.user.id, {
    url: receiver.url,
    description: null,
    events: [],
    per_contact: false,
    ...options,
  });
  return { acme, endpoint };
}

const person = (email: string) => ({ email, first_name: "Ada" });

/** Types of the events that have arrived since the last call, in order. */
async function told(): Promise<string[]> {
  await settleBackground();
  await drain(webhookQueue());
  const types = receiver.types();
  receiver.events.length = 0;
  return types;
}

async function lastChange(workspaceId: string): Promise<string> {
  const [row] = await pg()<{ id: string }[]>`
    select id from change_sets where workspace_id = ${workspaceId} order by created_at desc, id desc limit 1`;
  return row?.id ?? "";
}

async function undo(workspaceId: string, id: string): Promise<void> {
  await startJobNow("change_undo", { workspaceId, id: await requestUndo(workspaceId, id) });
}

it("tells what happens to one contact as its events, in order, with the contact as it is", async () => {
  const { acme } = await listening();
  const ada = await addContact(acme.id, person("ada@example.com"));
  await editContact(acme.id, ada.id, { company: "Analytical" });
  await settleBackground();
  await drain(webhookQueue());
  expect(receiver.events.map(({ type, data }) => [type, data.contact_id, data.contact.company])).toEqual([
    ["contact.created", ada.id, "Analytical"],
    ["contact.updated", ada.id, "Analytical"],
  ]);
  expect(receiver.events[0]).toMatchObject({
    workspace_id: acme.id,
    data: { url: expect.stringMatching(`/api/contacts/${ada.id}$`), contact: { email: "ada@example.com" } },
  });
  await told();
  const tag = await addTag(acme.id, "vip");
  await acme.call(tagContact, { params: { id: tag.id, contactId: ada.id } });
  await editContact(acme.id, ada.id, { is_unsubscribed: true });
  const bob = await addContact(acme.id, person("bob@example.com"));
  expect((await told()).sort()).toEqual([
    "contact.created",
    "contact.unsubscribed",
    "contact.updated",
    "contact.updated",
    "tag.created",
  ]);
  await mergeContacts(acme.id, ada.id, bob.id, {});
  expect((await told()).sort()).toEqual(["contact.merged", "contact.updated"]);
  await deleteContact(acme.id, ada.id);
  expect(await told()).toEqual(["contact.deleted"]);
  await undo(acme.id, await lastChange(acme.id));
  expect(await told()).toEqual(["contact.created"]);
  await deleteContact(acme.id, ada.id, { erase: true });
  expect(await told()).toEqual(["contact.deleted"]);
});

it("tells of tags, and of their undo", async () => {
  const { acme } = await listening();
  const tag = await addTag(acme.id, "a");
  await renameTag(acme.id, tag.id, "b");
  await deleteTag(acme.id, tag.id);
  expect(await told()).toEqual(["tag.created", "tag.updated", "tag.deleted"]);
  await undo(acme.id, await lastChange(acme.id));
  expect(await told()).toEqual(["tag.created"]);
});

it("tells of many contacts once, with numbers, and once per contact only where that is asked for", async () => {
  const { acme } = await listening();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await addContact(acme.id, person(`${name}@example.com`))).id);
  expect(await told()).toHaveLength(3);
  await unsubscribeContacts(acme.id, ids);
  await drain(webhookQueue());
  expect(receiver.events).toMatchObject([
    { type: "contacts.changed", data: { way: "contacts_unsubscribed", created: 0, changed: 3, deleted: 0 } },
  ]);
  receiver.events.length = 0;
  await undo(acme.id, await lastChange(acme.id));
  expect(await told()).toEqual(["contacts.changed"]);
  await pg()`update webhook_endpoints set per_contact = true`;
  await unsubscribeContacts(acme.id, ids);
  const types = (await told()).sort();
  expect(types).toEqual([
    ...Array.from({ length: 3 }, () => "contact.unsubscribed"),
    ...Array.from({ length: 3 }, () => "contact.updated"),
    "contacts.changed",
  ]);
  await deleteContacts(acme.id, ids);
  expect((await told()).sort()).toEqual([
    "contact.deleted",
    "contact.deleted",
    "contact.deleted",
    "contacts.changed",
  ]);
});

it("tells of an import and its undo once", async () => {
  const { acme } = await listening();
  const imported = await importText(acme, "email,first_name\na@example.com,A\nb@example.com,B\nbad,C\n");
  await settleBackground();
  await drain(webhookQueue());
  expect(receiver.events).toMatchObject([
    {
      type: "import.completed",
      data: {
        import_id: imported.id,
        created_rows: 2,
        failed_rows: 1,
        url: expect.stringContaining(imported.id),
      },
    },
  ]);
  receiver.events.length = 0;
  const { requestUndo: undoImport } = await import("@/lib/imports/engine/undo-request");
  await undoImport(acme.id, imported.id);
  await startJobNow("undo", { workspaceId: acme.id, id: imported.id });
  expect(await told()).toEqual(["import.undone"]);
  await pg()`update webhook_endpoints set per_contact = true`;
  await importText(acme, "email,first_name\nc@example.com,A\nd@example.com,B\n");
  expect((await told()).sort()).toEqual(["contact.created", "contact.created", "import.completed"]);
});

it("writes nothing for others: another workspace, another type, an endpoint that is off, a write that is taken back", async () => {
  const { acme, endpoint } = await listening();
  const other = await newWorkspace();
  await addContact(other.id, person("ada@example.com"));
  await pg()`update webhook_endpoints set events = '{tag.created}'`;
  await addContact(acme.id, person("ada@example.com"));
  await pg()`update webhook_endpoints set events = '{}', is_enabled = false`;
  await addContact(acme.id, person("bob@example.com"));
  await pg()`update webhook_endpoints set is_enabled = true`;
  await pg()
    .begin(async (tx) => {
      await tx`
        insert into contacts (workspace_id, id, email, first_name)
        values (${acme.id}, gen_random_uuid(), 'x@example.com', 'X')`;
      throw new Error("taken back");
    })
    .catch(() => {});
  expect(await told()).toEqual([]);
  await deleteEndpoint(acme.id, endpoint.id);
  await pg()`delete from workspaces where id = ${acme.id}`;
  expect(await pg()`select from webhook_deliveries`).toHaveLength(0);
});

it("does not let a write fail that meets the end of an endpoint", async () => {
  const { acme, endpoint } = await listening();
  const [deleted, end] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const held = pg().begin(async (tx) => {
    const [own] = await tx`select pg_backend_pid() as pid`;
    await tx`delete from webhook_endpoints where workspace_id = ${acme.id} and id = ${endpoint.id}`;
    deleted.resolve(own?.pid);
    await end.promise;
  });
  const pid = await deleted.promise;
  const writing = addContact(acme.id, person("ada@example.com"));
  await untilSomeoneWaitsFor(pid);
  end.resolve();
  await held;
  await expect(writing).resolves.toMatchObject({ email: "ada@example.com" });
});
