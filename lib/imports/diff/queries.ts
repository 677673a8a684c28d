import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import type { StagedColumns } from "@/lib/imports/rows/encode";
import { storageRoom } from "@/lib/workspaces/storage";
import { type DiffFilter, facetsOf } from "./filter";
import type { DiffCounts } from "./schemas";

type Later = "changed" | "failed_opt_outs" | "skipped_opt_outs";

/** What is known about a diff without reading its rows. */
export interface StoredDiff {
  id: string;
  draft_version: number;
  etag: string;
  columns: StagedColumns;
  /** Diffs made before these counts existed lack some. */
  counts: Omit<DiffCounts, Later> & Partial<Record<Later | "repeated", number>>;
  /** Rows by `kind` and by `kind:field`. */
  facets: Record<string, number>;
  made_at: Date;
}

/** Rows as they are stored: letters of their kinds, their addresses, and their cells, compressed. */
export interface StoredBlock {
  first_row: number;
  first_line: number;
  kinds: string;
  emails: string;
  data: Buffer;
}

/** The diff of a pending import's draft as it is now, or null when none is stored. */
export async function findDiff(
  workspaceId: string,
  importId: string,
  draftVersion: number,
): Promise<StoredDiff | null> {
  const [row] = await pg()<StoredDiff[]>`
    select id, draft_version, etag, columns, counts, facets, made_at from import_diffs
    where workspace_id = ${workspaceId} and import_id = ${importId} and draft_version = ${draftVersion}`;
  return row ?? null;
}

/** The stored diff of an import with this etag, of whichever version of its draft. */
export async function findReviewed(
  workspaceId: string,
  tx: TransactionSql,
  importId: string,
  etag: string,
): Promise<Pick<StoredDiff, "id" | "columns"> | null> {
  const [row] = await tx<StoredDiff[]>`
    select id, columns from public.import_diffs
    where workspace_id = ${workspaceId} and import_id = ${importId} and etag = ${etag}`;
  return row ?? null;
}

/** Counter of contact deletions in the workspace. With `isLast` no contact is deleted until the transaction ends. */
export async function readErasures(workspaceId: string, tx: TransactionSql, isLast = false): Promise<string> {
  const [row] = await tx<{ erasures: string }[]>`
    select erasures from public.workspace_counts where workspace_id = ${workspaceId}
    ${isLast ? tx`for share` : tx``}`;
  return String(row?.erasures);
}

/** Whether a diff still exists: reading one that was recomputed or deleted meanwhile stops there. */
export async function hasDiff(workspaceId: string, id: string): Promise<boolean> {
  const rows = await pg()`select from import_diffs where workspace_id = ${workspaceId} and id = ${id}`;
  return rows.length > 0;
}

/**
 * Stores a diff whose blocks were written in this transaction, replacing the previous one. `stale`: the draft has changed,
 * the import is no longer pending, or a contact that the diff may quote was deleted. `full`: the workspace is out of
 * storage. In both cases nothing is stored.
 */
export async function insertDiff(
  workspaceId: string,
  tx: TransactionSql,
  diff: Omit<StoredDiff, "made_at"> & { importId: string; bytes: number; erasures: string },
): Promise<"kept" | "stale" | "full"> {
  const { id, importId, draft_version, etag, columns, counts, facets, bytes } = diff;
  const current = await tx`
    select from public.imports
    where workspace_id = ${workspaceId} and id = ${importId} and status = 'pending'
      and draft_version = ${draft_version}
    for no key update`;
  const drop = async (why: "stale" | "full") => {
    await tx`delete from public.import_diff_blocks where workspace_id = ${workspaceId} and diff_id = ${id}`;
    return why;
  };
  if (current.length === 0) return drop("stale");
  await tx`delete from public.import_diffs where workspace_id = ${workspaceId} and import_id = ${importId}`;
  await tx`select from public.workspaces where id = ${workspaceId} for no key update`;
  if ((await storageRoom(tx, workspaceId)) < bytes) return drop("full");
  if ((await readErasures(workspaceId, tx, true)) !== diff.erasures) return drop("stale");
  await tx`
    insert into public.import_diffs (workspace_id, id, import_id, draft_version, etag, columns, counts, facets, bytes)
    values (${workspaceId}, ${id}, ${importId}, ${draft_version}, ${etag}, ${JSON.stringify(columns)}::jsonb,
      ${JSON.stringify(counts)}::jsonb, ${JSON.stringify(facets)}::jsonb, ${bytes})`;
  return "kept";
}

/** Blocks that may contain selected rows, from the one with row `from` on. */
export async function readBlocks(
  workspaceId: string,
  diffId: string,
  filter: DiffFilter,
  { from, limit }: { from: number; limit: number },
): Promise<StoredBlock[]> {
  return pg()<StoredBlock[]>`
    select first_row, first_line, kinds, emails, data from import_diff_blocks
    where workspace_id = ${workspaceId} and diff_id = ${diffId} and last_row >= ${from}
      and facets ?| ${facetsOf(filter)}::text[]
      and (${filter.search ?? ""} = '' or position(${filter.search ?? ""} in emails) > 0)
    order by first_row limit ${limit}`;
}

/** The blocks that contain these rows. */
export async function readRange(
  workspaceId: string,
  diffId: string,
  tx: TransactionSql,
  first: number,
  last: number,
): Promise<StoredBlock[]> {
  return tx<StoredBlock[]>`
    select first_row, first_line, kinds, emails, data from public.import_diff_blocks
    where workspace_id = ${workspaceId} and diff_id = ${diffId} and last_row >= ${first} and first_row <= ${last}
    order by first_row`;
}

/** The block with the row before which there are `offset` selected ones, and how many of those are in it. */
export async function findOffset(
  workspaceId: string,
  diffId: string,
  filter: DiffFilter,
  offset: number,
): Promise<{ row: number; skip: number } | null> {
  const [found] = await pg()<{ row: number; skip: number }[]>`
    with counted as (
      select b.first_row, sum(n) over (order by b.first_row) - n as before, n
      from import_diff_blocks b
      cross join lateral (
        select coalesce(sum((b.facets ->> facet)::int), 0) as n from unnest(${facetsOf(filter)}::text[]) as facet) f
      where b.workspace_id = ${workspaceId} and b.diff_id = ${diffId}
    )
    select first_row as row, (${offset} - before)::int as skip from counted
    where before <= ${offset} and n > ${offset} - before
    order by first_row limit 1`;
  return found ?? null;
}
