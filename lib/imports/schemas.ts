import { z } from "zod";
import { LIMITS } from "@/lib/limits";
import { id, page, pageQuery, queryNumber, timestamp, uuid } from "@/lib/schemas";
import { importFailures } from "./failure";
import type { Quoting } from "./file/quotes";
import { reasonCodes } from "./mapping/reasons";
import {
  columnMapping,
  confirmOptions,
  delimiter,
  encoding,
  importDraft,
  quote,
  quoteEscape,
} from "./schemas-draft";
import { certainty, encodingCandidate, readingWarning, topRecord } from "./schemas-reading";

export { confirmQuery, type DraftBody, draftBody, type ImportDraft } from "./schemas-draft";
export type { EncodingCandidate, ReadingWarning } from "./schemas-reading";

const importStatus = z.enum(["pending", "processing", "completed", "failed", "cancelled"]);

const suggestion = z
  .object({
    header: z.string(),
    field: z.string().meta({ description: "A contact field, custom_fields.<key> or skip" }),
    confidence: z.enum(["high", "medium", "low"]),
    reason: z.string().optional().meta({ description: "Why, in words" }),
    reason_code: z.enum(reasonCodes).optional().meta({ description: "Why, for programs" }),
    question: z.literal("consent").optional().meta({
      description:
        "The column may say who opted out: ask before it is left out. is_unsubscribed takes a column in which yes means opted out, is_subscribed one in which no does",
    }),
  })
  .meta({ id: "MappingSuggestion" });
export type Suggestion = z.output<typeof suggestion>;

export const importRecord = z
  .object({
    id,
    workspace_id: id,
    filename: z.string(),
    status: importStatus,
    total_rows: z.number().int(),
    processed_rows: z.number().int(),
    created_rows: z.number().int(),
    updated_rows: z
      .number()
      .int()
      .meta({ description: "Rows whose e-mail was known, those that changed nothing included" }),
    unchanged_rows: z.number().int().meta({ description: "Those of updated_rows that changed nothing" }),
    changed_contacts: z.number().int().meta({ description: "Known contacts that changed, each once" }),
    repeated_rows: z.number().int().meta({
      description: "Those of updated_rows or skipped_rows whose e-mail stood in an earlier row of the file",
    }),
    skipped_rows: z.number().int(),
    failed_rows: z.number().int(),
    opted_out: z.number().int().meta({
      description: "Those of created_rows that came unsubscribed because their address had opted out before",
    }),
    blob_url: z
      .string()
      .nullable()
      .meta({ description: "Reference of the stored file, not an address; null after deletion" }),
    summary: z.string().nullable(),
    failure_code: z.enum(importFailures).nullable().meta({ description: "Why it failed, for programs" }),
    ai_suggestions: z.array(suggestion).nullable(),
    column_mapping: columnMapping.nullable(),
    draft: importDraft
      .nullable()
      .meta({ description: "While the import is pending; lists leave it out (null)" }),
    rows_per_second: z.number().nullable().meta({ description: "While processing" }),
    seconds_left: z.number().nullable().meta({ description: "While processing" }),
    undo_status: z.enum(["processing", "completed"]).nullable(),
    undo_result: z
      .object({ removed: z.number().int(), restored: z.number().int(), kept: z.number().int() })
      .nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: "Import", description: "An import" });
export type ImportRecord = z.output<typeof importRecord>;

export const importPreview = z
  .object({
    importId: id,
    preview: z.object({
      headers: z.array(z.string()),
      rows: z
        .array(z.array(z.string()))
        .meta({ description: "The first 10 data rows, padded to the header's width" }),
      totalRows: z.number().int().meta({ description: "Exact number of data rows" }),
    }),
    suggestions: z.array(suggestion),
    draft: importDraft,
    filename: z.string(),
    encoding: z.string(),
    delimiter: z.string(),
    quote,
    escape: quoteEscape,
    headerRow: z.number().int().meta({ description: "Which record holds the headers, from 1; 0 = none" }),
    headerLine: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Its line as a spreadsheet numbers it; null without headers" }),
    top: z
      .array(topRecord)
      .meta({ description: "The first records of the file, those above the headers included" }),
    preamble: z.array(topRecord).meta({
      description:
        "The records above the headers, which are not imported; every other record is a header or a data row",
    }),
    certainty: z.object({ encoding: certainty, delimiter: certainty, headerRow: certainty }),
    encodingCandidates: z.array(encodingCandidate).max(3).meta({
      description:
        "When the detected encoding is no more than a guess: the best two or three, each with the same cells as it reads them",
    }),
    warnings: z.array(readingWarning).meta({
      description: "Signs that what was overridden makes nonsense of the file; none as detected",
    }),
    duplicate_of: id.nullable().meta({ description: "An earlier import of a file with the same content" }),
    remembered: z
      .boolean()
      .meta({ description: "The suggestions are the mapping confirmed last for these headers" }),
  })
  .meta({ id: "ImportPreview", description: "What the file looks like and how its columns may map" });
export type ImportPreview = z.output<typeof importPreview>;

const headerRow = z.coerce.number("must be a whole number").int().min(0).max(100);

