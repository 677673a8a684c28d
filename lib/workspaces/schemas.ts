import { z } from "zod";
import { id, text, timestamp } from "@/lib/schemas";

export const workspace = z
  .object({
    id,
    name: z.string(),
    contacts: z.int().min(0).meta({ description: "How many contacts it holds" }),
    created_at: timestamp,
  })
  .meta({ id: "Workspace", description: "The workspace of the caller" });
export type Workspace = z.output<typeof workspace>;

export const deleteWorkspaceBody = z
  .object({
    name: text(100, 1).meta({ description: "The workspace's name, as proof that it is meant" }),
  })
  .meta({ id: "WorkspaceDeletion" });
