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

export const topRecord = z.object({ record: z.number().int(), line: z.number().int(), text: z.string() });
