import { ApiError } from "@/lib/errors";
import { tryOut } from "@/lib/imports/dry-run";
import { type ImportRow, readPendingImport } from "@/lib/imports/queries";
import { storageExceeded } from "@/lib/workspaces/storage";
import { diffFile } from "./file";
import { fieldsOf, readPage } from "./page";
import { findDiff, hasDiff, type StoredDiff } from "./queries";
import { reasonsOf, STILL_WRONG } from "./reasons";
import type { DiffPage, DiffQuery } from "./schemas";

/** Attempts when the draft changes while its diff is computed. */
const TRIES = 3;

/**
 * The diff of a pending import's draft; the first request after a change of the draft computes it. Throws 404, 409
 * `IMPORT_NOT_PENDING`, what a dry run throws, and 413 when the workspace has no room for it.
 */
async function openDiff(workspaceId: string, id: string, signal: AbortSignal) {
  for (let tries = 0; tries <= TRIES; tries++) {
    const row = await readPendingImport(workspaceId, id);
    const found = await findDiff(workspaceId, id, row.draft_version);
    if (found) return { row, diff: found };
    const { kept } = await tryOut(workspaceId, id, undefined, { signal });
    if (kept === "full") throw storageExceeded();
  }
  throw changing();
}

function changing(): ApiError {
  const message = "The import or its contacts are being changed right now. Try again shortly.";
  return new ApiError("SERVICE_UNAVAILABLE", message, { busy: true }, { "Retry-After": "5" });
}

/** A page of the diff. */
export async function diffPageOf(
  workspaceId: string,
  id: string,
  query: DiffQuery,
  signal: AbortSignal,
): Promise<DiffPage> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { diff } = await openDiff(workspaceId, id, signal);
    const page = await readPage(workspaceId, diff, query);
    if (page.nextCursor !== null || (await hasDiff(workspaceId, diff.id)))
      return { ...headOf(id, diff), ...page };
  }
  throw changing();
}

function headOf(importId: string, diff: StoredDiff) {
  const { draft_version, etag, made_at } = diff;
  const { repeated: _, ...counts } = diff.counts;
  return {
    ...{ importId, draft_version, etag },
    // A diff made before contacts were counted has only rows.
    counts: { failed_opt_outs: 0, skipped_opt_outs: 0, ...counts, changed: counts.changed ?? counts.update },
    made_at: new Date(made_at).toISOString(),
    fields: fieldsOf(diff),
    reasons: reasonsOf(diff),
    failed_corrections: diff.facets[STILL_WRONG] ?? 0,
  };
}

/** The matching rows, as a file. */
export async function diffFileOf(workspaceId: string, id: string, query: DiffQuery, signal: AbortSignal) {
  const { row, diff } = await openDiff(workspaceId, id, signal);
  return { filename: nameOf(row), etag: diff.etag, pieces: diffFile(workspaceId, diff, query) };
}

function nameOf({ filename }: ImportRow): string {
  return `${filename.replace(/\.[^.]*$/, "")}-changes.csv`;
}
