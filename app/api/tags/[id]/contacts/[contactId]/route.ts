import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";
import { addTagToContact, removeTagFromContact } from "@/lib/tags/associations";
import { associationParams, success } from "@/lib/tags/schemas";

const rename = { id: "tagId" };

export const POST = route({
  operationId: "addTagToContact",
  summary: "Add a tag to a contact",
  description: `Idempotent. A contact has at most ${LIMITS.tags_per_contact.max} tags; one more is a 409.`,
  tag: "tags",
  params: associationParams,
  rename,
  response: { 200: success },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params }) => {
    await addTagToContact(workspace.id, params.tagId, params.contactId);
    return { success: true as const };
  },
});

export const DELETE = route({
  operationId: "removeTagFromContact",
  summary: "Remove a tag from a contact",
  tag: "tags",
  params: associationParams,
  rename,
  response: { 204: null },
  handler: async ({ workspace, params }) =>
    removeTagFromContact(workspace.id, params.tagId, params.contactId),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods({ POST, DELETE });