/** How to read the file, when what was detected is wrong. */
const overrides = {
  encoding: encoding.optional(),
  delimiter: delimiter.optional(),
  quote: quote.optional(),
  escape: quoteEscape.optional(),
  headerRow: headerRow.optional(),
};
export type DialectOverrides = {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  quote?: Quoting["quote"] | undefined;
  escape?: Quoting["escape"] | undefined;
  headerRow?: number | undefined;
};
export const previewQuery = z.object({
  ...overrides,
  headerRow: queryNumber(0, 100)
    .optional()
    .meta({ override: { type: "integer", minimum: 0, maximum: 100 } }),
});

export const confirmBody = z.object({
  columnMapping,
  ...confirmOptions,
  draftVersion: z
    .number()
    .int()
    .optional()
    .meta({ description: "409 when the draft has another version by now" }),
  ...overrides,
});
export type ConfirmBody = z.output<typeof confirmBody>;

export const importStarted = z
  .object({ importId: id, status: importStatus })
  .meta({ id: "ImportStarted", description: "The import was accepted" });

export const importPage = page(importRecord);
export const listImportsQuery = z.object(pageQuery);
export const importParams = z.object({ id: uuid });

export const uploadQuery = z.object({ filename: z.string().max(1000).optional() });

/** Why a row can fail. The closed list: the dashboard has words for each in every language. */
export const rowErrorCodes = [
  "email_missing",
  "email_invalid",
  "too_long",
  "tag_too_long",
  "too_many_tags",
  "too_many_workspace_tags",
  "too_many_custom_fields",
  "custom_fields_too_long",
  "nul_character",
  "too_many_cells",
  "surplus_cells",
  "not_storable",
  "unbalanced_quote",
  "record_too_long",
  "field_too_long",
  "too_many_columns",
  "undecodable_text",
  "changed_since",
] as const;
export type RowErrorCode = (typeof rowErrorCodes)[number];

export const importError = z
  .object({
    row: z.number().int().meta({ description: "Data row, from 1" }),
    line: z
      .number()
      .int()
      .meta({ description: "Its line as a spreadsheet numbers it: the header and what stands above count" }),
    column: z.string().nullable(),
    code: z.enum(rowErrorCodes),
    message: z.string(),
    cells: z.array(z.string()).meta({
      description: `As they stand in the file, each up to ${LIMITS.shown_cell.max} characters; format=csv has them whole`,
    }),
    is_cut: z.boolean().meta({ description: "A cell is longer than it is shown here; it ends with …" }),
  })
  .meta({ id: "ImportRowError" });
export type ImportRowError = z.output<typeof importError>;

const sample = z.object({
  row: z.number().int().nullable().meta({ description: "The row that would create the contact" }),
  line: z.number().int().nullable().meta({ description: "Its line, or that of the row that changes it" }),
  email: z.string(),
  invented_name: z
    .boolean()
    .meta({ description: "The file gives no name: the first name is made of the address" }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()),
});

export const dryRunQuery = z.object({
  errors_limit: queryNumber(1, 1000)
    .default(10)
    .meta({
      override: { type: "integer", minimum: 1, maximum: 1000, default: 10 },
      description: "How many of the rows that would fail the answer may hold",
    }),
});

export const dryRunResult = z
  .object({
    importId: id,
    etag: z.string().nullable().meta({
      description:
        "Of the changes as they are kept (`GET …/changes`); null when this is not what the draft says",
    }),
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int().meta({ description: "Rows that would change a contact" }),
    unchanged: z.number().int(),
    skip: z.number().int(),
    fail: z.number().int(),
    opted_out: z.number().int().meta({
      description: "Those of create that come unsubscribed because their address opted out before",
    }),
    unsubscribe: z.number().int().meta({ description: "Contacts that the file marks as unsubscribed" }),
    stay_unsubscribed: z.number().int().meta({
      description: "Contacts of the file that are unsubscribed already; no import subscribes them again",
    }),
    changed: z.number().int().meta({ description: "Known contacts that would change, each once" }),
    repeated: z.number().int().meta({
      description:
        "Rows whose e-mail stands in an earlier row; they count as update, unchanged or skip as well",
    }),
    samples: z
      .array(sample)
      .meta({ description: "The first changes, half of them new contacts; with the names of their tags" }),
    new_tags: z.array(z.string()).meta({ description: "Tags that would be created; 100 at most" }),
    errors: z.array(importError).meta({
      description: "The first rows that would fail, in the order of the file; fewer when they are long",
    }),
  })
  .meta({ id: "DryRun", description: "What confirming with this body would do; nothing was written" });

export const undoResult = z
  .object({
    importId: id,
    undo_status: z.enum(["processing", "completed"]),
    removed: z.number().int().meta({ description: "Contacts the import had created" }),
    restored: z.number().int().meta({ description: "Contacts that have their former values again" }),
    kept: z.number().int().meta({ description: "Contacts left alone because somebody edited them since" }),
    kept_contacts: z
      .array(z.object({ id, email: z.string() }))
      .meta({ description: "The first 100 of them" }),
  })
  .meta({ id: "ImportUndo", description: "What an undo did so far" });
export type UndoResult = z.output<typeof undoResult>;

export const undoPreview = undoResult
  .extend({
    undo_status: undoResult.shape.undo_status.nullable().meta({ description: "null = not undone" }),
    removed_tags: z.number().int().nullable().meta({
      description: "Tags the import created that go with its contacts; null once it is undone",
    }),
    undoable_until: timestamp,
  })
  .meta({
    id: "ImportUndoPreview",
    description: "What an undo would do now; of one that began, what it did so far",
  });
export type UndoPreview = z.output<typeof undoPreview>;
