import { z } from "zod";
import { undoneAgain } from "@/lib/changes/schemas";
import { id, integer, timestamp } from "@/lib/schemas";

export const undoCounts = {
  removed: integer("Contacts that the import created, now removed"),
  restored: integer("Contacts restored to their earlier values"),
  kept: integer(
    "Contacts kept because they have been edited since, or deleted after the import had changed them",
  ),
  still_unsubscribed: integer(
    "Of the restored, those that stay unsubscribed: all but the opt-out was put back, because not this import alone said it, or the contact was deleted or merged in between",
  ),
  opt_outs_withdrawn: integer(
    "Opt-outs of addresses without a contact that are withdrawn, because this import alone had remembered them",
  ),
};

export const undoResult = z
  .object({
    importId: id,
    undo_status: z.enum(["processing", "completed"]),
    ...undoCounts,
    kept_contacts: z
      .array(
        z.object({
          id,
          email: z.string().meta({ description: "As it is now, or was last" }),
          exists: z
            .boolean()
            .meta({ description: "Whether the contact exists now; false once it is deleted" }),
        }),
      )
      .meta({ description: "The first 100 of them, without those erased for good" }),
  })
  .meta({ id: "ImportUndo", description: "What an undo has done so far" });
export type UndoResult = z.output<typeof undoResult>;

export const undoPreview = undoResult
  .extend({
    undo_status: undoResult.shape.undo_status.nullable().meta({ description: "null = not undone" }),
    removed_tags: z.number().int().nullable().meta({
      description:
        "Tags created by the import that would be removed with its contacts; null once it is undone",
    }),
    again: undoneAgain,
    undoable_until: timestamp,
  })
  .meta({
    id: "ImportUndoPreview",
    description: "What an undo would do now; once it has begun, what it has done so far",
  });
export type UndoPreview = z.output<typeof undoPreview>;
