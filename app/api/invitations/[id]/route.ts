import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { revokeInvitation } from "@/lib/invitations/queries";
import { invitationParams } from "@/lib/invitations/schemas";

export const DELETE = route({
  operationId: "revokeInvitation",
  summary: "Revoke an invitation",
  description: "Its link stops working at once. Users only.",
  tag: "members",
  needs: "manage",
  params: invitationParams,
  audit: { action: "invitation.revoked" },
  response: { 204: null },
  handler: async ({ workspace, params }) => revokeInvitation(workspace.id, params.id),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods({ DELETE });
