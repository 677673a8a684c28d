import { z } from "zod";
import { LIMITS } from "@/lib/limits";
import { id, integer, nullableText, page, pageQuery, queryNumber, timestamp, uuid } from "@/lib/schemas";
import { importFailures } from "./failure";
import { rowErrorCodes } from "./faults";
import { filledBy, reasonCodes } from "./mapping/reasons";
import {
  columnMapping,
  confirmOptions,
  delimiter,
  encoding,
  importDraft,
  missingValues,
  quote,
  quoteEscape,
} from "./schemas-draft";
import { forecast } from "./schemas-forecast";
import {
  certainty,
  columnCells,
  encodingCandidate,
  readingWarning,
  tableSource,
  topRecord,
  unreadConsent,
} from "./schemas-reading";
import { undoCounts } from "./schemas-undo";

export { confirmQuery, type DraftBody, draftBody, type ImportDraft } from "./schemas-draft";
export type { EncodingCandidate, ReadingWarning, TableSource } from "./schemas-reading";
export { type UndoPreview, type UndoResult, undoPreview, undoResult } from "./schemas-undo";

const importStatus = z.enum(["pending", "processing", "completed", "failed", "cancelled"]);

const suggestion = z
  .object({
    header: z.string(),
    field: z.string().meta({ description: "A contact field, custom_fields.<key> or skip" }),
    confidence: z.enum(["high", "medium", "low"]),
    reason: z.string().optional().meta({ description: "Why, in words" }),
    reason_code: z.enum(reasonCodes).optional().meta({ description: "Why, for programs" }),
    filled_by: filledBy.optional(),
    cells: columnCells.optional(),
    unread: z.array(z.string()).optional().meta({
      description:
        "Cells from all over the file that say neither yes nor no here, at most 20 different ones; the first is empty if only the subscribed are marked, so that an empty cell may mean no",
    }),
    question: z.literal("consent").optional().meta({
      description:
        "The column may say who has opted out, so ask before leaving it out. Map it to is_unsubscribed when yes means opted out, to is_subscribed when no does. On the column of addresses: the file looks like a list of people who opted out, and nothing in it unsubscribes them",
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
    updated_rows: integer("Rows whose e-mail already existed, including those that changed nothing"),
    unchanged_rows: integer(
      "Of updated_rows, those that changed nothing; a dry run's `update` is the others",
    ),
    changed_contacts: integer("Existing contacts that changed, each counted once"),
    repeated_rows: integer(
      "Of updated_rows and skipped_rows, those whose e-mail appeared earlier in the file",
    ),
    skipped_rows: z.number().int(),
    failed_rows: z.number().int(),
    failed_opt_outs: integer(
      "Of failed_rows, those whose person opted out. The opt-out counts, even if no contact has the address yet",
    ),
    skipped_opt_outs: integer(
      "Of skipped_rows, those whose person opted out and is no contact, in an import that creates nobody. The address is remembered",
    ),
    opted_out: integer("Of created_rows, those that are unsubscribed because their address had opted out"),
    blob_url: nullableText("Reference to the stored file, not a URL; null after deletion"),
    blob_bytes: integer("Size of the stored file; what was not CSV is stored as CSV"),
    uploaded_bytes: z.number().int().nullable().meta({
      description: "Size of the file as it was sent; null for imports from before it was noted",
    }),
    created_by: z
      .object({ user_id: id.nullable(), name: z.string().nullable() })
      .meta({ description: "Who uploaded it; the name is the user's address, null when they are gone" }),
    summary: z.string().nullable(),
    failure_code: z
      .enum(importFailures)
      .nullable()
      .meta({ description: "The reason for the failure, as a code" }),
    forecast: forecast.nullable().meta({
      description:
        "The figures of the last dry run, if exactly that was confirmed: compare them with the counters. Otherwise null",
    }),
    ai_suggestions: z.array(suggestion).nullable(),
    column_mapping: columnMapping.nullable(),
    draft: importDraft.nullable().meta({ description: "Present while the import is pending; null in lists" }),
    rows_per_second: z.number().nullable().meta({ description: "While processing" }),
    seconds_left: z.number().nullable().meta({ description: "While processing" }),
    undo_status: z.enum(["processing", "completed"]).nullable(),
    undo_result: z.object(undoCounts).nullable(),
    undone_by: id
      .nullable()
      .meta({ description: "The change set of the undo, which `POST /changes/{id}/undo` undoes" }),
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
      totalRows: integer("Exact number of data rows"),
    }),
    suggestions: z.array(suggestion),
    draft: importDraft,
    filename: z.string(),
    source: tableSource
      .nullable()
      .meta({ description: "The format of the file before it was converted to CSV; null for CSV itself" }),
    encoding: z.string(),
    delimiter: z.string(),
    quote,
    escape: quoteEscape,
    headerRow: integer("The record that holds the headers, counted from 1; 0 means none"),
    headerLine: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The line number a spreadsheet shows; null when the file has no header" }),
    top: z
      .array(topRecord)
      .meta({ description: "The first records of the file, including those above the header" }),
    preamble: z.array(topRecord).meta({
      description:
        "The records above the header, which are not imported; all others are the header or data rows",
    }),
    certainty: z.object({ encoding: certainty, delimiter: certainty, headerRow: certainty }),
    encodingCandidates: z.array(encodingCandidate).max(3).meta({
      description:
        "The best two or three encodings when the detected one is only a guess or the chosen one damages letters, each with the same cells decoded by it",
    }),
    warnings: z.array(readingWarning).meta({
      description:
        "Signs that the file is damaged, or that the overrides misread it, and what is read otherwise than it is written",
    }),
    duplicate_of: id.nullable().meta({ description: "An earlier import of a file with the same content" }),
    remembered: z.boolean().meta({
      description: "Whether the suggestions are the mapping that was last confirmed for these headers",
    }),
  })
  .meta({ id: "ImportPreview", description: "What the file contains and how its columns may be mapped" });
