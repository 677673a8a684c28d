import { z } from "zod";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { id, idList } from "@/lib/schemas";

/** What is decided about an import before it runs: the parts that draft and confirmation share, and the draft. */

export const columnMapping = z.record(z.string(), z.string().nullable()).meta({
  id: "ColumnMapping",
  description: `Header → field: ${IMPORT_TARGETS.join(", ")} (a column whose “no” unsubscribes), custom_fields.<key>, skip (or null). email exactly once.`,
  example: { "E-mail": "email", "First name": "first_name", City: "custom_fields.city", Score: "skip" },
});

export const duplicateStrategy = z.enum(["update", "skip"]).meta({
  description:
    "What happens to a known e-mail. `skip` keeps the contact as it is, but for an opt-out in the file: that counts",
});
export const emptyCells = z
  .enum(["keep", "clear"])
  .meta({ description: "Whether an empty cell clears a stored value" });
export const tagIds = idList(50).meta({ description: "Tags added to every row's contact" });
export const delimiter = z
  .string()
  .length(1, "must be one character")
  .refine((value) => value > "\0" && value <= "\x7f", "must be an ASCII character")
  .refine((value) => !'"\r\n'.includes(value), "cannot be a quote or a line end");
export const quote = z.enum(['"', "'"]).meta({ description: "The quotation mark of cells" });
export const quoteEscape = z.enum(["double", "backslash"]).meta({
  description: "How a quotation mark is written within a quoted cell: twice, or behind a backslash",
});
export const encoding = z
  .string()
  .max(40)
  .meta({ description: "WHATWG label, such as utf-8 or windows-1252" });

export const importDraft = z
  .object({
    version: z.number().int().meta({ description: "Counts the changes of the draft" }),
    columnMapping: z.record(z.string(), z.string()).meta({
      description: "The field of every column: what was chosen, else what is suggested",
    }),
    questions: z.array(z.string()).meta({
      description:
        "Headers of columns that may say who opted out and, as suggested, would unsubscribe nobody by it; nobody has decided about them yet",
    }),
    options: z.object({ duplicateStrategy, emptyCells, tagIds: z.array(id) }),
    dialect: z
      .object({
        encoding: z.string().nullable(),
        delimiter: z.string().nullable(),
        quote: quote.nullable(),
        escape: quoteEscape.nullable(),
        headerRow: z.number().int().nullable(),
      })
      .meta({ description: "What was chosen; null = as detected" }),
  })
  .meta({ id: "ImportDraft", description: "What was decided about a pending import so far" });
export type ImportDraft = z.output<typeof importDraft>;

/** Changes of a draft: what is not mentioned stays. */
export const draftBody = z.object({
  columnMapping: columnMapping
    .meta({ id: "DraftMapping", description: "Header → field, of the columns that change; null = skip" })
    .optional(),
  options: z
    .object({
      duplicateStrategy: duplicateStrategy.optional(),
      emptyCells: emptyCells.optional(),
      tagIds: tagIds.optional(),
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
    .meta({ description: "How to read the file; null = as detected" }),
});
export type DraftBody = z.output<typeof draftBody>;
