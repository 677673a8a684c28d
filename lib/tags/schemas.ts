import { z } from "zod";
import { continuedChange, madeChange } from "@/lib/changes/schemas";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { LIMITS, MAX_BULK_IDS } from "@/lib/limits";
import { id, idList, integer, nullableText, text, timestamp, uuid } from "@/lib/schemas";
import { isCssColor } from "./colors";

const color = text(FIELD_LIMITS.tagSign)
  .refine((value) => value === "" || isCssColor(value), "must be #rgb, #rrggbb or a CSS colour word")
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))
  .meta({
    override: { type: ["string", "null"], maxLength: FIELD_LIMITS.tagSign },
    description: "#rgb, #rrggbb or a CSS colour name",
    example: "#0f766e",
  });

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Stops at the second: a body may contain a million. */
function isOneGrapheme(value: string): boolean {
  const [first = { segment: "" }] = graphemes.segment(value);
  return first.segment.length === value.length;
}

const emoji = text(FIELD_LIMITS.tagSign)
  .refine(isOneGrapheme, "must be one character")
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null))
  .meta({
    override: { type: ["string", "null"], maxLength: FIELD_LIMITS.tagSign },
    description: "One grapheme",
    example: "⭐",
  });

const name = text(FIELD_LIMITS.tag, 1).meta({ example: "Customer" });

export const createTagBody = z.object({ name, color, emoji }).meta({ id: "NewTag" });
export type NewTag = z.output<typeof createTagBody>;

export const updateTagBody = z
  .object({ name: name.optional(), color, emoji })
  .meta({ id: "TagChanges", description: "Absent fields keep their values" });
export type TagChanges = z.output<typeof updateTagBody>;

export const tag = z
  .object({
    id,
    workspace_id: id,
    name: z.string().min(1).max(FIELD_LIMITS.tag).meta({ example: "Customer" }),
    color: z.string().max(FIELD_LIMITS.tagSign).nullable(),
    emoji: z.string().max(FIELD_LIMITS.tagSign).nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Tag", description: "A tag" });
export type Tag = z.output<typeof tag>;

export const listedTag = tag
  .extend({ contact_count: integer("Contacts with this tag") })
  .meta({ id: "ListedTag" });
export type ListedTag = z.output<typeof listedTag>;
export const listTagsQuery = z.object({
  cursor: text(200).optional().meta({ description: "`nextCursor` of the previous page" }),
});
export const tagList = z.object({
  data: z.array(listedTag),
  nextCursor: nullableText(
    `The cursor of the next tags, in a workspace that has more than ${LIMITS.tags_per_workspace.max} from before there was a limit; otherwise null`,
  ),
});

export const tagParams = z.object({ id: uuid });
export const associationParams = z.object({ tagId: uuid, contactId: uuid });
export const bulkTagBody = z.object({ ids: idList(MAX_BULK_IDS, 1), change_id: continuedChange });
export const bulkTagResult = z.object({
  tagged: integer("Contacts that did not have the tag until now"),
  refused: z.array(id).meta({
    description: `Contacts that already have ${LIMITS.tags_per_contact.max} other tags, the maximum`,
  }),
  change_id: madeChange,
});
export const bulkUntagResult = z.object({
  untagged: integer("Contacts that had the tag until now"),
  change_id: madeChange,
});
export const success = z.object({ success: z.literal(true) });
