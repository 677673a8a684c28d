import { z } from "zod";
import { uuid } from "@/lib/schemas";
import { DAY_MS } from "@/lib/time";

/** What can change, by the part of the API that shows it. */
export const eventKinds = [
  "contacts",
  "imports",
  "exports",
  "bulk_actions",
  "duplicates",
  "segments",
  "fields",
  "settings",
  "members",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** The kinds of jobs that report progress; an `import` may also be one being undone. */
const jobKinds = ["import", "export", "bulk_action", "change"] as const;

/** A number for each kind (state.ts). */
const VERSION = new RegExp(`^-?\\d{1,20}(?:\\.-?\\d{1,20}){${eventKinds.length - 1}}$`);

export const eventsQuery = z.object({
  after: z.string().max(200).optional().meta({
    description:
      "The `id` of an earlier answer, like the header `Last-Event-ID`: only changes since then are reported",
  }),
  since: z.coerce.number().int().min(0).max(DAY_MS).optional().meta({
    description: "Without `after`: how many milliseconds ago the caller read the data it shows",
    example: 2000,
  }),
});

const scalar = z.union([z.string(), z.number().int(), z.null()]);

export const jobProgress = z
  .object({
    kind: z.enum(jobKinds),
    id: uuid,
    fields: z.record(z.string(), z.union([scalar, z.record(z.string(), z.number().int())])).meta({
      description: "Status and counters, named as in the resource itself; of an undo those of `undo_result`",
      example: { status: "processing", processed_rows: 20000, total_rows: 60000 },
    }),
  })
  .meta({ id: "JobProgress", description: "The progress of a running job" });
export type JobProgress = z.output<typeof jobProgress>;

export const eventsNow = z
  .object({
    id: z.string().meta({ description: "Names this state; send it back as `after`" }),
    changed: z.array(z.enum(eventKinds)).meta({
      description:
        "What to fetch again. `contacts` means the contacts with their tags, the history and the statistics; `fields` means the definitions of custom fields; `members` means who belongs to the workspace or is invited, and what each may do",
    }),
    jobs: z.array(jobProgress).meta({ description: "Running jobs" }),
  })
  .meta({ id: "Events", description: "What changed in the workspace" });
export type EventsNow = z.output<typeof eventsNow>;

/** An id that this service created, or undefined: with any other, everything is reported. */
export function knownVersion(text: string | null | undefined): string | undefined {
  return text && VERSION.test(text) ? text : undefined;
}
