import { z } from "zod";
import { LIMITS } from "@/lib/limits";
import { id, integer, moment, nullableText, page, pageQuery, timestamp, uuid } from "@/lib/schemas";
import { WAYS } from "./ways";

export const continuedChange = uuid.optional().meta({
  description:
    "`change_id` of an earlier answer of the same operation, at most an hour old: this call adds to that change set, so that many calls are undone as one",
});
export const madeChange = id
  .nullable()
  .meta({ description: "The change set, for `POST /changes/{id}/undo`; null when nothing was changed" });

export const actor = z
  .object({
    kind: z.enum(["user", "api_key", "import", "system"]),
    user_id: id.nullable(),
    api_key_id: id.nullable(),
    name: nullableText("The user's address or the key's name; null when that is gone"),
  })
  .meta({ id: "Actor", description: "Who made it: for an API key or an import also the user behind it" });

export type Actor = z.output<typeof actor>;

/** Who did it, from a row with its user and key. */
export function actorOf(
  { user_id, api_key_id, who }: { user_id: string | null; api_key_id: string | null; who: string | null },
  isImport = false,
): Actor {
  const kind = isImport ? "import" : api_key_id ? "api_key" : user_id ? "user" : "system";
  return { kind, user_id, api_key_id, name: who };
}

const turned = {
  opt_outs_withdrawn: integer(
    "Opt-outs of addresses without a contact that an undo withdraws, because the undone change set alone had remembered them",
  ),
  opt_outs_remembered: integer(
    "Opt-outs of addresses without a contact that the undo of such an undo remembers again",
  ),
};

const undoCounts = {
  removed: integer("What it had created and has been removed"),
  restored: integer("What has its former values again, or was restored"),
  removed_others: integer("Of `removed`, the tags and custom fields; the rest are contacts"),
  restored_others: integer("Of `restored`, the tags and custom fields; the rest are contacts"),
  kept: integer("What stays as it is; the reason is given"),
  still_unsubscribed: integer(
    "Of the restored contacts, those that stay unsubscribed: everything but the opt-out was restored, because the opt-out does not come from this change set alone, or the contact was deleted or merged in between",
  ),
  ...turned,
};

/** Stored with the tag, so that a deletion writes one row, however many contacts have the tag. */
const TAGGED = "not those that lose a tag because it is deleted, or have it again with its undo";

const named = {
  email: nullableText("As it is now, or was last"),
  exists: z.boolean().meta({ description: "Whether the contact exists now; false once it is deleted" }),
};

const changeSet = z
  .object({
    id,
    way: z.enum(WAYS),
    at: timestamp,
    actor,
    created: integer("Contacts that it created"),
    changed: integer(`Contacts that it changed; ${TAGGED}`),
    deleted: integer("Contacts that it deleted"),
    ...turned,
    opt_outs_remembered: integer(
      "Opt-outs that it remembered for addresses without a contact, and that nothing else had remembered before",
    ),
    tag: z.object({ id, name: z.string().nullable() }).nullable().meta({
      description: "For a change of a tag, or of who has it: the tag, with the name that this change left it",
    }),
    field: z.object({ id, name: z.string() }).nullable().meta({
      description:
        "For a change of a custom field: the field's previous name; for the undo of a deletion the one it has again",
    }),
    filename: nullableText("For an import, and for its undo"),
    contact: z
      .object({ id, ...named })
      .nullable()
      .meta({
        description:
          "For a change of one contact, and for a merge the contact that is left; null for imports",
      }),
    undoes: id.nullable().meta({ description: "For an undo: the change set that it undoes" }),
    undone_way: z
      .enum(WAYS)
      .nullable()
      .meta({ description: "For an undo: the `way` of the change set that it undoes" }),
    undone_by: id.nullable().meta({ description: "The change set of the undo" }),
    status: z.enum(["processing", "completed"]),
    progress: z
      .object({
        done: integer("How much so far"),
        total: integer("How much at most: an undo may find some of it undone already"),
      })
      .nullable()
      .meta({
        description:
          "While it is being written: how much of it is done, in rows of an import, otherwise in contacts; null before and after",
      }),
    erased: z.boolean().meta({
      description: "All its contacts were erased for good since: nothing is left that an undo could put back",
    }),
    undoable_until: timestamp.nullable().meta({
      description: `30 days after it; earlier, without notice, once newer change sets keep the former values of ${LIMITS.change_entries.max.toLocaleString("en")} contacts. null when it cannot be undone, has been, or changed nothing; when its undo kept something, the rest can be undone later`,
    }),
  })
  .meta({ id: "ChangeSet", description: "One action that wrote contacts, tags or custom fields" });
