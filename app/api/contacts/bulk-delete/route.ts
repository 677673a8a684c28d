import { deleteContacts } from "@/lib/contacts/erase";
import { bulkDeleteBody, bulkDeleteResult } from "@/lib/contacts/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

function asked(body: unknown) {
  const { ids, erase } = bulkDeleteBody.parse(body);
  return { asked: ids.length, ...(erase && { erase }) };
}

export const POST = route({
  operationId: "bulkDeleteContacts",
  summary: "Delete up to 500 contacts",
  description:
    "`deleted` counts the contacts that were actually removed: unknown ids are ignored, repeated ones count once. For 30 days the change set can be undone; `erase` leaves nothing to undo, also for contacts that were deleted before. Export files that may contain one of them are removed: their download answers 410.",
  tag: "contacts",
  body: bulkDeleteBody,
  example: { ids: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"] },
  audit: { action: "contacts.deleted", detail: asked },
  response: { 200: bulkDeleteResult },
  errors: ["CONFLICT"],
  handler: ({ workspace, body: { ids, erase, change_id: continues } }) =>
    deleteContacts(workspace.id, ids, { erase, continues }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
