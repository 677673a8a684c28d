import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { createWorkspace, listWorkspaces } from "@/lib/workspaces/mine";
import { ownWorkspace, ownWorkspaces, workspaceNameBody } from "@/lib/workspaces/schemas";

export const GET = route({
  operationId: "listWorkspaces",
  summary: "List the workspaces that the signed-in user belongs to",
  description:
    "With the user's role in each. `X-Workspace-Id` may name any of them; without it a request is about the one in the token's metadata. Users only.",
  tag: "workspace",
  needs: "belong",
  response: { 200: ownWorkspaces },
  handler: async ({ workspace, user }) => ({ data: await listWorkspaces(workspace.id, user.id) }),
});

export const POST = route({
  operationId: "createWorkspace",
  summary: "Create another workspace",
  description: "The signed-in user becomes its owner. Send its id as `X-Workspace-Id`. Users only.",
  tag: "workspace",
  needs: "belong",
  body: workspaceNameBody,
  example: { name: "Second team" },
  audit: { action: "workspace.created", about: "answer" },
  response: { 201: ownWorkspace },
  errors: ["CONFLICT"],
  handler: async ({ user, body }) => createWorkspace(user, body.name),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
