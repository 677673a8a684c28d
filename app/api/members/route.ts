import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { listMembers } from "@/lib/members/queries";
import { memberList } from "@/lib/members/schemas";

export const GET = route({
  operationId: "listMembers",
  summary: "List the workspace's members, longest-standing first",
  description: "With each member's role, and what editors are allowed to do. Users only.",
  tag: "members",
  needs: "belong",
  response: { 200: memberList },
  handler: async ({ workspace }) => ({ data: await listMembers(workspace.id) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
