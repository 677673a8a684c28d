import { and, asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import { db, isUniqueViolation, type Transaction } from "@/db/client";
import { fieldDefinitions, imports, segments } from "@/db/schema";
import { type ContactFilter, type KeptFilter, keptFilter } from "@/lib/contacts/filter-schemas";
import { isSort, sortedField } from "@/lib/contacts/sort";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { readType } from "@/lib/fields/rules";
import { newId } from "@/lib/ids";
import { LIMITS, limitReached } from "@/lib/limits";
import { jsonBytes } from "@/lib/pages";
import { requireMatch } from "@/lib/precondition";
import { recordOf } from "@/lib/records";
import { unknownTags } from "@/lib/tags/queries";
import { inTurn } from "@/lib/workspaces/turns";
import { type NewSegment, type Segment, type SegmentChanges, segment } from "./schemas";

type Row = typeof segments.$inferSelect;

/** As it is shown: without an order by a deleted custom field. */
const shownIn = (workspaceId: string) => ({
  ...getTableColumns(segments),
  sort: sql<string | null>`case when ltrim(segments.sort, '-') not like 'custom\\_fields.%' or exists (
    select from ${fieldDefinitions} f where f.workspace_id = ${workspaceId}
      and f.key = substr(ltrim(segments.sort, '-'), length('custom_fields.') + 1)) then segments.sort end`,
});

function toSegment(row: Row): Segment {
  const sort = row.sort !== null && isSort(row.sort) ? row.sort : null;
  return recordOf(segment, { ...row, filter: keptFilter.parse(row.filter), sort });
}

const isSegment = (workspaceId: string, id: string) =>
  and(eq(segments.workspace_id, workspaceId), eq(segments.id, id));

/** All of them by name: there are no more than a hundred. */
export async function listSegments(workspaceId: string): Promise<Segment[]> {
  const rows = await db()
    .select(shownIn(workspaceId))
    .from(segments)
    .where(eq(segments.workspace_id, workspaceId))
    .orderBy(asc(segments.name_key));
  return rows.map(toSegment);
}

/** Throws 404 when the workspace has no such segment. */
export async function findSegment(workspaceId: string, id: string): Promise<Segment> {
  const [row] = await db().select(shownIn(workspaceId)).from(segments).where(isSegment(workspaceId, id));
  if (!row) throw notFound("Segment");
  return toSegment(row);
}

/** Throws 400 for an unknown tag, import or field, 409 when the name is taken in any case or the maximum number is reached. */
export async function createSegment(workspaceId: string, values: NewSegment): Promise<Segment> {
  await requireKnown(workspaceId, values.filter);
  await requireField(workspaceId, values.sort);
  const made = await inTurn(workspaceId, async (tx) => {
    const [held] = await tx
      .select({ n: count() })
      .from(segments)
      .where(eq(segments.workspace_id, workspaceId));
    const { max } = LIMITS.segments_per_workspace;
    if ((held?.n ?? 0) >= max)
      throw limitReached(
        "segments_per_workspace",
        `A workspace has at most ${max} segments. Delete one first.`,
      );
    return tx
      .insert(segments)
      .values({ workspace_id: workspaceId, id: newId(), ...values })
      .onConflictDoNothing({ target: [segments.workspace_id, segments.name_key] })
      .returning();
  });
  if (!made[0]) throw await nameTaken(workspaceId, values.name);
  return toSegment(made[0]);
}

/**
 * Absent fields keep their values; another filter is counted again. Throws 404, 400 for an unknown tag, import or
 * field, 409 for a taken name, 412.
 */
export async function updateSegment(
  workspaceId: string,
  id: string,
  changes: SegmentChanges,
  ifMatch?: string,
): Promise<Segment> {
  await requireKnown(workspaceId, changes.filter);
  await requireField(workspaceId, changes.sort);
  const [row] = await db()
    .transaction(async (tx) => {
      await lockSegment(workspaceId, id, tx, ifMatch);
      return tx
        .update(segments)
        .set({
          ...changes,
          ...(changes.filter && { contact_count: null, counted_at: null }),
          updated_at: sql`now()`,
        })
        .where(isSegment(workspaceId, id))
        .returning(shownIn(workspaceId));
    })
    .catch(async (error: unknown) => {
      if (changes.name !== undefined && isUniqueViolation(error))
        throw await nameTaken(workspaceId, changes.name);
      throw error;
    });
  if (!row) throw notFound("Segment");
  return toSegment(row);
}

/** Throws 404, 412 when `ifMatch` names another state. */
export async function deleteSegment(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  await db().transaction(async (tx) => {
    await lockSegment(workspaceId, id, tx, ifMatch);
    await tx.delete(segments).where(isSegment(workspaceId, id));
  });
}

async function lockSegment(workspaceId: string, id: string, tx: Transaction, ifMatch?: string) {
  const [stored] = await tx
    .select(shownIn(workspaceId))
    .from(segments)
    .where(isSegment(workspaceId, id))
    .for("update");
  if (!stored) throw notFound("Segment");
  requireMatch(ifMatch, toSegment(stored));
}

/** The filter with its segment's filter in place of the segment's id. Throws 400 for an unknown segment. */
export async function withSegment<T extends { segment_id?: string | undefined }>(
  workspaceId: string,
  { segment_id, ...filter }: T,
  path: string[] = [],
): Promise<Omit<T, "segment_id"> & { within?: ContactFilter }> {
  if (segment_id === undefined) return filter;
  const [row] = await db()
    .select({ filter: segments.filter })
    .from(segments)
    .where(isSegment(workspaceId, segment_id));
  if (row) return { ...filter, within: keptFilter.parse(row.filter) };
  throw validationError([{ path: [...path, "segment_id"], code: "unknown", message: "no such segment" }]);
}

async function nameTaken(workspaceId: string, name: string): Promise<ApiError> {
  const [row] = await db()
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.workspace_id, workspaceId), eq(segments.name_key, sql`fold_text(${name})`)));
  return new ApiError("CONFLICT", "A segment with this name exists", { segment_id: row?.id ?? null });
}

/** What it names must be the workspace's. Something deleted later stays in the filter, which then matches nobody. */
async function requireKnown(workspaceId: string, filter: Partial<KeptFilter> = {}): Promise<void> {
  const { tag_ids = [], import_id } = filter;
  requireSize(filter);
  const unknown = (await unknownTags(workspaceId, tag_ids)).map((id) => ({
    path: ["filter", "tag_ids", tag_ids.indexOf(id)],
    code: "unknown",
    message: "no such tag",
  }));
  if (unknown.length > 0) throw validationError(unknown);
  if (import_id === undefined) return;
  const found = await db()
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.workspace_id, workspaceId), eq(imports.id, import_id)));
  if (found.length > 0) return;
  throw validationError([{ path: ["filter", "import_id"], code: "unknown", message: "no such import" }]);
}

function requireSize(filter: Partial<KeptFilter>): void {
  const { max } = LIMITS.segment_filter;
  if (jsonBytes(filter) <= max) return;
  const message = `must have at most ${max} bytes as JSON`;
  throw validationError([{ path: ["filter"], code: "too_big", message, limit: max }]);
}

async function requireField(workspaceId: string, sort: NewSegment["sort"]): Promise<void> {
  const key = sortedField(sort);
  if (key === null || (await readType(workspaceId, key)) !== null) return;
  throw validationError([{ path: ["sort"], code: "unknown", message: "no such custom field" }]);
}
