import { z } from "zod";
import { LIMITS } from "@/lib/limits";
import { id, integer } from "@/lib/schemas";
import { proposed } from "./diff/schemas";
import { rowErrorCodes } from "./faults";
import { MAX_COLUMNS, MAX_FIELD_BYTES } from "./limits";
import { proposalKinds } from "./proposal-kinds";
import { correctionRule } from "./schemas-draft";

/** Rows of one request. */
const MAX_ROWS = 500;
const MAX_RULES = 50;

const row = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .meta({ description: "Data row, from 1" });
const cell = z
  .string()
  .max(MAX_FIELD_BYTES, `must have at most ${MAX_FIELD_BYTES} characters`)
  .refine((value) => !value.includes("\0"), "must not contain NUL")
  .refine((value) => value.isWellFormed(), "must be well-formed Unicode");
const cells = z
  .record(z.string(), cell.nullable())
  .superRefine((value, context) => {
    const unknown = Object.keys(value).find(
      (key) => !/^(0|[1-9]\d{0,2})$/.test(key) || Number(key) >= MAX_COLUMNS,
    );
    if (unknown !== undefined)
      context.addIssue({ code: "custom", path: [unknown], message: "is not the index of a cell" });
  })
  .meta({
    override: { type: "object", additionalProperties: { type: ["string", "null"] } },
    description:
      "New texts by the index of the cell in the row, from 0; null = as in the file. Empty cells beyond the columns of the file are dropped",
  });

const correction = z
  .object({
    row,
    cells: cells.nullable().optional().meta({
      description: "Cells that are not named stay as they are; null discards all corrections of the row",
    }),
    proposal: z
      .enum(proposalKinds)
      .optional()
      .meta({ description: "Instead of `cells`: the proposal to apply" }),
  })
  .refine(({ cells, proposal }) => (cells === undefined) !== (proposal === undefined), {
    message: "must have either cells or proposal",
  });

export const correctionsBody = z.object({
  rows: z.array(correction).max(MAX_ROWS, `must have at most ${MAX_ROWS} rows`).default([]),
  rules: z
    .array(correctionRule)
    .max(MAX_RULES, `must have at most ${MAX_RULES} rules`)
    .optional()
    .meta({ description: "The complete list of rules from now on; without it they stay" }),
});
export type CorrectionsBody = z.output<typeof correctionsBody>;

const correctedRow = z
  .object({
    row,
    line: integer("The line number a spreadsheet shows"),
    cells: z.array(z.string()).meta({
      description: `The row as it is read now, each cell up to ${LIMITS.shown_cell.max} characters`,
    }),
    is_cut: z.boolean(),
    error: z
      .object({
        column: z.string().nullable(),
        code: z.enum(rowErrorCodes),
        message: z.string(),
        proposals: z.array(proposed),
      })
      .nullable()
      .meta({ description: "Why the row is still rejected; null when it is accepted" }),
  })
  .meta({ id: "CorrectedRow", description: "A corrected row, checked again" });
export type CorrectedRow = z.output<typeof correctedRow>;

export const correctionsResult = z
  .object({
    importId: id,
    version: integer("Version of the draft: the changes have to be computed again"),
    corrected: integer("Number of all rows that are corrected one by one"),
    rules: z.array(correctionRule),
    rows: z.array(correctedRow).meta({ description: "The rows of the request, in file order" }),
  })
  .meta({ id: "CorrectionsResult" });

export const correctionsShown = z
  .object({
    importId: id,
    version: integer("Version of the draft that last changed them; 0 = there are none"),
    rules: z.array(correctionRule),
    rows: z
      .array(z.object({ row, cells: z.record(z.string(), z.string()) }))
      .meta({ description: "In file order" }),
  })
  .meta({ id: "Corrections", description: "The corrections of a pending import's rows" });
