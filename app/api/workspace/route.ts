import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { readWorkspace, renameWorkspace } from "@/lib/workspaces/queries";
import { removeWorkspace } from "@/lib/workspaces/remove";
import {
  deleteWorkspaceBody,
  workspaceNameBody,
  workspace as workspaceSchema,
} from "@/lib/workspaces/schemas";

/** A million contacts take about ten seconds. */
export const maxDuration = 300;

export const GET = route({
  operationId: "getWorkspace",
  summary: "Read the workspace's name and size, and the caller's role",
  tag: "workspace",
  response: { 200: workspaceSchema },
  handler: async ({ workspace, role, permissions }) =>
    readWorkspace(workspace.id, { role, permissions: [...permissions] }),
});

export const PATCH = route({
  operationId: "renameWorkspace",
  summary: "Rename the workspace",
  description: "Users only.",
  tag: "workspace",
  needs: "manage",
  body: workspaceNameBody,
  example: { name: "Sales" },
  audit: { action: "workspace.renamed" },
  response: { 200: workspaceSchema },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, role, permissions, body }) => {
    await renameWorkspace(workspace.id, body.name);
    return readWorkspace(workspace.id, { role, permissions: [...permissions] });
  },
});

export const DELETE = route({
  operationId: "deleteWorkspace",
  summary: "Delete the workspace and everything in it",
  description:
    "Permanently deletes contacts, tags, imports, exports, files, settings, API keys and memberships, and stops running jobs. Owners only. The account stays with the identity provider: the next sign-in gets a new, empty workspace. Users only.",
  tag: "workspace",
  needs: "govern",
  body: deleteWorkspaceBody,
  example: { name: "ada workspace" },
  audit: { action: "workspace.deleted", about: "account" },
  response: { 204: null },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, body }) => removeWorkspace(workspace.id, body.name),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
