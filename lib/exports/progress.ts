import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { exports } from "@/db/schema";
import type { Lease } from "@/lib/jobs/kind";
import { FencedError, held, progressed } from "@/lib/jobs/lease";
import { type ExportFilter, exportFilter } from "./schemas";

const part = z.object({ key: z.string(), rows: z.number(), bytes: z.number() });
/** A stored piece of the file; its name contains the epoch of the worker that wrote it. */
export type Part = z.output<typeof part>;

/** What an export's row keeps about a running job, and about a finished one that has several parts. */
const checkpoint = z.object({
  parts: z.array(part).default([]),
  /** The contact after which to continue, in descending order of ids. */
  after: z.string().nullish(),
  customKeys: z.array(z.string()).nullish(),
  /** How often it started over because contacts were deleted. */
  restarts: z.number().default(0),
});

export interface ExportJob {
  filter: ExportFilter;
  /** Claims since the last stored part. */
  attempts: number;
  parts: Part[];
  /** Where to continue and with which columns; null at the start. */
  resume: Resume | null;
  /** The workspace's count of erasures when the parts were read. */
  erasures: number | null;
  restarts: number;
}

export interface Resume {
  after: string;
  customKeys: string[];
}

/** The job from its row. Throws a FencedError when it is no longer ours. */
export async function readJob(lease: Lease): Promise<ExportJob> {
  const [row] = await db()
    .select({
      filter: exports.filter,
      attempts: exports.attempts,
      checkpoint: exports.checkpoint,
      erasures: exports.erasures,
    })
    .from(exports)
    .where(held(lease));
  if (!row) throw new FencedError(lease);
  const { parts, after, customKeys, restarts } = checkpoint.parse(row.checkpoint ?? {});
  const resume = after && customKeys ? { after, customKeys } : null;
  const { attempts, erasures } = row;
  return { filter: exportFilter.parse(row.filter), attempts, parts, resume, erasures, restarts };
}

/** The keys of a finished export's file, in order. */
export function keysOf(blobKey: string, stored: unknown): string[] {
  const { parts } = checkpoint.parse(stored ?? {});
  return parts.length > 0 ? parts.map(({ key }) => key) : [blobKey];
}

/** Makes what was stored valid. Throws a FencedError. */
export async function saveProgress(
  lease: Lease,
  { erasures, ...progress }: Resume & { parts: Part[]; restarts: number; erasures: number },
): Promise<void> {
  const rows = progress.parts.reduce((sum, one) => sum + one.rows, 0);
  const saved = await db().execute(sql`
    update ${exports}
    set checkpoint = ${JSON.stringify(progress)}::jsonb, processed_rows = ${rows}, erasures = ${erasures},
        ${sql.raw(progressed())}
    where ${held(lease)} returning 1`);
  if (saved.length === 0) throw new FencedError(lease);
}

/** Records the progress. Throws a FencedError when the job is no longer ours. */
export async function report(lease: Lease, rows: { processed: number; total: number }): Promise<void> {
  const saved = await db().execute(sql`
    update ${exports}
    set status = 'processing', processed_rows = ${rows.processed}, total_rows = ${rows.total}
    where ${held(lease)} returning 1`);
  if (saved.length === 0) throw new FencedError(lease);
}
