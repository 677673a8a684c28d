import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { previewInvitation } from "@/lib/invitations/queries";
import { acceptBody, invitationPreview } from "@/lib/invitations/schemas";

// The token is in the body, so that no log has it.
export const POST = route({
  operationId: "previewInvitation",
  summary: "Read a mailed invitation",
  description:
    "For the signed-in user whose address received the mail: what the mail says, and nothing else about the workspace. An unknown, used, expired or revoked token is a 404; one for another address a 403 (`reason: address`, and as `address` the first letter and the domain of the right one). Changes nothing. Users only.",
  tag: "members",
  needs: "belong",
  body: acceptBody,
  example: { token: "bXktdG9rZW4tZnJvbS10aGUtbWFpbC1vZi0zMi1ieXRlcw" },
  response: { 200: invitationPreview },
  errors: ["NOT_FOUND"],
  handler: ({ user, body }) => previewInvitation(user, body.token),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
