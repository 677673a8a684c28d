import { z } from "zod";
import { id, timestamp, uuid } from "@/lib/schemas";
import { ROLE_WORDS, ROLES } from "@/lib/workspaces/roles";

const say = (what: string) =>
  z.boolean().meta({ description: `Whether an editor may ${what}; ignored for other roles` });

/** Permissions that editors are given or denied one by one. */
export const switches = {
  may_import: say("import files"),
  may_undo: say("undo changes and imports"),
  may_export: say("export contacts and download exports"),
  may_send: say("send e-mails to contacts"),
};

export const member = z
  .object({
    user_id: id,
    email: z.string().nullable(),
    role: z.enum(ROLES).meta({ description: ROLE_WORDS }),
    ...switches,
    joined_at: timestamp.meta({ description: "When the user joined" }),
  })
  .meta({ id: "Member", description: "A user who belongs to the workspace" });
export type Member = z.output<typeof member>;

export const memberList = z.object({ data: z.array(member) });
export const memberParams = z.object({ userId: uuid.meta({ description: "Id of the member's user" }) });

export const changeMemberBody = z
  .object({
    role: z
      .enum(ROLES, "must be owner, admin, editor or viewer")
      .optional()
      .meta({ description: ROLE_WORDS }),
    may_import: switches.may_import.optional(),
    may_undo: switches.may_undo.optional(),
    may_export: switches.may_export.optional(),
    may_send: switches.may_send.optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), "must change something")
  .meta({ id: "MemberChanges" });
export type MemberChanges = z.output<typeof changeMemberBody>;
