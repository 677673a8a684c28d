import { isConnectionLost } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { countContacts } from "@/lib/contacts/queries";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import type { ExportFailure } from "@/lib/jobs/failure";
import { continueElsewhere } from "@/lib/jobs/handover";
import { inTurn } from "@/lib/jobs/lanes";
import { claimJob, FencedError, type Lease, persist, releaseJob, whileHeld } from "@/lib/jobs/lease";
import { isStopping } from "@/lib/jobs/stopping";
import { log } from "@/lib/log";
import { UnexportableError } from "./failure";
import { completeExport, failExport, fileKey, postponeExport } from "./outcome";
import { writePart } from "./part";
import { readJob, saveProgress } from "./progress";

/** Failures of the same part before the export is given up, and deaths of its workers. */
const MAX_FAILURES = 3;
const MAX_ATTEMPTS = 50;

/**
 * Works on an export, by turns with those of other workspaces, until it is done, its time is used up, or it has failed. Safe to call at any time by anybody:
 * the lease decides who works, and what a worker stored becomes valid in one fenced update. A file that fits into one
 * run is the workspace at one moment; what does not goes on in a fresh invocation after the last contact of the stored
 * part (docs/decisions/exports.md).
 */
export async function processExport(workspaceId: string, id: string): Promise<void> {
  const rows = await countContacts(workspaceId, {});
  const unfinished = await inTurn("export", { workspaceId, id, rows }, () => workOn(workspaceId, id));
  if (unfinished && !isStopping()) await continueElsewhere(unfinished, () => processExport(workspaceId, id));
}

/** Returns the job that is to be continued, or null when it is over or somebody else's. */
async function workOn(workspaceId: string, id: string): Promise<Lease | null> {
  const lease = await claimJob("export", workspaceId, id);
  if (!lease) return null;
  try {
    return (await work(lease)) ? null : lease;
  } catch (error) {
    if (error instanceof FencedError) return null;
    log().error({ err: error, exportId: id }, "export interrupted");
    await persist(() => settle(lease, error));
    return isConnectionLost(error) ? lease : null;
  }
}

/** Writes as much as the time allows. True when that was the rest. */
async function work(lease: Lease): Promise<boolean> {
  const job = await readJob(lease);
  if (job.attempts > MAX_ATTEMPTS) {
    throw new UnexportableError("interrupted", "The export was interrupted too often.");
  }
  const key = fileKey(lease.workspaceId, lease.id, lease.epoch);
  const deadline = performance.now() + env().JOB_TIME_BUDGET_MS;
  const { rest, ...part } = await whileHeld(lease, () => writePart(lease, job, key, deadline));
  const parts = part.rows > 0 || job.parts.length === 0 ? [...job.parts, { key, ...part }] : job.parts;
  try {
    if (rest) await saveProgress(lease, { parts, ...rest });
    else await completeExport(lease, parts);
  } catch (error) {
    // Only then is it certain that no row refers to the file. After a lost answer the commit may have happened.
    if (error instanceof FencedError) await blobStore().remove([key]);
    throw error;
  }
  return rest === null;
}

/** After a failure: another try later, or the end. */
async function settle(lease: Lease, error: unknown): Promise<void> {
  // No fault of the export: what is bounded is how often it is claimed.
  if (isConnectionLost(error)) return releaseJob(lease);
  if (error instanceof UnexportableError) return failExport(lease, error.code, error.message);
  const failures = await postponeExport(lease, nameOf(error));
  if (failures > MAX_FAILURES) await failExport(lease, ...reasonOf(error));
}

const QUERY_CANCELED = "57014";

function reasonOf(error: unknown): [ExportFailure, string] {
  if (error instanceof ApiError)
    return [error.code === "SERVICE_UNAVAILABLE" ? "storage_unavailable" : "unexpected", error.message];
  const tooLong = error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
  return tooLong
    ? ["too_long", "The export took too long. Narrow it with a filter."]
    : ["unexpected", "An unexpected error stopped the export."];
}

/** Kept in the row. Never the message: a database error may quote personal data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
