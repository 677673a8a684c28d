import { z } from "zod";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX } from "@/lib/contacts/fields";
import { switches } from "@/lib/members/schemas";
import { id, storedText, text, timestamp, uuid } from "@/lib/schemas";
import { ROLE_WORDS } from "@/lib/workspaces/roles";

const email = text(EMAIL_MAX, 1)
  .refine((value) => new RegExp(EMAIL_PATTERN).test(value), "must be a valid e-mail address")
  .transform((value) => value.toLowerCase())
  .meta({
    override: { type: "string", pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX },
    example: "grace@example.com",
  });

/** Nobody is invited as an owner: an owner promotes a member. */
const invitedRole = z
  .enum(["admin", "editor", "viewer"], "must be admin, editor or viewer")
  .meta({ description: ROLE_WORDS });

export const invitation = z
  .object({
    id,
    email: storedText({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX }),
    role: invitedRole,
    ...switches,
    invited_by: id.meta({ description: "Id of the user who sent it" }),
    created_at: timestamp,
    expires_at: timestamp.meta({ description: "Seven days after the last mail" }),
  })
  .meta({ id: "Invitation", description: "Who may join the workspace; gone once accepted" });
export type Invitation = z.output<typeof invitation>;

export const invitationList = z.object({ data: z.array(invitation) });
export const invitationParams = z.object({ id: uuid });

export const inviteBody = z
  .object({
    email,
    role: invitedRole.default("editor").meta({ description: ROLE_WORDS }),
    may_import: switches.may_import.default(true),
    may_undo: switches.may_undo.default(true),
    may_export: switches.may_export.default(true),
    may_send: switches.may_send.default(true),
  })
  .meta({ id: "NewInvitation" });
export type NewInvitation = z.output<typeof inviteBody>;

export const invitationPreview = z
  .object({
    workspace: z.string().meta({ description: "The name of the workspace" }),
    invited_by: z.string().nullable().meta({ description: "The address of who sent it, if known" }),
    role: invitedRole,
    ...switches,
    expires_at: invitation.shape.expires_at,
  })
  .meta({ id: "InvitationPreview", description: "What an invitation says before it is accepted" });
export type InvitationPreview = z.output<typeof invitationPreview>;

export const acceptBody = z
  .object({ token: text(100, 1).meta({ description: "What follows `#` in the mailed link" }) })
  .meta({ id: "InvitationAcceptance" });
