import { z } from "zod";
import { integer } from "@/lib/schemas";

export const statistics = z
  .object({
    totalContacts: z.number().int(),
    totalImports: z.number().int(),
    successRate: z.number().min(0).max(100).meta({
      description:
        "Share of processed import rows that did not fail, in percent with one decimal, 100 only if none failed; 0 when there are none",
      example: 99.2,
    }),
    contactsThisMonth: integer("Created since the first of the month, UTC"),
    contactsGrowth: z
      .array(
        z.object({
          date: z.string().meta({ override: { type: "string", format: "date" }, example: "2026-11-20" }),
          count: integer("Contacts created on that day, UTC"),
        }),
      )
      .length(30)
      .meta({ description: "The last 30 days, oldest first, today included" }),
    contactsByHour: z
      .array(
        z.object({
          hour: z.string().meta({
            override: { type: "string", format: "date-time" },
            example: "2026-11-20T21:00:00Z",
          }),
          count: integer("Contacts created in the hour that begins then"),
        }),
      )
      .max(169)
      // Figures cached before there were hours have none.
      .default([])
      .meta({
        description: "Each hour since the first contact, for a week; empty after that, and without contacts",
      }),
  })
  .meta({ id: "Statistics", description: "Statistics of the workspace, at most five minutes old" });
export type Statistics = z.output<typeof statistics>;
