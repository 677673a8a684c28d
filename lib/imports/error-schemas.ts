import { z } from "zod";
import { languages } from "@/lib/client/messages/catalogue";
import { pageQuery, queryNumber } from "@/lib/schemas";
import { importError } from "./schemas";

export const importErrorsQuery = z.object({
  after: queryNumber(0, 2_147_483_647)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0, maximum: 2_147_483_647 },
      description: "Rows after this row number",
    }),
  limit: pageQuery.limit,
  format: z
    .enum(["json", "csv"])
    .default("json")
    .meta({ description: "csv: the rows as a file that can be corrected and uploaded" }),
  language: z
    .enum(languages)
    .default("en")
    .meta({ description: "Of the reasons in `_error`, with `format=csv`" }),
});
export const importErrorPage = z.object({
  headers: z.array(z.string()),
  data: z.array(importError),
  nextAfter: z
    .number()
    .int()
    .nullable()
    .meta({ description: "`after` of the next page, null at the end; long rows end a page early" }),
  total: z.number().int(),
});
