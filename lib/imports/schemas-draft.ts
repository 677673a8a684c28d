import { z } from "zod";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { cellFormat, fieldOptions, fieldType } from "@/lib/fields/schemas";
import { LIMITS } from "@/lib/limits";
import { id, idList, queryFlag, text } from "@/lib/schemas";
import { rowErrorCodes } from "./faults";
import { contradicts } from "./mapping/opt-out-values";
import { proposalKinds } from "./mending-kinds";

/** What is decided about an import before it runs: the parts that draft and confirmation share, and the draft. */

export const columnMapping = z.record(z.string(), z.string().nullable()).meta({
  id: "ColumnMapping",
  description: `Header → field: ${IMPORT_TARGETS.join(", ")} (a column whose “no” unsubscribes), custom_fields.<key>, skip (or null). email exactly once, the others at most once, but any number of columns may be is_unsubscribed or is_subscribed: each can unsubscribe a contact.`,
  example: { "E-mail": "email", "First name": "first_name", City: "custom_fields.city", Score: "skip" },
});

const duplicateStrategy = z.enum(["update", "skip", "update_only"]).meta({
  description:
    "What happens to a contact whose e-mail already exists. `skip` leaves it unchanged, except that an opt-out in the file is still taken. `update_only` skips new e-mails instead",
});
const columnRules = z.record(z.string(), z.enum(["overwrite", "fill", "never"])).meta({
  id: "ColumnRules",
  description:
    "Header → what the column may do to a known contact: `overwrite` (default) what is stored, `fill` only what is empty, `never` anything. New contacts get all values. For the column of tags: add to all, to those without tags, to new ones only. An opt-out always counts",
  example: { Company: "fill" },
});

const columnType = z
  .object({
    type: fieldType,
    format: cellFormat.nullish().meta({
      description: "How its numbers or dates are written; needed where the cells could mean two things",
    }),
    options: fieldOptions.optional(),
  })
  .refine(({ type, options }) => type !== "choice" || options?.length, {
    path: ["options"],
    message: "must have at least one option",
  });
const columnTypes = z.record(z.string(), columnType).meta({
  id: "ColumnTypes",
  description:
    "Header → what the new custom field that the column fills is to hold; text without. Of a field that is there its own type counts, and only `format` is asked for. A cell that does not fit makes its row fail",
  example: { Renewal: { type: "date", format: "dmy" } },
});
export type ColumnType = z.output<typeof columnType>;

const { max: MAX_VALUES } = LIMITS.opt_out_values;
const values = z.array(text(FIELD_LIMITS.optOutValue, 1)).max(MAX_VALUES).default([]);
const valueMeanings = z
  .object({
    out: values.meta({ description: "Values that unsubscribe" }),
    not: values.meta({ description: "Values that do not" }),
    others: z.enum(["out", "not"]).optional().meta({
      description:
        "Every other value that cannot be read; without it such values unsubscribe nobody, and are counted",
    }),
  })
  .refine((meanings) => !contradicts(meanings), {
    path: ["not"],
    message: "must not repeat a value of `out`",
  });
const optOutValues = z.record(z.string(), valueMeanings).meta({
  id: "OptOutValues",
  description: `Header → what the values of a column that fills is_unsubscribed or is_subscribed mean, whatever they are read as without it. A value is the whole cell, in any case; one of more than ${FIELD_LIMITS.optOutValue} characters is called as \`unread_consent\` of a dry run names it`,
  example: { Newsletter: { out: ["K"], not: ["J"] } },
});

const allOptedOut = z.boolean().meta({
  description:
    "Whoever stands in the file has opted out, whatever its columns say: a list of people who unsubscribed",
});

const { max: MAX_LEFT_OUT } = LIMITS.left_out_rows;
const leaveOut = z
  .object({
    rows: z
      .array(
        z
          .number()
          .int()
          .min(1)
          .max(2 ** 31 - 1),
      )
      .max(MAX_LEFT_OUT, `must have at most ${MAX_LEFT_OUT} rows`)
      .default([])
      .meta({ description: "Numbers of data rows" }),
    kinds: z
      .array(z.enum(["create", "update"]))
      .max(2)
      .default([])
      .meta({ description: "create = as `update_only`; update = as `skip`" }),
  })
  .meta({ description: "What is left out: such rows are skipped" });
const emptyCells = z
  .enum(["keep", "clear"])
  .meta({ description: "Whether an empty cell clears a stored value" });
const tagIds = idList(50).meta({ description: "Tags to add to every contact in the file" });
export const delimiter = z
  .string()
  .length(1, "must be one character")
  .refine((value) => value > "\0" && value <= "\x7f", "must be an ASCII character")
  .refine((value) => !'"\r\n'.includes(value), "cannot be a quote or a line end");
export const quote = z.enum(['"', "'"]).meta({ description: "The quotation mark of cells" });
export const quoteEscape = z.enum(["double", "backslash"]).meta({
  description: "How a quotation mark is escaped inside a quoted cell: doubled, or with a backslash",
});
export const encoding = z
  .string()
  .max(40)
  .meta({ description: "WHATWG label, such as utf-8 or windows-1252" });

