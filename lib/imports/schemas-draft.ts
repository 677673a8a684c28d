import { z } from "zod";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { cellFormat, fieldOptions, fieldType } from "@/lib/fields/schemas";
import { LIMITS } from "@/lib/limits";
import { id, idList, integer, queryFlag, text } from "@/lib/schemas";
import { rowErrorCodes } from "./faults";
import { contradicts } from "./mapping/opt-out-values";
import { proposalKinds } from "./proposal-kinds";

/** Decisions about an import before it runs: the parts that draft and confirmation share, and the draft. */

export const columnMapping = z.record(z.string(), z.string().nullable()).meta({
  id: "ColumnMapping",
  description: `Header → field: ${IMPORT_TARGETS.join(", ")} (a column whose “no” unsubscribes), custom_fields.<key>, skip (or null). email exactly once, the others at most once, but any number of columns may be is_unsubscribed or is_subscribed: each can unsubscribe a contact.`,
  example: { "E-mail": "email", "First name": "first_name", City: "custom_fields.city", Score: "skip" },
});

const duplicateStrategy = z.enum(["update", "skip", "update_only"]).meta({
  description:
    "What happens to a contact whose e-mail already exists. `skip` leaves it unchanged, except that an opt-out in the file still counts. `update_only` skips new e-mails instead",
});
const columnRules = z.record(z.string(), z.enum(["overwrite", "fill", "never"])).meta({
  id: "ColumnRules",
  description:
    "Header → what the column may do to an existing contact: `overwrite` (default) what is stored, `fill` only what is empty, or `never` change anything. New contacts get all values. For the column of tags: add to all, only to contacts without tags, or only to new contacts. An opt-out always counts",
  example: { Company: "fill" },
});

