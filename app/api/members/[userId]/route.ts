import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { changeMember, removeMember } from "@/lib/members/queries";
import { changeMemberBody, memberParams, member as memberSchema } from "@/lib/members/schemas";

export const PATCH = route({
  operationId: "changeMember",
  summary: "Change a member's role, or what an editor may do",
  description:
    "Takes effect with the next request of the member and of every API key they created. Only owners appoint, change and demote owners; the last one stays (409, `last_owner`). To hand over a workspace, make another member owner and then give yourself another role. Users only.",
  tag: "members",
  needs: "manage",
  params: memberParams,
  body: changeMemberBody,
  example: { role: "editor", may_export: false },
  audit: { action: "member.changed", detail: (body) => ({ ...changeMemberBody.safeParse(body).data }) },
  response: { 200: memberSchema },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, params, body }) =>
    changeMember(workspace.id, user.id, params.userId, body),
});

export const DELETE = route({
  operationId: "removeMember",
  summary: "Remove a member from the workspace",
  description:
    "Their API keys and open invitations in this workspace are deleted with the membership, and their open streams end; what they created stays, and imports, exports and bulk actions they have started go on. Only owners remove owners; the last one stays (409, `last_owner`). Users only.",
  tag: "members",
  needs: "manage",
  params: memberParams,
  audit: { action: "member.removed" },
  response: { 204: null },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, params }) => removeMember(workspace.id, user.id, params.userId),
});

export const { GET, POST, PUT, OPTIONS } = otherMethods({ PATCH, DELETE });
