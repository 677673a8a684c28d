import { mergeContacts } from "@/lib/contacts/merge";
import { contactParams, mergeBody, merged } from "@/lib/contacts/schemas";
import { validationError } from "@/lib/errors";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "mergeContacts",
  summary: "Merge another contact into this one",
  description:
    "This contact stays, the other is deleted. By default this contact keeps its values and gets those it lacks; notes are appended, custom fields and tags are united, and the other's history becomes part of this one's timeline. An opt-out of either is kept. For 30 days the change set can be undone, which restores both with their ids. Repeating the request is harmless.",
  tag: "contacts",
  params: contactParams,
  body: mergeBody,
  example: { with: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11", fields: { email: "other", notes: "both" } },
  audit: { action: "contacts.merged" },
  response: { 200: merged },
  errors: ["CONFLICT"],
  handler: ({ workspace, params: { id }, body: { with: otherId, fields } }) => {
    if (id === otherId)
      throw validationError([{ path: ["with"], code: "custom", message: "must be another contact" }]);
    return mergeContacts(workspace.id, id, otherId, fields);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
