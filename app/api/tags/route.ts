import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";
import { createTag, listTags } from "@/lib/tags/queries";
import { createTagBody, listTagsQuery, tag, tagList } from "@/lib/tags/schemas";

export const GET = route({
  operationId: "listTags",
  summary: "List all tags by name",
  tag: "tags",
  query: listTagsQuery,
  response: { 200: tagList },
  handler: async ({ workspace, query }) => listTags(workspace.id, query.cursor),
});

export const POST = route({
  operationId: "createTag",
  summary: "Create a tag",
  description: `Names are unique in the workspace, ignoring case. A workspace has at most ${LIMITS.tags_per_workspace.max} tags; one more is a 409.`,
  tag: "tags",
  idempotent: true,
  body: createTagBody,
  example: { name: "Customer", color: "#0f766e", emoji: "⭐" },
  response: { 201: tag },
  errors: ["CONFLICT"],
  handler: async ({ workspace, body }) => {
    const created = await createTag(workspace.id, body);
    return reply(201, created, { Location: `/api/tags/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