export type ChangeSetView = z.output<typeof changeSet>;

export const listChangesQuery = z.object({
  ...pageQuery,
  actor: uuid.optional().meta({ description: "A user's or an API key's id" }),
  way: z.enum(WAYS, `must be one of ${WAYS.join(", ")}`).optional(),
  contact: uuid.optional().meta({ description: "Only change sets that wrote this contact" }),
  from: moment.optional(),
  to: moment.optional().meta({ description: "Exclusive" }),
});
export type ChangesFilter = z.output<typeof listChangesQuery>;

export const changePage = page(changeSet);

const fieldChange = z
  .object({
    field: z
      .string()
      .meta({ description: "A field of the contact, `custom_fields.<key>`, or `tags`", example: "company" }),
    old: z.unknown().meta({
      description:
        "Of `tags`: their names at the time of the change, null for a deleted tag whose name is not kept",
    }),
    new: z.unknown(),
  })
  .meta({ id: "FieldChange" });
export type FieldChange = z.output<typeof fieldChange>;
export const fieldChanges = z.array(fieldChange);

const changeEntry = z
  .object({
    contact_id: id,
    kind: z.enum(["created", "changed", "deleted"]),
    ...named,
    fields: fieldChanges,
  })
  .meta({ id: "ChangeEntry", description: "What a change set did to one contact" });
export type ChangeEntry = z.output<typeof changeEntry>;

export const changeParams = z.object({ id: uuid });
export const changeQuery = z.object({ cursor: uuid.optional(), limit: pageQuery.limit });
export const changeDetail = changeSet
  .extend({
    entries: z.array(changeEntry).meta({ description: `Its contacts, page by page; ${TAGGED}` }),
    tag_fields: fieldChanges.meta({
      description:
        "For a change of a tag: its name, colour and emoji before and after, as far as they differ",
    }),
    nextCursor: id.nullable(),
  })
  .meta({ id: "ChangeSetDetail" });

const kept = z.object({
  id,
  of: z.enum(["contact", "tag", "field"]),
  email: nullableText("For a contact: as it is now, or was last; null once erased"),
  name: nullableText("For a tag or a custom field; for `name_taken` the former name"),
  reason: z
    .enum([
      "edited",
      "deleted",
      "email_taken",
      "external_id_taken",
      "name_taken",
      "in_use",
      "not_merged",
      "not_separated",
      "opted_out",
    ])
    .meta({
      description:
        "`edited`, `deleted`: by somebody since; `in_use`: a tag or a field that contacts have; `not_merged`: it would be merged again, but the contact that it was merged into was changed or deleted since; `not_separated`: the contact that was merged into it cannot come back, and its values are only here; `opted_out`: restored, but still unsubscribed",
    }),
  by: changeSet.nullable().meta({ description: "The change set that wrote it since" }),
});

/** How long a request waits for an undo to finish. */
export const undoQuery = z.object({
  wait_ms: z.coerce.number().int().min(0).max(5000).default(5000).meta({
    description:
      "How long to wait for the end, in milliseconds; an undo that takes longer goes on in the background",
  }),
});

/** What a further undo would do. */
export const undoneAgain = z
  .object({ removed: undoCounts.removed, restored: undoCounts.restored })
  .nullable()
  .meta({
    description:
      "What another undo would do at this moment: of what was kept, that which nothing prevents any more. Only in the answer of GET, when the undo is complete and kept something; otherwise null",
  });

export const changeUndo = z
  .object({
    change_id: id,
    undo_id: id
      .nullable()
      .meta({ description: "The change set of the undo itself: undoing it reverts the undo" }),
    undo_status: z
      .enum(["processing", "completed"])
      .nullable()
      .meta({ description: "null before it begins" }),
    ...undoCounts,
    again: undoneAgain,
    kept_items: z.array(kept).meta({
      description: "The first 100 items that are kept, and contacts that stay unsubscribed",
    }),
  })
  .meta({ id: "ChangeUndo" });
export type ChangeUndo = z.output<typeof changeUndo>;
