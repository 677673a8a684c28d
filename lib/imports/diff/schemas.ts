import { z } from "zod";
import { rowErrorCodes } from "@/lib/imports/faults";
import { proposalKinds } from "@/lib/imports/mending-kinds";
import { LIMITS } from "@/lib/limits";
import { id, queryNumber, text, timestamp } from "@/lib/schemas";

/** What a row of the file would do. */
export const diffKinds = ["create", "update", "unchanged", "skip", "fail"] as const;
export type DiffKind = (typeof diffKinds)[number];

/** What stands before the key of a custom field. */
export const CUSTOM_PREFIX = "custom_fields.";

const { max: MAX_ROWS } = LIMITS.import_changes;

const parameters = z.object({
  kind: z.enum(diffKinds).optional().meta({ description: "Rows of this kind only" }),
  field: text(200, 1).optional().meta({
    description:
      "Rows that change this field only: a contact's field, `custom_fields.<key>`, `tags`, `opt_out` for rows whose contact stays or comes unsubscribed whatever the file says, or `left_out` for those the draft leaves out",
  }),
  code: z.enum(rowErrorCodes).optional().meta({
    description: "Rejected rows with this reason only, and with this `column`",
  }),
  column: z.string().max(1000).optional().meta({
    description: "With `code`: the header of the bad cell; without it, rows that are rejected as a whole",
  }),
  search: text(200).optional().meta({ description: "Rows whose address contains this text, in any case" }),
  cursor: queryNumber(0, 2 ** 31 - 1)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0 },
      description: "`nextCursor` of the page before: rows behind this one",
    }),
  offset: queryNumber(0, 2 ** 31 - 1)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0 },
      description: "So many rows of those that match are passed over, instead of `cursor`; not with `search`",
    }),
  limit: queryNumber(1, MAX_ROWS)
    .default(20)
    .meta({
      override: { type: "integer", minimum: 1, maximum: MAX_ROWS, default: 20 },
      description: "Page size",
    }),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .meta({ description: "csv = all rows that match, as a file" }),
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

/** What would mend a rejected row. */
export const proposed = z
  .object({
    proposal: z.enum(proposalKinds),
    value: z
      .string()
      .nullable()
      .meta({
        description: `The bad cell as it would be, up to ${LIMITS.shown_cell.max} characters; null when it is about the whole row`,
      }),
  })
  .meta({ id: "ImportProposal" });

const change = z.object({
  field: z.string().meta({ description: "A contact's field, or custom_fields.<key>" }),
  old: z.unknown().meta({ description: "null = nothing is stored" }),
  new: z.unknown().meta({ description: "null = it is cleared" }),
});
export type DiffChange = z.output<typeof change>;

export const diffRow = z
  .object({
    row: z.number().int().meta({ description: "Data row, from 1" }),
    line: z.number().int().meta({ description: "Its line as a spreadsheet numbers it" }),
    kind: z.enum(diffKinds),
    email: z
      .string()
      .nullable()
      .meta({ description: "null when the row is rejected, or left out without an address" }),
    left_out: z.boolean().meta({ description: "The draft leaves this row out (`options.leaveOut.rows`)" }),
    repeats: z.number().int().nullable().meta({
      description:
        "An earlier row close by with the same address: both are merged, and what they change stands there",
    }),
    changes: z.array(change),
    tags_added: z.array(z.string()),
    opt_out: z.enum(["kept", "remembered"]).nullable().meta({
      description:
        "kept = the contact is unsubscribed and stays so; remembered = the address opted out before, and comes unsubscribed",
    }),
    invented_name: z.boolean().meta({
      description: "The file gives no name: the first name is made of the address",
    }),
    error: z
      .object({
        column: z.string().nullable(),
        code: z.enum(rowErrorCodes),
        message: z.string(),
        opted_out: z.boolean().meta({
          description: "Whether the person of this row opted out. The opt-out still counts",
        }),
        cells: z.array(z.string()),
        is_cut: z.boolean(),
        proposals: z
          .array(proposed)
          .meta({ description: "Corrections after which this is not wrong any more, the likeliest first" }),
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
  changed: z.number().int().meta({ description: "Existing contacts that would change, each counted once" }),
  failed_opt_outs: z.number().int().meta({ description: "Of `fail`, those whose opt-out still counts" }),
  skipped_opt_outs: z.number().int().meta({ description: "Of `skip`, those whose opt-out is remembered" }),
});
export type DiffCounts = z.output<typeof counts>;

export const diffPage = z
  .object({
    importId: id,
    draft_version: z.number().int().meta({ description: "The version of the draft it is of" }),
    etag: z.string().meta({ description: "The same for the same changes" }),
    made_at: timestamp.meta({ description: "As of when; a dry run makes it anew" }),
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
        }),
      )
      .meta({
        description:
          "Why rows are rejected, the most frequent first, at most 100; with the number of rows that a proposal would mend",
      }),
    data: z.array(diffRow).meta({ description: "In the order of the file; long rows end a page early" }),
    nextCursor: z.number().int().nullable(),
    total: z.number().int().nullable().meta({
      description: "Exact count of the rows that match; null with `search`",
    }),
  })
  .meta({ id: "ImportDiff", description: "Every row of a pending import and what it would change" });
export type DiffPage = z.output<typeof diffPage>;
