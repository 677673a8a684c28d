import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { acceptInvitation } from "@/lib/invitations/queries";
import { acceptBody } from "@/lib/invitations/schemas";
import { id } from "@/lib/schemas";

export const POST = route({
  operationId: "acceptInvitation",
  summary: "Join a workspace by a mailed invitation",
  description:
    "For the signed-in user whose address received the mail. Reveals nothing about the workspace to others. An unknown, used, expired or revoked token is a 404; one for another address a 403 (`reason: address`, and as `address` the first letter and the domain of the right one). Afterwards send the workspace's id as `X-Workspace-Id`. Users only.",
  tag: "members",
  needs: "belong",
  body: acceptBody,
  example: { token: "bXktdG9rZW4tZnJvbS10aGUtbWFpbC1vZi0zMi1ieXRlcw" },
  audit: { action: "invitation.accepted", about: "answer" },
  response: { 200: z.object({ id: id.meta({ description: "The workspace" }) }) },
  errors: ["NOT_FOUND"],
  handler: async ({ user, body }) => ({ id: await acceptInvitation(user, body.token) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
