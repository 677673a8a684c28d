import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { exports } from "@/db/schema";
import type { Lease } from "@/lib/jobs/kind";
import { FencedError, held, progressed } from "@/lib/jobs/lease";
import { type ExportFilter, exportFilter } from "./schemas";

const part = z.object({ key: z.string(), rows: z.number(), bytes: z.number() });
/** A stored piece of the file; its name holds the epoch of the worker that wrote it. */
export type Part = z.output<typeof part>;

/** What an export's row keeps of a job under way, and of a finished one that has several parts. */
const checkpoint = z.object({
  parts: z.array(part).default([]),
  /** The contact after which it goes on, in descending order of ids. */
  after: z.string().nullish(),
  customKeys: z.array(z.string()).nullish(),
});

export interface ExportJob {
  filter: ExportFilter;
  /** Claims since the last stored part. */
  attempts: number;
  parts: Part[];
  /** Where to go on and with which columns; null at the start. */
  resume: Resume | null;
}

export interface Resume {
  after: string;
  customKeys: string[];
}

/** The job as its row has it. Throws a FencedError when it is no longer ours. */
export async function readJob(lease: Lease): Promise<ExportJob> {
  const [row] = await db()
    .select({ filter: exports.filter, attempts: exports.attempts, checkpoint: exports.checkpoint })
    .from(exports)
    .where(held(lease));
  if (!row) throw new FencedError(lease);
  const { parts, after, customKeys } = checkpoint.parse(row.checkpoint ?? {});
  const resume = after && customKeys ? { after, customKeys } : null;
  return { filter: exportFilter.parse(row.filter), attempts: row.attempts, parts, resume };
}

/** The keys of a finished export's file, in order. */
export function keysOf(blobKey: string, stored: unknown): string[] {
  const { parts } = checkpoint.parse(stored ?? {});
  return parts.length > 0 ? parts.map(({ key }) => key) : [blobKey];
}

/** Makes what was stored count. Throws a FencedError. */
export async function saveProgress(lease: Lease, progress: Resume & { parts: Part[] }): Promise<void> {
  const rows = progress.parts.reduce((sum, one) => sum + one.rows, 0);
  const saved = await db().execute(sql`
    update ${exports}
    set checkpoint = ${JSON.stringify(progress)}::jsonb, processed_rows = ${rows}, ${sql.raw(progressed())}
    where ${held(lease)} returning 1`);
  if (saved.length === 0) throw new FencedError(lease);
}

/** Tells how far it is. Throws a FencedError when the job is no longer ours. */
export async function report(lease: Lease, rows: { processed: number; total: number }): Promise<void> {
  const saved = await db().execute(sql`
    update ${exports}
    set status = 'processing', processed_rows = ${rows.processed}, total_rows = ${rows.total}
    where ${held(lease)} returning 1`);
  if (saved.length === 0) throw new FencedError(lease);
}
