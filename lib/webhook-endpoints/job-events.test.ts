import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as sendMail } from "@/app/api/contacts/[id]/send-email/route";
import { POST as startExport } from "@/app/api/exports/route";
import { POST as cancelImport } from "@/app/api/imports/[id]/cancel/route";
import { POST as confirmImport } from "@/app/api/imports/[id]/confirm/route";
import { PUT as updateSettings } from "@/app/api/settings/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { settleBackground } from "@/lib/http/background";
import { drain } from "@/lib/jobs/queue";
import { startJobNow } from "@/lib/server/jobs";
import { startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { startReceiver, type WebhookReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { importText, uploadText } from "@/lib/testing/imports";
import { addContact } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import type { EventType } from "@/lib/webhook-events";
import { createEndpoint } from "./queries";
import { webhookQueue } from "./queue";

let receiver: WebhookReceiver;
beforeEach(async () => {
  await pg()`delete from webhook_endpoints`;
  receiver = await startReceiver();
});
afterEach(async () => receiver.close());

/** A workspace with an endpoint for one type of event. */
async function listeningFor(type: EventType) {
  const acme = await newWorkspace();
  const values = { url: receiver.url, description: null, events: [type], per_contact: false };
  await createEndpoint(acme.id, acme.user.id, values);
  return acme;
}

async function told() {
  await settleBackground();
  await drain(webhookQueue());
  return receiver.events.map(({ type, data }) => ({ type, data }));
}

it("tells once that an import failed", async () => {
  const acme = await listeningFor("import.failed");
  const { id, blob_url } = await importText(acme, "email\nada@example.com\n");
  await pg()`
    update imports set status = 'processing', processed_rows = 0, created_rows = 0, checkpoint_bytes = 0
    where id = ${id}`;
  await blobStore().remove([blob_url]);
  await startJobNow("import", { workspaceId: acme.id, id });
  expect(await told()).toMatchObject([
    { type: "import.failed", data: { import_id: id, url: expect.stringMatching(`/api/imports/${id}$`) } },
  ]);
});

it("tells once that an import was cancelled", async () => {
  const acme = await listeningFor("import.cancelled");
  await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  const { importId: id } = (await uploadText(acme, "email,name\nada@example.com,Bea\n")).body;
  const body = { columnMapping: { email: "email", name: "first_name" } };
  await pg().begin(async (tx) => {
    // The import waits for it until the cancellation is answered.
    await tx`select from contacts where workspace_id = ${acme.id} for update`;
    await acme.call(confirmImport, { params: { id }, body });
    expect((await acme.call(cancelImport, { params: { id } })).status).toBe(200);
  });
  expect(await told()).toMatchObject([
    { type: "import.cancelled", data: { import_id: id, url: expect.stringMatching(`/api/imports/${id}$`) } },
  ]);
});

it("tells once that an export is complete", async () => {
  const acme = await listeningFor("export.completed");
  await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  const { exportId: id } = (await acme.call(startExport, { body: {} })).body;
  expect(await told()).toMatchObject([
    {
      type: "export.completed",
      data: { export_id: id, total_rows: 1, url: expect.stringMatching(`/api/exports/${id}$`) },
    },
  ]);
});

it("tells once that a contact was mailed, and not when the provider refused", async () => {
  const acme = await listeningFor("email.sent");
  const provider = await startMailProvider();
  try {
    await acme.call(updateSettings, { body: { mail_api_key: "re_4kQ2x7Zp_secretsecretwXyZ" } });
    const { id } = await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
    const send = () => acme.call(sendMail, { params: { id }, body: { subject: "Question", body: "Hello." } });
    provider.fault = () => ({ status: 422 });
    expect((await send()).status).not.toBe(200);
    expect(await told()).toEqual([]);
    provider.fault = () => null;
    const { messageId } = (await send()).body;
    expect(await told()).toMatchObject([
      { type: "email.sent", data: { contact_id: id, message_id: messageId } },
    ]);
  } finally {
    await provider.close();
  }
});
