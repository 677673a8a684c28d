import { and, count, desc, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import { db, pg } from "@/db/client";
import { onlyOf, scopesOf } from "@/db/distributed";
import { exports } from "@/db/schema";
import { clientOf } from "@/lib/contacts/custom-keys";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { insertTombstones } from "@/lib/files/tombstones";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { requireMatch } from "@/lib/precondition";
import { toPage } from "@/lib/schemas";
import { withSegment } from "@/lib/segments/queries";
import { unknownTags } from "@/lib/tags/queries";
import { totalColumn, totalOf } from "@/lib/totals";
import { requireStorage } from "@/lib/workspaces/storage";
import { inTurn } from "@/lib/workspaces/turns";
import { exportFailures } from "./failure";
import { exportFilename } from "./filename";
import { discardFiles } from "./outcome";
import { keysOf } from "./progress";
import { type ExportRecord, exportFilter, exportStatus, type NewExport } from "./schemas";

/** Without what only workers need, which can be large: a filter names up to 10 000 contacts. */
const {
  filter: _filter,
  checkpoint: _checkpoint,
  erasures: _erasures,
  ...columns
} = getTableColumns(exports);
type ExportRow = Pick<typeof exports.$inferSelect, keyof typeof columns> & { gone: boolean };

/** Whether the file has expired, or contacts that may be in it were deleted (docs/decisions/erasure.md). */
const goneIn = (workspaceId: string) => sql<boolean>`
  coalesce(exports.expires_at <= now(), false) or exports.erasures is distinct from (
    select n.erasures from workspace_counts n where n.workspace_id = ${workspaceId})`;
const shownIn = (workspaceId: string) => ({ ...columns, gone: goneIn(workspaceId) });

function toExport(row: ExportRow): ExportRecord {
  const downloadable = row.status === "completed" && row.blob_key !== null && !row.gone;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    filename: row.filename,
    status: exportStatus.parse(row.status),
    total_rows: row.total_rows,
    processed_rows: row.processed_rows,
    blob_url: downloadable ? `/api/exports/${row.id}/download` : null,
    blob_bytes: row.blob_bytes,
    tag_ids: row.tag_ids,
    error_message: row.error_message,
    failure_code: exportFailures.find((code) => code === row.failure_code) ?? null,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

const isExport = (workspaceId: string, id: string) =>
  and(eq(exports.workspace_id, workspaceId), eq(exports.id, id));

/**
 * Stores the job; it waits for a worker. Throws 400 for a tag or a segment that the workspace does not have, 409 when
 * the maximum number of exports is waiting or running, 413 when its file storage is full.
 */
export async function createExport(
  workspaceId: string,
  userId: string,
  wanted: NewExport,
): Promise<ExportRecord> {
  const { filename, ...conditions } = wanted;
  const filter = exportFilter.parse(await withSegment(workspaceId, conditions));
  await requireTags(workspaceId, filter.tagIds);
  await requireStorage(workspaceId, 0);
  const row = await inTurn(workspaceId, async (tx) => {
    const [alive] = await tx
      .select({ n: count() })
      .from(exports)
      .where(and(eq(exports.workspace_id, workspaceId), inArray(exports.status, ["pending", "processing"])));
    if (alive && alive.n >= LIMITS.exports_alive.max) throw tooManyAlive();
    const [made] = await tx
      .insert(exports)
      .values({
        workspace_id: workspaceId,
        id: newId(),
        created_by: userId,
        filename: exportFilename(filename),
        filter,
        tag_ids: filter.tagIds,
      })
      .returning({ ...columns, gone: sql<boolean>`false` });
    return made;
  });
  if (!row) throw new Error("insert returned no row");
  return toExport(row);
}

function tooManyAlive(): ApiError {
  const { max } = LIMITS.exports_alive;
  return limitReached("exports_alive", `${max} exports are waiting or running. Try again when one is done.`);
}

async function requireTags(workspaceId: string, tagIds: string[]): Promise<void> {
  const unknown = await unknownTags(workspaceId, tagIds);
  if (unknown.length === 0) return;
  throw validationError(
    unknown.map((id) => ({ path: ["tagIds", tagIds.indexOf(id)], code: "unknown", message: "no such tag" })),
  );
}

/** Newest first, with the exact total. */
export async function listExports(workspaceId: string, page: { cursor?: string | undefined; limit: number }) {
  const all = db().select({ n: count() }).from(exports).where(eq(exports.workspace_id, workspaceId));
  const rows = await db()
    .select({ ...shownIn(workspaceId), total: totalColumn(all) })
    .from(exports)
    .where(and(eq(exports.workspace_id, workspaceId), page.cursor ? lt(exports.id, page.cursor) : undefined))
    .orderBy(desc(exports.id))
    .limit(page.limit + 1);
  return toPage(rows.map(toExport), page.limit, await totalOf(rows, page.cursor, all));
}

/** Throws 404 when the workspace has no such export. */
export async function findExport(workspaceId: string, id: string): Promise<ExportRecord> {
  const [row] = await db().select(shownIn(workspaceId)).from(exports).where(isExport(workspaceId, id));
  if (!row) throw notFound("Export");
  return toExport(row);
}

/**
 * Deletes the export and leaves tombstones for its file; a running worker is fenced off by the missing row.
 * Returns the keys of the tombstones. Throws 404, 412 when `ifMatch` names another state.
 */
export async function deleteExport(workspaceId: string, id: string, ifMatch?: string): Promise<string[]> {
  return db().transaction(async (tx) => {
    const shown = { ...shownIn(workspaceId), epoch: exports.epoch };
    const [row] = await tx.select(shown).from(exports).where(isExport(workspaceId, id)).for("update");
    if (!row) throw notFound("Export");
    requireMatch(ifMatch, toExport(row));
    await tx.delete(exports).where(isExport(workspaceId, id));
    return discardFiles(clientOf(tx), { workspaceId, id, epoch: row.epoch });
  });
}

/** The file of a completed export. Throws 404, 409 `EXPORT_NOT_READY`, or 410 when it has expired. */
export async function findFile(
  workspaceId: string,
  id: string,
): Promise<{ filename: string; keys: string[] }> {
  const [row] = await db()
    .select({
      filename: exports.filename,
      key: exports.blob_key,
      checkpoint: exports.checkpoint,
      status: exports.status,
      message: exports.error_message,
      gone: goneIn(workspaceId),
    })
    .from(exports)
    .where(isExport(workspaceId, id));
  if (!row) throw notFound("Export");
  const { status, message } = row;
  if (status !== "completed") {
    const reason = status === "failed" ? `The export failed: ${message}` : "The export is not finished yet";
    throw new ApiError("EXPORT_NOT_READY", reason, { status });
  }
  if (!row.key || row.gone) throw fileGone();
  return { filename: row.filename, keys: keysOf(row.key, row.checkpoint) };
}

export function fileGone(): ApiError {
  return new ApiError(
    "GONE",
    "The file of this export was removed: it expired, or contacts were deleted. Start a new export.",
  );
}

/** For the sweep: detaches the files of expired exports from their rows and leaves tombstones. Returns how many. */
export async function expireExports(): Promise<number> {
  const scopes = await scopesOf(
    () =>
      pg()`select distinct workspace_id from exports where expires_at <= now() and blob_key is not null limit 1000`,
  );
  let count = 0;
  for (const scope of scopes) count += await expireOf(scope);
  return count;
}

async function expireOf(workspaceId: string | null): Promise<number> {
  const expired = await pg()`
    with expired as (
      select workspace_id, id, blob_key, checkpoint from exports
      where expires_at <= now() and blob_key is not null and ${onlyOf("exports", workspaceId)}
      order by expires_at limit 1000 for update skip locked
    ), stored as (
      select workspace_id, blob_key as key from expired
      union
      select workspace_id, part ->> 'key' from expired, jsonb_array_elements(checkpoint -> 'parts') part
    ), tombstones as (${insertTombstones(pg(), "stored")})
    update exports e set blob_key = null, checkpoint = null
    from expired x where e.workspace_id = x.workspace_id and e.id = x.id and ${onlyOf("e", workspaceId)}`;
  return expired.count;
}
