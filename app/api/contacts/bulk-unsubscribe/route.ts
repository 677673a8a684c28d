import { bulkIdsBody, bulkUnsubscribeResult } from "@/lib/contacts/schemas";
import { unsubscribeContacts } from "@/lib/contacts/unsubscribe";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "bulkUnsubscribeContacts",
  summary: "Unsubscribe up to 500 contacts",
  description:
    "`unsubscribed` is the number of contacts that were subscribed before: unknown ids are ignored, repeated ones count once. There is no bulk operation for the opposite: contacts are resubscribed one by one.",
  tag: "contacts",
  body: bulkIdsBody,
  example: { ids: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"] },
  response: { 200: bulkUnsubscribeResult },
  errors: ["CONFLICT"],
  handler: ({ workspace, body }) => unsubscribeContacts(workspace.id, body.ids, body.change_id),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
