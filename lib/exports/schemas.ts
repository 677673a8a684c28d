import { z } from "zod";
import {
  type ContactFilter,
  exportConditions,
  keptFilter,
  storedConditions,
} from "@/lib/contacts/filter-schemas";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, idList, integer, nullableText, page, pageQuery, text, timestamp, uuid } from "@/lib/schemas";
import { exportFailures } from "./failure";

export const exportStatus = z.enum(["pending", "processing", "completed", "failed"]);

/** What a filter of contacts has elsewhere, and an export has under another name: ignored, it would export everybody. */
const ELSEWHERE = {
  filter: "does not exist here: send its conditions in the body itself",
  tag_ids: "does not exist here: send tagIds",
  tag_match: "does not exist here: send tagMatch",
  within: "does not exist here: send segment_id",
};

const fields = {
  tagIds: idList(100)
    .default([])
    .meta({ description: "Contacts with any of these tags; all contacts when empty" }),
  tagMatch: z
    .enum(["any", "all"])
    .default("any")
    .meta({ description: "Whether a contact needs any or all of the tags" }),
  filename: text(FIELD_LIMITS.filename)
    .nullish()
    .meta({
      override: { type: ["string", "null"], maxLength: 255 },
      description:
        "A slash becomes a hyphen, other characters that are not allowed in file names are removed, as are dots and hyphens at its start, and `.csv` is added. Default: contacts-YYYY-MM-DD.csv",
    }),
  ...exportConditions,
  ids: idList(10_000, 1).optional().meta({ description: "Only these contacts; unknown ids are ignored" }),
};

export const createExportBody = z
  .looseObject(fields)
  .superRefine((body, context) => {
    for (const [name, message] of Object.entries(ELSEWHERE))
      if (Object.hasOwn(body, name)) context.addIssue({ code: "custom", path: [name], message });
  })
  .meta({
    id: "NewExport",
    description: "Which contacts to export; all conditions must hold",
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
export type NewExport = z.output<typeof createExportBody>;

/** What a job exports, as stored in its row: for a segment, its filter at the time of the request. */
export const exportFilter = z
  .object({ ...fields, ...storedConditions })
  .omit({ filename: true, segment_id: true })
  .extend({ within: keptFilter.optional() });
export type ExportFilter = z.output<typeof exportFilter>;

/** The same in the form of all other filters. */
export function contactFilterOf({ tagIds, tagMatch, ids: _ids, ...conditions }: ExportFilter): ContactFilter {
  return { ...conditions, tag_ids: tagIds, tag_match: tagMatch };
}

export const exportRecord = z
  .object({
    id,
    workspace_id: id,
    filename: z.string().meta({ example: "contacts-2026-11-20.csv" }),
    status: exportStatus,
    total_rows: integer(
      "Contacts in the export, fixed when processing starts. An export that takes minutes is made in parts; it starts over when contacts are deleted meanwhile",
    ),
    processed_rows: integer("Equal to total_rows when completed"),
    blob_url: nullableText("Path of the download; null when the file does not exist yet, or no longer"),
    blob_bytes: z.number().int().nullable().meta({ description: "Size of the file" }),
    tag_ids: z.array(id),
    error_message: z.string().nullable(),
    failure_code: z
      .enum(exportFailures)
      .nullable()
      .meta({ description: "The reason for the failure, as a code" }),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    expires_at: timestamp.nullable().meta({
      description: "When the file is removed; earlier when a contact that it may contain is deleted",
    }),
  })
  .meta({ id: "Export", description: "An export" });
export type ExportRecord = z.output<typeof exportRecord>;

export const exportStarted = z
  .object({ exportId: id, status: exportStatus })
  .meta({ id: "ExportStarted", description: "The export was accepted" });

export const exportPage = page(exportRecord);
export const listExportsQuery = z.object(pageQuery);
export const exportParams = z.object({ id: uuid });
export const downloadQuery = z.object({
  bom: z
    .enum(["0", "1", "true", "false"], "must be 1 or 0")
    .optional()
    .meta({ description: "1 starts the file with a byte order mark, so that spreadsheets read it as UTF-8" }),
});
