import { z } from "zod";
import { keptFilter } from "@/lib/contacts/filter-schemas";
import { sortText } from "@/lib/contacts/sort";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, text, timestamp, uuid } from "@/lib/schemas";

const name = text(FIELD_LIMITS.name, 1).meta({ example: "Subscribed customers" });
const filter = keptFilter.meta({
  id: "SegmentFilter",
  description: "As the list of contacts filters, without another segment; `{}` is everybody",
});
const sort = sortText
  .nullish()
  .meta({ description: "The order in which the dashboard shows it; null is the newest first" });

export const createSegmentBody = z.object({ name, filter, sort }).meta({ id: "NewSegment" });
export type NewSegment = z.output<typeof createSegmentBody>;

export const updateSegmentBody = z
  .object({ name: name.optional(), filter: filter.optional(), sort })
  .meta({ id: "SegmentChanges", description: "Absent fields keep their values; a filter is replaced whole" });
export type SegmentChanges = z.output<typeof updateSegmentBody>;

export const segment = z
  .object({
    id,
    workspace_id: id,
    name: z.string(),
    filter,
    sort: sortText.nullable().meta({ description: "Null, too, when it was by a custom field that is gone" }),
    contact_count: z.number().int().nullable().meta({
      description:
        "How many there were at `counted_at`, at most five minutes old when it is asked for again; null before",
    }),
    counted_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Segment", description: "A filter with a name, for everybody in the workspace" });
export type Segment = z.output<typeof segment>;

export const segmentList = z.object({ data: z.array(segment) });
export const segmentParams = z.object({ id: uuid });
