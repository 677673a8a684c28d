import { z } from "zod";

/** The figures of a dry run, kept beside those of the import. */
export const forecast = z
  .object({
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    skip: z.number().int(),
    fail: z.number().int(),
    changed: z.number().int(),
    repeated: z.number().int(),
  })
  .meta({
    id: "ImportForecast",
    description: "The numbers of the dry run whose draft was confirmed, named as in its answer",
  });
