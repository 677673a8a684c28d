import { and, desc, eq, lt, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { changeSets, importDiffs, importMappings, imports, memberships } from "@/db/schema";
import { ApiError, notFound, refusal } from "@/lib/errors";
import type { ColumnReading } from "./rows/row";
import { type ImportRow, toImport } from "./shown";
import { requireSameFields, withoutCells } from "./typing";

export type { ImportRow } from "./shown";

/** Seconds since it was started. */
export const elapsed = sql<number | null>`extract(epoch from now() - ${imports.started_at})::float8`;
/** Who uploaded it, for a left join; while they are a member. */
export const isUploader = (workspaceId: string) =>
  and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, imports.created_by));
const isImport = (workspaceId: string, id: string) =>
  and(eq(imports.workspace_id, workspaceId), eq(imports.id, id));

/** An import as the API shows it, and its stored row. Throws 404 when the workspace has no such import. */
export async function findRecord(workspaceId: string, id: string, on: Pick<Transaction, "select"> = db()) {
  const [found] = await on
    .select({ row: imports, elapsed, who: memberships.email })
    .from(imports)
    .leftJoin(memberships, isUploader(workspaceId))
    .where(isImport(workspaceId, id));
  if (!found) throw notFound("Import");
  const { row, ...more } = found;
  return { row, record: toImport({ ...row, ...more }) };
}

/** The stored row with everything the engine needs. Throws 404. */
export async function readImport(workspaceId: string, id: string): Promise<ImportRow> {
  const [row] = await db().select().from(imports).where(isImport(workspaceId, id));
  if (!row) throw notFound("Import");
  return row;
}

/** The import, provided it awaits confirmation. Throws 404, or 409 `IMPORT_NOT_PENDING`. */
export async function readPendingImport(workspaceId: string, id: string): Promise<ImportRow> {
  const row = await readImport(workspaceId, id);
  if (row.status !== "pending") throw notPending(row.status);
  return row;
}

/** Attempts on concurrent changes. Each failed attempt means that another change succeeded. */
const TRIES = 10;

/** Changes a pending import by `attempt`, which returns nothing if a concurrent change came first. Throws 404, 409. */
export async function changePending<T>(
  workspaceId: string,
  id: string,
  attempt: (row: ImportRow) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await attempt(await readPendingImport(workspaceId, id));
    if (result) return result;
  }
  throw refusal("changing", "The import is being changed by somebody else right now. Try again.");
}

function notPending(status: string): ApiError {
  return new ApiError("IMPORT_NOT_PENDING", `The import is ${status}; it no longer awaits confirmation`);
}

/** Whether an import of the workspace has this stored file. */
export async function hasImportOf(
  workspaceId: string,
  blobKey: string,
  on: Pick<Transaction, "select"> = db(),
): Promise<boolean> {
  const rows = await on
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.workspace_id, workspaceId), eq(imports.blob_key, blobKey)))
    .limit(1);
  return rows.length > 0;
}

/** The latest earlier import of a file with the same bytes that succeeded, or null. */
export async function findDuplicate(
  workspaceId: string,
  contentHash: string,
  id: string,
): Promise<string | null> {
  const [row] = await db()
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.workspace_id, workspaceId),
        eq(imports.content_hash, contentHash),
        lt(imports.id, id),
        sql`${imports.status} in ('processing', 'completed') and ${imports.undone_at} is null`,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1);
  return row?.id ?? null;
}

/** Replaces the draft of a pending import. False when it is not the version that the caller has read. */
export async function saveDraft(
  workspaceId: string,
  id: string,
  version: number,
  draft: Record<string, unknown>,
): Promise<boolean> {
  const rows = await db()
    .update(imports)
    .set({ draft, draft_version: version + 1 })
    .where(and(isImport(workspaceId, id), eq(imports.status, "pending"), eq(imports.draft_version, version)))
    .returning({ id: imports.id });
  return rows.length > 0;
}

const { mapping, asks, answered } = importMappings;
const REMEMBERED = { mapping, asks, answered };

/** The mapping confirmed last for these headers, or null. */
export async function findMapping(workspaceId: string, fingerprint: string) {
  const [row] = await db()
    .select(REMEMBERED)
    .from(importMappings)
    .where(and(eq(importMappings.workspace_id, workspaceId), eq(importMappings.fingerprint, fingerprint)));
  return row ?? null;
}

/** The mappings confirmed last in the workspace, the latest first. */
export function listMappings(workspaceId: string, limit: number) {
  return db()
    .select(REMEMBERED)
    .from(importMappings)
    .where(eq(importMappings.workspace_id, workspaceId))
    .orderBy(desc(importMappings.used_at))
    .limit(limit);
}

