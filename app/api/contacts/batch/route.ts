import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { upsertQuery, upsertResult } from "@/lib/imports/upsert/schemas";
import { upsertContacts } from "@/lib/imports/upsert/upsert";
import { batchBody } from "./body";

export const POST = route({
  operationId: "batchContacts",
  summary: "Create or update up to 10 000 contacts by external id or e-mail",
  description:
    "A JSON array, or NDJSON with a contact on each line. All in one transaction and one change set (`POST /changes/{id}/undo`). A contact that is wrong fails alone, with a code. The rules are those of an import: what is absent, null or empty keeps what is stored, tags are added, `is_unsubscribed` is only ever set; of the same contact twice the later values win. A row with an `external_id` that is known is about that contact, and changes its e-mail; with one that is not, it gives it to the contact with its e-mail. Two batches of a workspace run one after the other.",
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
