import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { deleteTag, findTag, updateTag } from "@/lib/tags/queries";
import { tag, tagParams, updateTagBody } from "@/lib/tags/schemas";

export const GET = route({
  operationId: "getTag",
  summary: "Read one tag",
  tag: "tags",
  params: tagParams,
  response: { 200: tag },
  handler: async ({ workspace, params }) => findTag(workspace.id, params.id),
});

export const PUT = route({
  operationId: "updateTag",
  summary: "Change a tag",
  description: "Absent fields keep their values; `null` removes the colour or the emoji.",
  tag: "tags",
  conditional: true,
  params: tagParams,
  body: updateTagBody,
  example: { name: "Client", color: "teal" },
  response: { 200: tag },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params, body, ifMatch }) => updateTag(workspace.id, params.id, body, ifMatch),
});

export const DELETE = route({
  operationId: "deleteTag",
  summary: "Delete a tag and remove it from all contacts",
  tag: "tags",
  conditional: true,
  params: tagParams,
  audit: { action: "tag.deleted" },
  response: { 204: null },
  handler: async ({ workspace, params, ifMatch }) => deleteTag(workspace.id, params.id, ifMatch),
});

export const { POST, PATCH, OPTIONS } = otherMethods({ GET, PUT, DELETE });