export interface ImportPlan {
  column_mapping: Record<string, string | null>;
  options: Record<string, unknown> & { readings?: Record<string, ColumnReading> };
  dialect: Record<string, unknown>;
  headers: string[];
  total_rows: number;
}

/**
 * Claims a pending import. One UPDATE, so two confirmations can never both start it: the other gets 409. So does one
 * based on another version of the draft, or on a custom field as it was before. False when the only change is that the
 * diff was deleted, as happens when a person in it is.
 */
export async function claimImport(
  workspaceId: string,
  id: string,
  plan: ImportPlan,
  {
    fingerprint,
    decided,
    asks = [],
    answered = [],
    draftVersion,
    diff,
    checked = null,
    createFields,
  }: {
    fingerprint: string;
    /** The part of the mapping that is remembered for these headers. */
    decided: ImportPlan["column_mapping"];
    /** Columns that are asked about again for the next file like it. */
    asks?: string[];
    /** Columns that were asked about, and are not again. */
    answered?: string[];
    draftVersion: number | undefined;
    diff?: string | undefined;
    /** The version of the draft that the plan is based on; null for none. */
    checked?: number | null;
    /** Creates the custom fields that the import fills: there are none if it does not start. */
    createFields?: (tx: Transaction) => Promise<void>;
  },
): Promise<boolean> {
  const erasures = sql`(select erasures from workspace_counts where workspace_id = ${workspaceId})`;
  const claimed = await db().transaction(async (tx) => {
    const rows = await tx
      .update(imports)
      .set({
        ...plan,
        status: "processing",
        started_at: sql`now()`,
        erasures,
        forecast: sql`(
          select d.counts from ${importDiffs} d
          where d.workspace_id = ${workspaceId} and d.import_id = ${id}::uuid and d.draft_version = ${checked})`,
        draft: null,
        ai_suggestions: withoutCells(),
      })
      .where(
        and(
          isImport(workspaceId, id),
          eq(imports.status, "pending"),
          draftVersion === undefined ? undefined : eq(imports.draft_version, draftVersion),
          diff === undefined
            ? undefined
            : sql`exists (
                select from ${importDiffs} d where d.workspace_id = ${workspaceId} and d.id = ${diff}::uuid)`,
        ),
      )
      .returning({ id: imports.id, user_id: imports.created_by });
    if (rows.length === 0) return false;
    await createFields?.(tx);
    await requireSameFields(tx, workspaceId, plan.column_mapping, plan.options.readings);
    await tx
      .insert(changeSets)
      .values(rows.map((row) => ({ ...row, workspace_id: workspaceId, way: "import" })));
    await tx
      .insert(importMappings)
      .values({ workspace_id: workspaceId, fingerprint, mapping: decided, asks, answered })
      .onConflictDoUpdate({
        target: [importMappings.workspace_id, importMappings.fingerprint],
        set: { mapping: decided, asks, answered, used_at: sql`excluded.used_at` },
      });
    return true;
  });
  // Read after the transaction returned its connection: requesting a second one inside can exhaust the pool.
  if (claimed) return true;
  const { draft_version } = await readPendingImport(workspaceId, id);
  if (diff !== undefined && draft_version === draftVersion) return false;
  const message = "The import was changed elsewhere in the meantime. Look at it again before you confirm.";
  throw new ApiError("CONFLICT", message, { draft_version });
}

/**
 * Stops a pending or running import; what was imported stays. The new epoch fences the worker: the batch that it is
 * merging is not written. Waits for nobody who writes contacts. Throws 404, or 409 when the import is over.
 */
export async function cancelImport(workspaceId: string, id: string): Promise<void> {
  const rows = await db()
    .update(imports)
    .set({
      status: "cancelled",
      draft: null,
      ai_suggestions: withoutCells(),
      epoch: sql`${imports.epoch} + 1`,
      completed_at: sql`now()`,
      lease_until: null,
      summary: sql`'Cancelled after ' || ${imports.processed_rows} || ' of ' || ${imports.total_rows} || ' rows.'`,
    })
    .where(and(isImport(workspaceId, id), sql`${imports.status} in ('pending', 'processing')`))
    .returning({ id: imports.id });
  if (rows.length > 0) return;
  const { status } = await readImport(workspaceId, id);
  throw refusal("over", `The import is ${status} already`);
}

/** How many rows its file has; 0 when there is no such import. */
export async function rowsOfImport(workspaceId: string, id: string): Promise<number> {
  const ofImport = db().select({ rows: imports.total_rows }).from(imports);
  const [row] = await ofImport.where(isImport(workspaceId, id));
  return row?.rows ?? 0;
}
