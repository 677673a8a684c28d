import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { LIMITS, MAX_BULK_IDS } from "@/lib/limits";
import { addTagToContacts, removeTagFromContacts } from "@/lib/tags/associations";
import { bulkTagBody, bulkTagResult, bulkUntagResult, tagParams } from "@/lib/tags/schemas";

const example = { ids: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"] };

export const POST = route({
  operationId: "bulkTagContacts",
  summary: `Add a tag to up to ${MAX_BULK_IDS} contacts`,
  description: `Idempotent. Unknown ids are ignored, repeated ones count once. Contacts that already have ${LIMITS.tags_per_contact.max} tags are listed in \`refused\`; the others get the tag.`,
  tag: "tags",
  params: tagParams,
  body: bulkTagBody,
  example,
  response: { 200: bulkTagResult },
  errors: ["CONFLICT"],
  handler: ({ workspace, params, body }) =>
    addTagToContacts(workspace.id, params.id, body.ids, body.change_id),
});

export const DELETE = route({
  operationId: "bulkUntagContacts",
  summary: `Remove a tag from up to ${MAX_BULK_IDS} contacts`,
  description: "Ids that are unknown or do not have the tag are ignored.",
  tag: "tags",
  params: tagParams,
  body: bulkTagBody,
  example,
  response: { 200: bulkUntagResult },
  errors: ["CONFLICT"],
  handler: ({ workspace, params, body }) =>
    removeTagFromContacts(workspace.id, params.id, body.ids, body.change_id),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods({ POST, DELETE });
