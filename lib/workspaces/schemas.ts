import { z } from "zod";
import { languages } from "@/lib/client/messages/catalogue";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, text, timestamp } from "@/lib/schemas";
import { isWorkspaceName } from "./names";
import { PERMISSIONS, ROLE_WORDS, ROLES } from "./roles";

const role = z.enum(ROLES).meta({ description: ROLE_WORDS });
const permissions = z
  .array(z.enum(PERMISSIONS))
  .meta({ description: "What the caller may do here; each operation's `x-permission` is one of them" });

export const workspace = z
  .object({
    id,
    name: z.string(),
    contacts: z.int().min(0).meta({ description: "Number of its contacts" }),
    created_at: timestamp,
    role,
    permissions,
  })
  .meta({ id: "Workspace", description: "The caller's workspace" });
export type Workspace = z.output<typeof workspace>;

const REFUSED =
  "must be of letters, digits, spaces and & ' ( ) + , ! _ - alone, and of full stops as in Co. or e.V.";

export const workspaceNameBody = z
  .object({
    name: text(FIELD_LIMITS.name, 1)
      .refine(isWorkspaceName, REFUSED)
      .meta({ override: { type: "string", minLength: 1, maxLength: FIELD_LIMITS.name } }),
  })
  .meta({ id: "WorkspaceName" });

export const ownWorkspace = z
  .object({
    id,
    name: z.string(),
    role,
    permissions,
    is_current: z.boolean().meta({ description: "Whether this request is about it" }),
    joined_at: timestamp.meta({ description: "When the user joined" }),
  })
  .meta({ id: "OwnWorkspace", description: "A workspace that the signed-in user belongs to" });
export type OwnWorkspace = z.output<typeof ownWorkspace>;
export const ownWorkspaces = z.object({ data: z.array(ownWorkspace) });

export const deleteWorkspaceBody = z
  .object({
    name: text(100, 1).meta({ description: "The workspace's name, to confirm the deletion" }),
  })
  .meta({ id: "WorkspaceDeletion" });

export const deleteAccountBody = z
  .object({
    email: text(254, 1)
      .transform((value) => value.toLowerCase())
      .meta({
        override: { type: "string", minLength: 1, maxLength: 254 },
        description: "The account's address, to confirm the deletion",
      }),
    password: z
      .string()
      .min(1, "must not be empty")
      .max(1000)
      .optional()
      .meta({ description: "The current password; not needed within 10 minutes of signing in" }),
  })
  .meta({ id: "AccountDeletion" });
export type DeleteAccountBody = z.output<typeof deleteAccountBody>;

export const account = z
  .object({ language: z.enum(languages).meta({ description: "The language of mails to the user" }) })
  .meta({ id: "Account", description: "What the signed-in user has chosen for themselves" });