const etag = z.string().max(100).optional().meta({
  description:
    "Of the changes that were looked at (`GET …/changes`): just these are made. They are made out once more first; 409 with `details.reason` `changes_differ` and the new `counts` and `etag` where they are others by now. Rows whose contact changes after that are left alone and fail as `changed_since`",
});
const whenChanged = z.enum(["stop", "continue"]).optional().meta({
  description: "`continue` makes the import run with whatever it would change by now, whatever `etag` says",
});

/** By what was looked at before. */
export const confirmQuery = z.object({
  etag,
  whenChanged,
  notify: queryFlag.meta({
    description: "`false`: no e-mail when the import is done, whatever the settings say",
  }),
});

/** What a confirmation may say beside the mapping, and what it means when it does not. */
export const confirmOptions = {
  duplicateStrategy: duplicateStrategy.default("update"),
  emptyCells: emptyCells.default("keep"),
  tagIds: tagIds.default([]),
  rules: columnRules.default({}),
  leaveOut: leaveOut.default({ rows: [], kinds: [] }),
  optOutValues: optOutValues.default({}),
  allOptedOut: allOptedOut.default(false),
  columnTypes: columnTypes.default({}),
};

/** What is done to all rows alike. */
export const correctionRule = z
  .object({
    code: z.enum(rowErrorCodes).meta({ description: "Of rows that are rejected for this reason" }),
    column: z
      .string()
      .max(1000)
      .nullable()
      .meta({ description: "The header of the bad cell; null when the reason is about the whole row" }),
    proposal: z.enum(proposalKinds),
  })
  .meta({ id: "CorrectionRule", description: "Mends every row that is rejected for the same reason" });

export const importDraft = z
  .object({
    version: z.number().int().meta({ description: "Number of changes made to the draft" }),
    columnMapping: z.record(z.string(), z.string()).meta({
      description: "The field of each column: the one chosen, else the one suggested",
    }),
    questions: z.array(z.string()).meta({
      description:
        "Headers of columns that may say who has opted out but, as suggested, would unsubscribe nobody or not all, and that still need a decision",
    }),
    columnTypes: z.record(z.string(), columnType.extend({ is_known: z.boolean().optional() })).meta({
      description:
        "The type of each column that fills a custom field: of a field that is there (`is_known`) its own, else the one chosen, else the one that all of its cells fit",
    }),
    options: z.object({
      duplicateStrategy,
      emptyCells,
      tagIds: z.array(id),
      rules: columnRules,
      leaveOut: z.object({ rows: z.array(z.number().int()), kinds: z.array(z.enum(["create", "update"])) }),
      optOutValues,
      allOptedOut,
    }),
    dialect: z
      .object({
        encoding: z.string().nullable(),
        delimiter: z.string().nullable(),
        quote: quote.nullable(),
        escape: quoteEscape.nullable(),
        headerRow: z.number().int().nullable(),
      })
      .meta({ description: "The choice made; null means as detected" }),
    corrections: z
      .object({
        version: z
          .number()
          .int()
          .meta({ description: "The version of the draft that changed them last; 0 = there are none" }),
        rows: z.number().int().meta({ description: "Rows that were corrected one by one" }),
        rules: z.array(correctionRule),
      })
      .meta({
        description:
          "What was corrected in the file's rows (`GET …/corrections`). It is imported however the import is confirmed",
      }),
  })
  .meta({ id: "ImportDraft", description: "The decisions made so far about a pending import" });
export type ImportDraft = z.output<typeof importDraft>;

/** Changes of a draft: what is not mentioned stays. */
export const draftBody = z.object({
  columnMapping: columnMapping
    .meta({ id: "DraftMapping", description: "Header → field, for the columns to change; null means skip" })
    .optional(),
  columnTypes: columnTypes
    .meta({ id: "DraftTypes", description: "Of the columns that change; the others keep their type" })
    .optional(),
  options: z
    .object({
      duplicateStrategy: duplicateStrategy.optional(),
      emptyCells: emptyCells.optional(),
      tagIds: tagIds.optional(),
      rules: columnRules
        .meta({ id: "DraftRules", description: "Of the columns that change; the others keep their rule" })
        .optional(),
      leaveOut: leaveOut
        .meta({
          description: "Instead of what was left out so far; another reading of the file forgets the rows",
        })
        .optional(),
      optOutValues: optOutValues
        .meta({ id: "DraftValues", description: "Of the columns that change, each as a whole" })
        .optional(),
      allOptedOut: allOptedOut.optional(),
    })
    .optional(),
  dialect: z
    .object({
      encoding: encoding.nullable().optional(),
      delimiter: delimiter.nullable().optional(),
      quote: quote.nullable().optional(),
      escape: quoteEscape.nullable().optional(),
      headerRow: z.number().int().min(0).max(100).nullable().optional(),
    })
    .optional()
    .meta({ description: "How to read the file; null means as detected" }),
});
export type DraftBody = z.output<typeof draftBody>;
