import { z } from "zod";

/** What a preview says about the way in which a file was read. */

export const certainty = z.enum(["certain", "likely", "guess"]);

const warningCodes = [
  "damaged_text",
  "one_column",
  "no_addresses",
  "header_is_data",
  "rows_above",
  "rows_fail",
  "no_rows",
] as const;
export const readingWarning = z
  .object({
    code: z.enum(warningCodes),
    example: z.string().nullable().meta({ description: "A cell that shows it" }),
  })
  .meta({ id: "ReadingWarning" });
export type ReadingWarning = z.output<typeof readingWarning>;

export const encodingCandidate = z
  .object({
    encoding: z.string(),
    samples: z
      .array(
        z.object({
          line: z.number().int().meta({ description: "Line of the file, from 1" }),
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
      "As it stands in the file, up to 200 characters; a line break in a cell is ↵. Empty beyond the first 20 records",
  }),
});

/** What a dry run could not read of who has opted out. */
export const unreadConsent = z
  .object({
    rows: z.number().int(),
    values: z
      .array(z.object({ header: z.string(), value: z.string(), rows: z.number().int() }))
      .meta({ description: "The cells, the most frequent first: at most 100, each cut after 80 characters" }),
  })
  .meta({
    id: "UnreadConsent",
    description:
      "Rows to be imported whose cell in the column that says who has opted out nobody can read. They unsubscribe nobody, so look at the cells before you confirm",
  });
