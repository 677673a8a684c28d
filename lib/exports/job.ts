import { sql } from "drizzle-orm";
import { isDiskFull, isOutOfTime } from "@/db/client";
import { exports } from "@/db/schema";
import { blobStore } from "@/lib/adapters/blob";
import { countContacts } from "@/lib/contacts/list";
import { ApiError, diskFull } from "@/lib/errors";
import type { Described, JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError } from "@/lib/jobs/lease";
import { type ExportFailure, UnexportableError } from "./failure";
import { completeExport, failExport, fileKey, startAnew } from "./outcome";
import { type WrittenPart, writePart } from "./part";
import { type ExportJob, readJob, saveProgress } from "./progress";

/**
 * Writes the file of an export. What a worker stored becomes valid in one fenced update. A file that fits into one run
 * is a snapshot of the workspace, so it does not yield to others; a longer one continues after the last contact of the
 * stored part (docs/decisions/exports.md).
 */
export const exportJob = {
  name: "export",
  table: exports,
  unfinished: sql`status in ('pending', 'processing')`,
  waitsSince: "created_at",
  lane: "export",
  makesRoom: false,
  limits: {
    failures: 4,
    claims: 50,
    interrupted: { code: "interrupted", message: "The export was interrupted too often." },
    describe,
    fail: failExport,
  },
  size: ({ workspaceId }) => countContacts(workspaceId, {}),
  work,
} as const satisfies JobKind<ExportFailure>;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  const job = await readJob(lease);
  const key = fileKey(lease.workspaceId, lease.id, lease.epoch);
  const written = await writePart(lease, job, key, isOver);
  try {
    const isValid = written !== null && (await store(lease, job, key, written));
    if (!isValid) await startAnew(lease, job.restarts);
    return isValid && !written.rest ? "finished" : "unfinished";
  } catch (error) {
    // Only then is it certain that no row refers to the file. If the answer was lost, the commit may have happened.
    if (error instanceof FencedError) await blobStore().remove([key]);
    throw error;
  }
}

/** Makes what was written valid. False when contacts were deleted meanwhile, so that the file must not be kept. */
async function store(lease: Lease, job: ExportJob, key: string, written: WrittenPart): Promise<boolean> {
  const { rest, erasures, ...part } = written;
  const parts = part.rows > 0 || job.parts.length === 0 ? [...job.parts, { key, ...part }] : job.parts;
  if (!rest) return completeExport(lease, parts, erasures);
  await saveProgress(lease, { parts, ...rest, restarts: job.restarts, erasures });
  return true;
}

/** As often as an import tries: a full disk or a silent file store is often seen to within minutes. */
const STORAGE_FAILURES = 10;

function describe(error: unknown): Described<ExportFailure> {
  if (error instanceof UnexportableError) return { code: error.code, message: error.message, isFinal: true };
  const known = isDiskFull(error) ? diskFull() : error;
  if (known instanceof ApiError) {
    const { message } = known;
    if (known.code !== "SERVICE_UNAVAILABLE") return { code: "unexpected", message, isFinal: false };
    return { code: "storage_unavailable", message, isFinal: false, failures: STORAGE_FAILURES };
  }
  return isOutOfTime(error)
    ? { code: "too_long", message: "The export took too long. Narrow it with a filter.", isFinal: false }
    : { code: "unexpected", message: "An unexpected error stopped the export.", isFinal: false };
}
