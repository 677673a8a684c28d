import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { upsertQuery, upsertResult } from "@/lib/imports/upsert/schemas";
import { upsertContacts } from "@/lib/imports/upsert/upsert";
import { batchBody } from "./body";

export const POST = route({
  operationId: "batchContacts",
  summary: "Create or update up to 10 000 contacts by external id or e-mail",
  description:
    "A JSON array, or NDJSON with one contact per line. All in one transaction and one change set (`POST /changes/{id}/undo`). An invalid contact fails alone, with a code. The rules are those of an import: what is absent or empty keeps what is stored, `null` clears a text field or a key of `custom_fields`, tags are added, `is_unsubscribed` is only ever set; when a contact occurs twice, the later values win. A known `external_id` identifies the contact, whose e-mail is then changed, or stays where the row has none; an unknown one is given to the contact with the row's e-mail. An id of zeros or signs alone (`0`, `-`) names nobody and is ignored. Batches of a workspace run one after the other.",
  tag: "contacts",
  idempotent: true,
  query: upsertQuery,
  body: batchBody,
  example: [
    { email: "ada@example.com", first_name: "Ada", tags: ["Customer"] },
    { email: "grace@example.com", custom_fields: { plan: "pro" } },
  ],
  response: { 200: upsertResult },
  errors: ["CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "SERVICE_UNAVAILABLE"],
  handler: ({ workspace, query, body, request }) => upsertContacts(workspace.id, body, query, request.signal),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
