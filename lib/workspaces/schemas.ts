import { z } from "zod";
import { id, text, timestamp } from "@/lib/schemas";

export const workspace = z
  .object({
    id,
    name: z.string(),
    contacts: z.int().min(0).meta({ description: "Number of contacts in the file" }),
    created_at: timestamp,
  })
  .meta({ id: "Workspace", description: "The caller's workspace" });
export type Workspace = z.output<typeof workspace>;

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
