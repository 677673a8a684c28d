import { deleteContacts } from "@/lib/contacts/erase";
import { bulkDeleteResult, bulkIdsBody } from "@/lib/contacts/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "bulkDeleteContacts",
  summary: "Delete up to 500 contacts for good",
  description:
    "`deleted` counts what was really removed: unknown ids are ignored, repeated ones count once. Files of exports that may hold one of them are removed: their download answers 410.",
  tag: "contacts",
  body: bulkIdsBody,
  example: { ids: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"] },
  audit: { action: "contacts.deleted", detail: (body) => ({ asked: bulkIdsBody.parse(body).ids.length }) },
  response: { 200: bulkDeleteResult },
  handler: async ({ workspace, body }) => ({ deleted: await deleteContacts(workspace.id, body.ids) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
