import { z } from "zod";
import type { Export } from "@/lib/client/api-types";
import { type Language, languages } from "@/lib/client/messages/catalogue";

/** Mails that the system sends by itself. The payload is all that a mail is made from, so a retry renders the same bytes. */

const count = z.number().int();

const importFinished = z.object({
  importId: z.string(),
  filename: z.string(),
  status: z.string(),
  created: count,
  updated: count,
  unchanged: count,
  skipped: count,
  failed: count,
  /** Absent in mails that an older version queued. */
  optedOut: count.default(0),
  failedOptOuts: count.default(0),
  skippedOptOuts: count.default(0),
  total: count,
  /** The first three rows that failed. */
  errors: z.array(
    z.object({
      row: count,
      line: count.optional(),
      column: z.string().nullable(),
      /** Absent in mails that an older version queued. */
      code: z.string().optional(),
      message: z.string(),
    }),
  ),
});

export type ExportFailure = NonNullable<Export["failure_code"]>;

const exportFinished = z.object({
  exportId: z.string(),
  filename: z.string(),
  total_rows: count,
  /** Why there is no file; absent when there is one. */
  failure: z.custom<ExportFailure>((code) => typeof code === "string").optional(),
});

const jobs = z.object({ completed: count, failed: count });

const weeklyDigest = z.object({
  /** The seven days, RFC 3339. */
  from: z.string(),
  to: z.string(),
  new_contacts: count,
  new_contacts_before: count,
  unsubscribes: count,
  total_contacts: count,
  imports: jobs.extend({ failed_rows: count }),
  exports: jobs,
  tags: z.array(z.object({ name: z.string(), emoji: z.string().nullable(), contacts: count })),
});

const webhookDisabled = z.object({
  endpointId: z.string(),
  host: z.string(),
  reason: z.enum(["gone", "failing"]),
});

export const payloads = {
  welcome: z.object({}),
  import_completed: importFinished,
  export_completed: exportFinished,
  weekly_digest: weeklyDigest,
  webhook_disabled: webhookDisabled,
} as const;

export type MailKind = keyof typeof payloads;
export type Payload<K extends MailKind> = z.output<(typeof payloads)[K]>;

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(payloads, kind);
}

const addressed = z.object({ language: z.enum(languages) });

/** The language in which a mail was queued; English by default. Part of the payload, so a retry says the same. */
export function languageOf(payload: unknown): Language {
  const read = addressed.safeParse(payload);
  return read.success ? read.data.language : "en";
}
