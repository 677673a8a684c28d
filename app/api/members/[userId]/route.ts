import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { changeMember, findMember, removeMember } from "@/lib/members/queries";
import { changeMemberBody, memberParams, member as memberSchema } from "@/lib/members/schemas";

export const GET = route({
  operationId: "getMember",
  summary: "Read one member of the workspace",
  description: "Users only.",
  tag: "members",
  needs: "belong",
  params: memberParams,
  response: { 200: memberSchema },
  handler: async ({ workspace, params }) => findMember(workspace.id, params.userId),
});

export const PATCH = route({
  operationId: "changeMember",
  summary: "Change a member's role, or what an editor may do",
  description:
    "Takes effect with the next request of the member and of every API key they created. Only owners appoint, change and demote owners; the last one stays (409, `last_owner`). To hand over a workspace, make another member owner and then give yourself another role. Users only.",
  tag: "members",
  needs: "manage",
  conditional: true,
  params: memberParams,
  body: changeMemberBody,
  example: { role: "editor", may_export: false },
  audit: { action: "member.changed", detail: (body) => ({ ...changeMemberBody.safeParse(body).data }) },
  response: { 200: memberSchema },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, params, body, ifMatch }) =>
    changeMember(workspace.id, user.id, params.userId, body, ifMatch),
});

export const DELETE = route({
  operationId: "removeMember",
  summary: "Remove a member from the workspace",
  description:
    "Their API keys and open invitations in this workspace are deleted with the membership, and their open streams end; what they created stays, and imports, exports and bulk actions they have started go on. Only owners remove owners; the last one stays (409, `last_owner`). Users only.",
  tag: "members",
  needs: "manage",
  conditional: true,
  params: memberParams,
  audit: { action: "member.removed" },
  response: { 204: null },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, params, ifMatch }) =>
    removeMember(workspace.id, user.id, params.userId, ifMatch),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