export type ImportPreview = z.output<typeof importPreview>;

const headerRow = z.number("must be a whole number").int().min(0).max(100);

/** How to read the file, when what was detected is wrong. */
const overrides = z.object({
  encoding: encoding.optional(),
  delimiter: delimiter.optional(),
  quote: quote.optional(),
  escape: quoteEscape.optional(),
  headerRow: headerRow.optional(),
  missingValues: missingValues.optional(),
});
export type DialectOverrides = z.output<typeof overrides>;
export const previewQuery = overrides.extend({
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
    .meta({ description: "The version this change is based on; 409 when the draft has moved on" }),
  ...overrides.shape,
});
export type ConfirmBody = z.output<typeof confirmBody>;

export const importStarted = z
  .object({ importId: id, status: importStatus.meta({ example: "processing" }) })
  .meta({ id: "ImportStarted", description: "The import was accepted" });

export const importPage = page(importRecord);
export const listImportsQuery = z.object(pageQuery);
export const importParams = z.object({ id: uuid });

export const importError = z
  .object({
    row: integer("Data row, from 1"),
    line: integer(
      "The line number a spreadsheet shows: the header and the lines above it count. Of JSON and vCards, the line of the file in which the object or the card begins; of objects that share a line, the later ones are counted as the next lines",
    ),
    column: z.string().nullable(),
    code: z.enum(rowErrorCodes),
    message: z.string(),
    opted_out: z.boolean().meta({
      description:
        "Whether the person in this row opted out. The opt-out counts in any case: the contact is unsubscribed, or the address is remembered",
    }),
    cells: z.array(z.string()).meta({
      description: `The cells as in the file, each up to ${LIMITS.shown_cell.max} characters; format=csv has them complete`,
    }),
    is_cut: z.boolean().meta({ description: "Whether a cell was shortened; it then ends with …" }),
  })
  .meta({ id: "ImportRowError" });
export type ImportRowError = z.output<typeof importError>;

const sample = z.object({
  row: z.number().int().nullable().meta({ description: "The row that would create the contact" }),
  line: z
    .number()
    .int()
    .nullable()
    .meta({ description: "The line of the row, or of the row that changes the contact" }),
  email: z.string(),
  invented_name: z
    .boolean()
    .meta({ description: "True when the file has no name, so the first name is taken from the address" }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()),
});

export const dryRunQuery = z.object({
  errors_limit: queryNumber(1, 1000)
    .default(10)
    .meta({
      override: { type: "integer", minimum: 1, maximum: 1000, default: 10 },
      description: "How many of the failing rows to return",
    }),
});

export const dryRunResult = z
  .object({
    importId: id,
    etag: nullableText(
      "`etag` of the stored changes (`GET …/changes`); null when this is not what the draft says",
    ),
    rows: z.number().int(),
    create: z.number().int(),
    update: integer("Rows that would change a contact"),
    unchanged: z.number().int(),
    skip: z.number().int(),
    fail: z.number().int(),
    opted_out: integer(
      "Of the created contacts, those that would be unsubscribed because their address has opted out",
    ),
    unsubscribe: integer("Contacts that the file marks as unsubscribed"),
    stay_unsubscribed: integer(
      "Contacts in the file that are already unsubscribed; an import never subscribes them again",
    ),
    failed_opt_outs: integer(
      "Of the rows that would fail, those whose person opted out. The opt-out still counts",
    ),
    skipped_opt_outs: integer(
      "Of the rows that would be skipped because the import creates nobody, those whose person opted out. The address is remembered: who is created with it later is unsubscribed",
    ),
    unread_consent: unreadConsent,
    changed: integer("Existing contacts that would change, each counted once"),
    repeated: integer(
      "Rows whose e-mail appears in an earlier row; they are also counted as update, unchanged or skip",
    ),
    samples: z.array(sample).meta({
      description: "The first changes, up to half of them new contacts, with the names of their tags",
    }),
    new_tags: z.array(z.string()).meta({ description: "Tags that would be created, at most 100 of them" }),
    errors: z.array(importError).meta({
      description: "The first rows that would fail, in file order; fewer when they are long",
    }),
  })
  .meta({ id: "DryRun", description: "What confirming with this body would do; nothing is written" });
