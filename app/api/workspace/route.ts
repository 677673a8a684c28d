import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { readWorkspace } from "@/lib/workspaces/queries";
import { removeWorkspace } from "@/lib/workspaces/remove";
import { deleteWorkspaceBody, workspace as workspaceSchema } from "@/lib/workspaces/schemas";

/** A million contacts take about ten seconds. */
export const maxDuration = 300;

export const GET = route({
  operationId: "getWorkspace",
  summary: "Read the workspace's name and size",
  tag: "workspace",
  response: { 200: workspaceSchema },
  handler: async ({ workspace }) => readWorkspace(workspace.id),
});

export const DELETE = route({
  operationId: "deleteWorkspace",
  summary: "Delete the workspace and everything in it",
  description:
    "Permanently deletes contacts, tags, imports, exports, files, settings and API keys, and stops running jobs. The account stays with the identity provider: the next sign-in gets a new, empty workspace. Users only.",
  tag: "workspace",
  scope: "manage",
  body: deleteWorkspaceBody,
  example: { name: "ada workspace" },
  audit: { action: "workspace.deleted", about: "account" },
  response: { 204: null },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, body }) => removeWorkspace(workspace.id, body.name),
});

export const { POST, PUT, PATCH, OPTIONS } = otherMethods({ GET, DELETE });
