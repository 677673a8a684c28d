import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, json, type Sent, send } from "./operations";

/** A workspace with one of everything, whose values contain a word that can be searched for. */
export interface Fixture {
  id: string;
  token: string;
  contact: string;
  tag: string;
  import: string;
  finishedImport: string;
  export: string;
  apiKey: string;
  blobKey: string;
  change: string;
  bulkAction: string;
  field: string;
  segment: string;
  webhook: string;
  delivery: string;
  /** A second user's id. */
  member: string;
  invitation: string;
}

/** The columns of the document's example of a mapping. */
const HEADER = "E-mail,First name,Score\n";

/** Calls an operation with a token; fails on anything but a success. */
async function expectSuccess(token: string, id: string, sent: Sent) {
  const { handler, method } = endpoint(id);
  const headers = { authorization: `Bearer ${token}`, ...sent.headers };
  const got = await send(handler, { ...sent, method, headers });
  if (got.status >= 300) throw new Error(`${id}: ${got.status} ${got.text}`);
  return got.json;
}

export async function newFixture(word: string): Promise<Fixture> {
  const { id, token } = await newWorkspace(word);
  const call = (operation: string, sent: Sent) => expectSuccess(token, operation, sent);
  const contact = await call(
    "createContact",
    json({
      email: `${word}@example.com`,
      first_name: word,
      last_name: word,
      company: word,
      phone: word,
      notes: word,
      custom_fields: { [word]: word },
    }),
  );
  const tag = await call("createTag", json({ name: word, emoji: "⭐" }));
  await call("addTagToContact", { params: { tagId: tag.id, contactId: contact.id } });
  await call("updateSettings", json({ mail_api_key: `re_${word}_123456789` }));
  const pending = await call("createImport", upload(`${HEADER}${word}1@example.com,${word},1\n`, word));
  const finished = await call(
    "createImport",
    upload(`${HEADER}${word}2@example.com,${word},2\nbad,${word},3`, word),
  );
  const plan = json({ columnMapping: { "E-mail": "email", "First name": "first_name" } });
  await call("confirmImport", { params: { id: finished.importId }, ...plan });
  await settleBackground();
  const exported = await call("createExport", json({ filename: word }));
  await settleBackground();
  const key = await call("createApiKey", json({ name: word }));
  const bulk = await call("bulkChangeContacts", json({ action: "tag", tag_id: tag.id, ids: [contact.id] }));
  const field = await call("createField", json({ name: `${word} field`, type: "choice", options: [word] }));
  const segment = await call("createSegment", json({ name: word, filter: { search: word } }));
  const { id: webhook } = await call(
    "createWebhookEndpoint",
    json({ url: `https://${word}.invalid/${word}` }),
  );
  const delivery = await call("testWebhookEndpoint", { params: { id: webhook } });
  await call("updateWebhookEndpoint", { params: { id: webhook }, ...json({ is_enabled: false }) });
  const [member, invitation] = [newId(), newId()];
  await pg()`
    insert into memberships (workspace_id, user_id, email, role)
    values (${id}, ${member}, ${`${word}.member@example.com`}, 'editor')`;
  await pg()`
    insert into invitations (workspace_id, id, email, role, may_import, may_undo, may_export, may_send, token_hash,
      invited_by, expires_at)
    values (${id}, ${invitation}, ${`${word}.guest@example.com`}, 'viewer', true, true, true, true, ${newId()}, ${member},
      now() + interval '1 day')`;
  const changes = await call("listChanges", { query: { way: "contact_created" } });
  const [row] = await pg()<
    { blob_key: string }[]
  >`select blob_key from imports where id = ${pending.importId}`;
  return {
    id,
    token,
    contact: contact.id,
    tag: tag.id,
    import: pending.importId,
    finishedImport: finished.importId,
    export: exported.exportId,
    apiKey: key.id,
    blobKey: row?.blob_key ?? "",
    change: changes.data[0].id,
    bulkAction: bulk.id,
    field: field.id,
    segment: segment.id,
    webhook,
    delivery: delivery.id,
    member,
    invitation,
  };
}

export function upload(text: string, filename: string): Sent {
  return { body: text, query: { filename: `${filename}.csv` }, headers: { "content-type": "text/csv" } };
}

/** The id for a path parameter. */
export function kindOf(path: string, name: string): keyof Fixture {
  if (name === "tagId") return "tag";
  if (name === "contactId") return "contact";
  if (name === "deliveryId") return "delivery";
  const kinds: Record<string, keyof Fixture> = {
    "bulk-actions": "bulkAction",
    members: "member",
    invitations: "invitation",
    segments: "segment",
    "webhook-endpoints": "webhook",
    changes: "change",
    fields: "field",
    contacts: "contact",
    tags: "tag",
    imports: "import",
    exports: "export",
    "api-keys": "apiKey",
  };
  const kind = kinds[path.split("/")[2] ?? ""];
  if (!kind) throw new Error(`what does ${name} of ${path} name?`);
  return kind;
}
