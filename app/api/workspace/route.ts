import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { answerSoon } from "@/lib/server/jobs";
import { closeWorkspace, readWorkspace, renameWorkspace } from "@/lib/workspaces/queries";
import { removeWorkspace } from "@/lib/workspaces/remove";
import {
  deleteWorkspaceBody,
  workspaceNameBody,
  workspace as workspaceSchema,
} from "@/lib/workspaces/schemas";

/** Removing a million contacts goes on after the answer. */
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
  conditional: true,
  body: workspaceNameBody,
  example: { name: "Sales" },
  audit: { action: "workspace.renamed" },
  response: { 200: workspaceSchema },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, role, permissions, body, ifMatch }) =>
    renameWorkspace(workspace.id, body.name, { role, permissions: [...permissions] }, ifMatch),
});

export const DELETE = route({
  operationId: "deleteWorkspace",
  summary: "Delete the workspace and everything in it",
  description:
    "Permanently deletes contacts, tags, imports, exports, files, settings, API keys and memberships, and stops running jobs. Nobody is let in from the answer on; removing what a large workspace holds goes on for a while after it. Owners only. The account stays with the identity provider: the next sign-in gets a new, empty workspace. Users only.",
  tag: "workspace",
  needs: "govern",
  conditional: true,
  body: deleteWorkspaceBody,
  example: { name: "ada workspace" },
  audit: { action: "workspace.deleted", about: "account" },
  response: { 204: null },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, role, permissions, body, ifMatch }) => {
    await closeWorkspace(workspace.id, body.name, { role, permissions: [...permissions], ifMatch });
    await answerSoon(removeWorkspace(workspace.id));
  },
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