const columnType = z
  .object({
    type: fieldType,
    format: cellFormat.nullish().meta({
      description: "How its numbers or dates are written; required where the cells are ambiguous",
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
    "Header → the type of the new custom field that the column fills; text by default. An existing field keeps its own type, and only `format` is needed. A cell that does not fit fails its row",
  example: { Renewal: { type: "date", format: "dmy" } },
});
export type ColumnType = z.output<typeof columnType>;

const { max: MAX_VALUES } = LIMITS.opt_out_values;
const values = z.array(text(FIELD_LIMITS.optOutValue)).max(MAX_VALUES).default([]);
const valueMeanings = z
  .object({
    out: values.meta({ description: "Values that unsubscribe" }),
    not: values.meta({ description: "Values that do not unsubscribe" }),
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
  description: `Header → what the values of a column that fills is_unsubscribed or is_subscribed mean, overriding how they are read. A value is the whole cell, in any case, and "" an empty one; one of more than ${FIELD_LIMITS.optOutValue} characters is named as in \`unread_consent\` of a dry run`,
  example: { Newsletter: { out: ["K"], not: ["J"] } },
});

const allOptedOut = z.boolean().meta({
  description:
    "Everybody in the file has opted out, whatever its columns say: a list of people who unsubscribed",
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
  .meta({ description: "Rows that are left out: they are skipped" });
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
export const missingValues = z.enum(["empty", "text"]).meta({
  description:
    "How words such as NULL are read that may stand for a missing value: all as empty cells, or all as text. By default as empty where the file proves it; `warnings` names them",
});
export const encoding = z
  .string()
  .max(40)
  .meta({ description: "WHATWG label, such as utf-8 or windows-1252" });

const etag = z
  .string()
  .max(100)
  .refine((value) => !value.includes("\0"), "must not contain NUL")
  .optional()
  .meta({
    description:
      "`etag` of the changes that were reviewed: exactly these are made. They are computed once more first, and refused with `details.reason` `changes_differ` and the new `counts` and `etag` if they differ by now, with what has `changed` since (`draft`: its mapping, options or corrections; `contacts`: what the workspace stores; null if the `etag` is not one that Kith gave), and in `rows` the first ones that would do something else, as they are now (ImportDiffRow; null if what was reviewed is not stored any more). Rows whose contact changes after that are left alone and fail as `changed_since`",
  });
const whenChanged = z.enum(["stop", "continue"]).optional().meta({
  description: "With `continue` the import makes whatever changes apply by now, regardless of `etag`",
});

/** By position in what was reviewed before. */
export const confirmQuery = z.object({
  etag,
  whenChanged,
  notify: queryFlag.meta({
    description: "`false`: no e-mail when the import is done, whatever the settings say",
  }),
});

/** What a confirmation may contain besides the mapping, and the defaults. */
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

/** Options that apply to all rows. */
export const correctionRule = z
  .object({
    code: z.enum(rowErrorCodes).meta({ description: "Applies to rows that are rejected for this reason" }),
    column: z
      .string()
      .max(1000)
      .nullable()
      .meta({ description: "The header of the bad cell; null when the reason is about the whole row" }),
    proposal: z.enum(proposalKinds),
  })
  .meta({ id: "CorrectionRule", description: "Corrects every row that is rejected for the same reason" });

export const importDraft = z
  .object({
    version: integer("Number of changes made to the draft"),
    columnMapping: z.record(z.string(), z.string()).meta({
      description: "The field of each column: the one chosen, else the one suggested",
    }),
    questions: z.array(z.string()).meta({
      description:
        "Headers of columns that may say who has opted out but, as suggested, would not unsubscribe all of them, and that still need a decision",
    }),
    columnTypes: z.record(z.string(), columnType.extend({ is_known: z.boolean().optional() })).meta({
      description:
        "The type of each column that fills a custom field: an existing field's (`is_known`) own, else the one chosen, else the one that all of its cells fit",
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
        missingValues: missingValues.nullable(),
      })
      .meta({ description: "The choice made; null means as detected" }),
    corrections: z
      .object({
        version: integer("Version of the draft that last changed them; 0 = there are none"),
        rows: integer("Rows that were corrected one by one"),
        rules: z.array(correctionRule),
      })
      .meta({
        description:
          "The corrections of the file's rows (`GET …/corrections`). They are imported however the import is confirmed",
      }),
  })
  .meta({ id: "ImportDraft", description: "The decisions made so far about a pending import" });
export type ImportDraft = z.output<typeof importDraft>;

/** Changes of a draft: what is not named stays. */
export const draftBody = z.object({
  columnMapping: columnMapping
    .meta({ id: "DraftMapping", description: "Header → field, for the columns to change; null means skip" })
    .optional(),
  columnTypes: columnTypes
    .meta({ id: "DraftTypes", description: "For the columns that change; the others keep their type" })
    .nullish()
    .meta({ description: "null: every column as suggested" }),
  options: z
    .object({
      duplicateStrategy: duplicateStrategy.optional(),
      emptyCells: emptyCells.optional(),
      tagIds: tagIds.optional(),
      rules: columnRules
        .meta({ id: "DraftRules", description: "For the columns that change; the others keep their rule" })
        .nullish()
        .meta({ description: "null: every column overwrites" }),
      leaveOut: leaveOut
        .meta({
          description: "Replaces what was left out so far; reading the file differently discards the rows",
        })
        .optional(),
      optOutValues: optOutValues
        .meta({ id: "DraftValues", description: "For the columns that change, each as a whole" })
        .nullish()
        .meta({ description: "null: values as they are read" }),
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
      missingValues: missingValues.nullable().optional(),
    })
    .optional()
    .meta({ description: "How to read the file; null means as detected" }),
  draftVersion: z.number().int().optional().meta({
    description:
      "`version` of the draft on which this was decided: 409 with the present one as `details.draft_version`, and nothing written, when somebody has changed the draft since. Without it the change is made to whatever the draft is by now",
  }),
});
export type DraftBody = z.output<typeof draftBody>;
