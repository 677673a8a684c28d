import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { leaveWorkspace } from "@/lib/members/queries";

export const POST = route({
  operationId: "leaveWorkspace",
  summary: "Leave the workspace",
  description:
    "Ends the signed-in user's membership, and deletes the API keys and invitations they created here. The last owner cannot leave (409, `last_owner`). Users who leave the workspace of their sign-up get a new, empty one at their next sign-in. Users only.",
  tag: "members",
  needs: "belong",
  audit: { action: "member.left" },
  response: { 204: null },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user }) => leaveWorkspace(workspace.id, user.id),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
