import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { invite } from "@/lib/invitations/invite";
import { listInvitations } from "@/lib/invitations/queries";
import { invitationList, invitation as invitationSchema, inviteBody } from "@/lib/invitations/schemas";

export const GET = route({
  operationId: "listInvitations",
  summary: "List the open invitations, oldest first",
  description: "Users only.",
  tag: "members",
  needs: "manage",
  response: { 200: invitationList },
  handler: async ({ workspace }) => ({ data: await listInvitations(workspace.id) }),
});

// Not idempotent: a repetition to the same address is a new mail, with a new link.
export const POST = route({
  operationId: "inviteMember",
  summary: "Invite somebody by mail",
  description:
    "Mails a link that works once, for seven days, and only for an account with this address. Inviting an address again sends a new link and invalidates the former one. At most 50 mails a day per workspace and per user, 5 per address. Users only.",
  tag: "members",
  needs: "manage",
  body: inviteBody,
  example: { email: "grace@example.com", role: "editor", may_export: false },
  audit: { action: "invitation.sent" },
  response: { 201: invitationSchema },
  errors: ["CONFLICT"],
  handler: async ({ workspace, user, body }) => invite(workspace.id, user, body),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
