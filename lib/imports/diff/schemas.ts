import { z } from "zod";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { FIELD_OPTIONS } from "@/lib/fields/fields";
import { rowErrorCodes } from "@/lib/imports/faults";
import { proposalKinds } from "@/lib/imports/proposal-kinds";
import { LIMITS } from "@/lib/limits";
import { id, integer, nullableText, queryNumber, text, timestamp } from "@/lib/schemas";

/** What a row of the file would do. */
export const diffKinds = ["create", "update", "unchanged", "skip", "fail"] as const;
export type DiffKind = (typeof diffKinds)[number];

/** What precedes the key of a custom field. */
export const CUSTOM_PREFIX = "custom_fields.";

const { max: MAX_ROWS } = LIMITS.import_changes;

function isChanged(name: string): boolean {
  const names: readonly string[] = [
    "email",
    ...IMPORTED_FIELDS,
    "is_unsubscribed",
    "tags",
    "opt_out",
    "left_out",
  ];
  return names.includes(name) || name.startsWith(CUSTOM_PREFIX);
}

const parameters = z.object({
  kind: z.enum(diffKinds).optional().meta({ description: "Only rows of this kind" }),
  field: text(200, 1)
    .refine(isChanged, "must be a field of a contact, tags, opt_out or left_out")
    .optional()
    .meta({
      description:
        "Only rows that change this field: a contact's field, `custom_fields.<key>`, `tags`, `opt_out` for rows whose contact stays or becomes unsubscribed whatever the file says and for skipped or rejected rows whose opt-out counts all the same, or `left_out` for those that the draft leaves out",
    }),
  code: z.enum(rowErrorCodes).optional().meta({
    description: "Only rows rejected for this reason and with this `column`",
  }),
  column: z.string().max(1000).optional().meta({
    description: "With `code`: the header of the bad cell; without it, rows that are rejected as a whole",
  }),
  search: text(200).optional().meta({ description: "Rows whose address contains this text, in any case" }),
  cursor: queryNumber(0, 2 ** 31 - 1)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0 },
      description: "`nextCursor` of the previous page: the rows after it",
    }),
  offset: queryNumber(0, 2 ** 31 - 1)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0 },
      description: "Skips this many matching rows, instead of `cursor`; not with `search`",
    }),
  limit: queryNumber(1, MAX_ROWS)
    .default(20)
    .meta({
      override: { type: "integer", minimum: 1, maximum: MAX_ROWS, default: 20 },
      description: "Page size",
    }),
  format: z.enum(["json", "csv"]).default("json").meta({ description: "csv = all matching rows, as a file" }),
});
export const diffQuery = parameters.superRefine(({ cursor, offset, search, code, field, kind }, context) => {
  const [other] = [cursor !== undefined && "cursor", search && "search"].filter(Boolean);
  if (offset !== undefined && other)
    context.addIssue({ code: "custom", path: ["offset"], message: `cannot go with ${other}` });
  const isOfRejected = kind === undefined || kind === "fail";
  if (code !== undefined && (field !== undefined || !isOfRejected))
    context.addIssue({ code: "custom", path: ["code"], message: "goes with rejected rows only" });
});
export type DiffQuery = z.output<typeof diffQuery>;

/** What would fix a rejected row. */
export const proposed = z
  .object({
    proposal: z.enum(proposalKinds),
    value: nullableText(
      `The bad cell as it would be, up to ${LIMITS.shown_cell.max} characters; null when the reason is about the whole row`,
    ),
  })
  .meta({ id: "ImportProposal" });

const change = z.object({
  field: z.string().meta({ description: "A contact's field, or custom_fields.<key>" }),
  old: z.unknown().meta({ description: "null = nothing is stored" }),
  new: z.unknown().meta({ description: "null = the value is cleared" }),
});
export type DiffChange = z.output<typeof change>;

const diffRow = z
  .object({
    row: integer("Data row, from 1"),
    line: integer("Its line as a spreadsheet numbers it"),
    kind: z.enum(diffKinds),
    email: nullableText("null when the row is rejected, or left out without an address"),
    left_out: z.boolean().meta({ description: "The draft leaves this row out (`options.leaveOut.rows`)" }),
    repeats: z.number().int().nullable().meta({
      description:
        "An earlier row close by with the same address: both are merged, and the changes are shown there",
    }),
    changes: z.array(change),
    tags_added: z.array(z.string()),
    opt_out: z.enum(["kept", "remembered"]).nullable().meta({
      description:
        "kept = the contact is unsubscribed and stays so; remembered = the address opted out before, so the contact is created unsubscribed; in a row that is skipped, this row's own opt-out is remembered, although no contact has the address",
    }),
    invented_name: z.boolean().meta({
      description: "The file has no name, so the first name is taken from the address",
    }),
    error: z
      .object({
        column: z.string().nullable(),
        code: z.enum(rowErrorCodes),
        message: z.string(),
        opted_out: z.boolean().meta({
          description: "Whether the person in this row opted out. The opt-out counts in any case",
        }),
        cells: z.array(z.string()),
        is_cut: z.boolean(),
        proposals: z
          .array(proposed)
          .meta({ description: "Corrections that would fix this, the most likely first" }),
      })
      .nullable()
      .meta({ description: "Why it is rejected" }),
  })
  .meta({ id: "ImportDiffRow" });
export type DiffRow = z.output<typeof diffRow>;

const counts = z.object({
  rows: z.number().int(),
  create: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  skip: z.number().int(),
  fail: z.number().int(),
  changed: integer("Existing contacts that would change, each counted once"),
  failed_opt_outs: integer("Of `fail`, the rows whose opt-out counts in any case"),
  skipped_opt_outs: integer("Of `skip`, the rows whose opt-out is remembered"),
});
export type DiffCounts = z.output<typeof counts>;

export const diffPage = z
  .object({
    importId: id,
    draft_version: integer("The version of the draft that it belongs to"),
    etag: z.string().meta({
      description:
        "Names these changes and the version of the draft. Confirming with it accepts any version that makes the same changes",
    }),
    made_at: timestamp.meta({ description: "When it was computed; a dry run computes it again" }),
    counts,
    fields: z
      .array(
        z.object({
          field: z.string(),
          rows: z.number().int(),
          create: z.number().int(),
          update: z.number().int(),
        }),
      )
      .meta({ description: "How many rows change which field" }),
    reasons: z
      .array(
        z.object({
          code: z.enum(rowErrorCodes),
          column: z.string().nullable(),
          rows: z.number().int(),
          proposals: z.array(z.object({ proposal: z.enum(proposalKinds), rows: z.number().int() })),
          values: z
            .array(z.object({ value: z.string(), rows: z.number().int() }))
            .optional()
            .meta({
              description: `For \`not_an_option\`: the words of at most ${FIELD_OPTIONS.length} characters that are no options, in any case, the most frequent first; after ${FIELD_OPTIONS.max + 1} no others are counted`,
            }),
        }),
      )
      .meta({
        description:
          "Why rows are rejected, the most frequent reason first, at most 100; with the number of rows that a proposal would fix",
      }),
    failed_corrections: integer("Rows that were corrected one by one and are rejected all the same"),
    data: z.array(diffRow).meta({ description: "In file order; long rows end a page early" }),
    nextCursor: z.number().int().nullable(),
    total: z.number().int().nullable().meta({
      description: "Exact count of the matching rows; null with `search`",
    }),
  })
  .meta({ id: "ImportDiff", description: "Every row of a pending import and what it would change" });
export type DiffPage = z.output<typeof diffPage>;
