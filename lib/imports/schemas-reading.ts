import { z } from "zod";
import { cellFormat, fieldType } from "@/lib/fields/schemas";
import { integer, nullableText } from "@/lib/schemas";

/** Formats other than CSV, which are converted to it on arrival. */
const tableKinds = ["xlsx", "json", "vcard"] as const;

/** What a preview says about how a file was read. */

export const certainty = z.enum(["certain", "likely", "guess"]);

const warningCodes = [
  "mixed_encodings",
  "damaged_text",
  "one_column",
  "no_addresses",
  "header_is_data",
  "rows_above",
  "rows_fail",
  "no_rows",
  "missing_values",
  "words_kept",
  "two_tables",
  "rounded_numbers",
  "hidden_rows",
  "left_out",
] as const;
export const readingWarning = z
  .object({
    code: z.enum(warningCodes),
    example: nullableText(
      "A cell that shows it; for `missing_values` the words that are read as empty cells, for `words_kept` those that are stored as text although they may stand for a missing value, for `left_out` the properties of vCards that are not read",
    ),
    lines: z
      .object({
        count: integer("How many"),
        first: z.array(z.number().int()).max(5).meta({ description: "Their numbers, from 1" }),
      })
      .optional()
      .meta({
        description:
          "For `mixed_encodings`: how many lines are not in the encoding in which the file is read, and the numbers of the first. Their rows fail with `undecodable_text`. For `hidden_rows`: how many rows of people the spreadsheet hides, by a filter for example, and the numbers of the first. They are imported as well",
      }),
  })
  .meta({ id: "ReadingWarning" });
export type ReadingWarning = z.output<typeof readingWarning>;

export const encodingCandidate = z
  .object({
    encoding: z.string(),
    samples: z
      .array(
        z.object({
          line: integer("Line of the file, from 1"),
          column: z.string(),
          text: z.string().meta({ description: "The cell, or the part of it where the readings differ" }),
        }),
      )
      .max(5),
  })
  .meta({ id: "EncodingCandidate" });
export type EncodingCandidate = z.output<typeof encodingCandidate>;

export const topRecord = z.object({
  record: z.number().int(),
  line: z.number().int(),
  text: z.string().meta({ description: "Its cells, shortened" }),
  raw: z.string().meta({
    description:
      "As written in the file, up to 200 characters; a line break in a cell is ↵. Empty beyond the first 20 records",
  }),
});

/** Opt-out values that a dry run could not read. */
export const unreadConsent = z
  .object({
    rows: z.number().int(),
    values: z.array(z.object({ header: z.string(), value: z.string(), rows: z.number().int() })).meta({
      description: "The cells, the most frequent first: at most 100, long ones as their beginning and end",
    }),
  })
  .meta({
    id: "UnreadConsent",
    description:
      "Rows to be imported whose cell in the opt-out column cannot be read. They unsubscribe nobody, so check the cells before you confirm",
  });

const someRows = z.object({
  count: integer("Number of these rows"),
  lines: z.array(z.number().int()).meta({
    description: "The numbers of the first 20, as the spreadsheet shows them",
  }),
});

export const tableSource = z
  .object({
    kind: z.enum(tableKinds),
    sheet: nullableText("The sheet of a workbook that is read"),
    sheets: z
      .array(z.string())
      .meta({ description: "All sheets of a workbook: upload it again with `?sheet=` to read another one" }),
    sheet_by_addresses: z.literal(true).optional().meta({
      description:
        "The sheet was not named, and was taken because it has e-mail addresses while the first one has none",
    }),
    struck: someRows.optional().meta({
      description: "Rows of people that are struck through in the workbook, if only some of them are",
    }),
    hidden: someRows.optional().meta({
      description:
        "Rows of people that the workbook hides, by a filter for example. They are read like all others",
    }),
    left_out: z.array(z.string()).optional().meta({
      description: "The first 20 properties of vCards that are not read, such as pictures",
    }),
  })
  .meta({
    id: "TableSource",
    description:
      "The format of the file before it was converted to CSV; null for CSV itself. Encoding and delimiter are then those of the conversion",
  });
export type TableSource = z.output<typeof tableSource>;

export const uploadQuery = z.object({
  filename: z.string().max(1000).optional(),
  sheet: z.string().max(200).optional().meta({
    description:
      "For a workbook: the sheet by its name in any case, or by its number from 1; by default the first that is not hidden, or, if that begins without e-mail addresses, the first one with some",
  }),
});

export const columnCells = z
  .object({
    type: fieldType,
    number_format: cellFormat.nullable(),
    date_format: cellFormat.nullable(),
    options: z.array(z.string()).nullable().meta({ description: "The different cells, if there are few" }),
    any_format: z.literal(true).optional().meta({
      description: "No cell is a number or a day, so none is ambiguous: no format has to be chosen",
    }),
  })
  .meta({
    id: "ColumnCells",
    description:
      "What the cells of the column are: the type that all of them fit (for files above 8 MB, rows sampled from all over), and how numbers and dates are written; null where they are ambiguous. Absent where they are just text",
  });
