import { z } from "zod";
import { keptFilter } from "@/lib/contacts/filter-schemas";
import { sortText } from "@/lib/contacts/sort";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, text, timestamp, uuid } from "@/lib/schemas";

const name = text(FIELD_LIMITS.name, 1).meta({ example: "Subscribed customers" });
const filter = keptFilter.meta({
  id: "SegmentFilter",
  description: "The same filter as for the list of contacts, without another segment; `{}` matches everybody",
});
const sort = sortText
  .nullish()
  .meta({ description: "The order in which the dashboard shows it; null is the newest first" });

export const createSegmentBody = z.object({ name, filter, sort }).meta({ id: "NewSegment" });
export type NewSegment = z.output<typeof createSegmentBody>;

export const updateSegmentBody = z.object({ name: name.optional(), filter: filter.optional(), sort }).meta({
  id: "SegmentChanges",
  description: "Absent fields keep their values; a filter is replaced as a whole",
});
export type SegmentChanges = z.output<typeof updateSegmentBody>;

export const segment = z
  .object({
    id,
    workspace_id: id,
    name: z.string(),
    filter,
    sort: sortText
      .nullable()
      .meta({ description: "Also null when it was by a custom field that is deleted" }),
    contact_count: z.number().int().nullable().meta({
      description:
        "The count at `counted_at`, renewed on request when it is older than five minutes; null before the first, and before the next one after an import, an undo or a bulk action",
    }),
    counted_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Segment", description: "A filter with a name, for everybody in the workspace" });
export type Segment = z.output<typeof segment>;

export const segmentList = z.object({ data: z.array(segment) });
export const segmentParams = z.object({ id: uuid });
