import { sql } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { imports } from "@/db/schema";
import { ApiError, notFound } from "@/lib/errors";
import { rowsOfImport } from "@/lib/imports/queries";
import { textColumns } from "@/lib/imports/rows/encode";
import type { UndoResult } from "@/lib/imports/schemas";
import type { JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { changedAlone, createdAlone, keptOf, type Phase, readSlice, SLICE } from "./undo-slices";

/**
 * Undo of an import, itself a resumable job. A contact is put back only if the import was the last to write it
 * (`written_by`) and nobody wrote it between two of its batches, which a further entry in the journal tells: whoever
 * edited it wins. Two phases, each in slices that commit their work, their counts and their cursor together: restore
 * what was updated, from the journal; then remove what was created.
 */

/** Contacts that were left alone and are named. */
export const NAMED = 100;

interface Progress {
  phase: Phase;
  removed: number;
  restored: number;
  kept: number;
  /** Ids: an address here would outlive its contact. */
  kept_contacts: string[];
}

const START: Progress = { phase: "restore", removed: 0, restored: 0, kept: 0, kept_contacts: [] };

/**
 * Asks for an undo. Repeating it is harmless. Throws 404; 409 while the import runs or before it was confirmed;
 * 410 after 30 days, when the journal is gone.
 */
export async function requestUndo(workspaceId: string, id: string): Promise<void> {
  const requested = await pg()`
    update imports
    set undo_status = 'processing', undo_result = ${JSON.stringify(START)}::jsonb, undo_cursor = null,
        lease_until = null, attempts = 0, failures = 0, epoch = epoch + 1
    where workspace_id = ${workspaceId} and id = ${id} and undo_status is null
      and status in ('completed', 'failed', 'cancelled') and started_at is not null
      and completed_at > now() - interval '30 days'`;
  if (requested.count === 1) return;
  // A statement of its own: one that waited for another caller's update still sees what was before it.
  await undoState(workspaceId, id);
}

/** Whether an import is being undone or was, and until when it can be. Throws where `requestUndo` does. */
export async function undoState(workspaceId: string, id: string) {
  const [row] = await pg()<
    { status: string; undo_status: string | null; until: string | null; is_over: boolean; is_late: boolean }[]
  >`
    select status, undo_status, completed_at + interval '30 days' as until,
      status in ('completed', 'failed', 'cancelled') and started_at is not null as is_over,
      coalesce(completed_at < now() - interval '30 days', false) as is_late
    from imports where workspace_id = ${workspaceId} and id = ${id}`;
  if (!row) throw notFound("Import");
  if (row.undo_status !== null) return row;
  if (row.is_late) throw new ApiError("GONE", "An import can be undone for 30 days");
  if (row.is_over) return row;
  throw new ApiError("CONFLICT", `The import is ${row.status}, there is nothing to undo`);
}

/** How far the undo of an import is; of what was kept it names what is still there. Throws 404. */
export async function undoOf(workspaceId: string, id: string): Promise<UndoResult> {
  const [row] = await pg()<{ undo_status: UndoResult["undo_status"]; progress: string }[]>`
    select undo_status, undo_result::text as progress from imports
    where workspace_id = ${workspaceId} and id = ${id} and undo_status is not null`;
  if (!row) throw notFound("Undo");
  const { removed, restored, kept, kept_contacts: ids }: Progress = JSON.parse(row.progress);
  const kept_contacts = await pg()<{ id: string; email: string }[]>`
    select id, email from contacts where workspace_id = ${workspaceId} and id = any(${ids}) order by id`;
  return {
    importId: id,
    undo_status: row.undo_status,
    removed,
    restored,
    kept,
    kept_contacts: [...kept_contacts],
  };
}

/** Undoes an import slice by slice, in the lane of imports and under the same lease. */
export const undoJob = {
  name: "undo",
  table: imports,
  unfinished: sql`undo_status = 'processing'`,
  lane: "import",
  makesRoom: true,
  size: ({ workspaceId, id }) => rowsOfImport(workspaceId, id),
  work,
} as const satisfies JobKind;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  for (;;) {
    const finished = await pg().begin(async (tx) => {
      const { progress, cursor } = await fence(tx, lease);
      const slice = await workSlice(tx, lease, progress.phase, cursor);
      return save(tx, lease, progress, slice);
    });
    if (finished) return "finished";
    if (isOver()) return "unfinished";
  }
}

interface Slice {
  removed: number;
  restored: number;
  kept: string[];
  /** Last contact looked at; null when the phase has come to its end. */
  cursor: string | null;
}

async function fence(
  tx: TransactionSql,
  lease: Lease,
): Promise<{ progress: Progress; cursor: string | null }> {
  const [row] = await tx<{ progress: string; cursor: string | null }[]>`
    select undo_result::text as progress, undo_cursor as cursor from imports
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}
      and epoch = ${lease.epoch} and undo_status = 'processing'
    for no key update`;
  if (!row) throw new FencedError(lease);
  return { progress: JSON.parse(row.progress), cursor: row.cursor };
}

const LOCKED = true;

/** A contact as the import found it. */
interface PutBack {
  id: string;
  /** False when the import had only said again that it is unsubscribed. */
  differs: boolean;
}

/**
 * Contacts the import changed get their former values and lose the tags it added, unless edited since or unless another
 * contact has their former address by now. Who is subscribed
 * again, because this import alone said otherwise, is forgotten as an opt-out; were it somebody else's, the database
 * would keep the contact unsubscribed.
 */
async function restore(tx: TransactionSql, { workspaceId, id }: Lease, first: string, last: string) {
  return tx<PutBack[]>`
    with ${changedAlone(tx, { workspaceId, id }, first, last, LOCKED)}, untagged as (
      delete from contact_tags t using mine m
      where t.workspace_id = ${workspaceId} and t.contact_id = m.contact_id and t.tag_id = any(m.tags)
    ), forgotten as (
      delete from opt_outs o using mine m, opt_out_keys k
      where k.workspace_id = ${workspaceId} and o.workspace_id = ${workspaceId}
        and m.was_unsubscribed and not m.is_unsubscribed
        and o.import_id = ${id} and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, m.now_email)
    )
    update contacts c set email = coalesce(m.email, c.email),
      (${tx.unsafe(textColumns())}) = row(${tx.unsafe(textColumns("m"))}),
      is_unsubscribed = m.is_unsubscribed, custom_fields = m.custom_fields, written_by = m.written_by,
      unsubscribed_at = case when m.is_unsubscribed then c.unsubscribed_at end, updated_at = m.updated_at
    from mine m
    where c.workspace_id = ${workspaceId} and c.id = m.contact_id
    returning c.id, m.differs`;
}

/** Removes what the import created. An opt-out that this import alone wrote goes first, as its contact's end keeps it. */
async function remove(tx: TransactionSql, lease: Lease, first: string, last: string) {
  const { workspaceId, id } = lease;
  await tx`
    with mine as (${createdAlone(tx, lease, first, last, LOCKED)}), forgotten as (
      delete from opt_outs o using mine m, opt_out_keys k
      where k.workspace_id = ${workspaceId} and o.workspace_id = ${workspaceId} and m.is_unsubscribed
        and o.import_id = ${id} and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, m.email)
      returning m.id
    )
    update contacts c set is_unsubscribed = false from forgotten f where c.workspace_id = ${workspaceId} and c.id = f.id`;
  return tx<PutBack[]>`
    with mine as (${createdAlone(tx, lease, first, last, LOCKED)})
    delete from contacts c using mine m where c.workspace_id = ${workspaceId} and c.id = m.id
    returning c.id, true as differs`;
}

/** Works on the next slice of a phase. */
async function workSlice(tx: TransactionSql, lease: Lease, phase: Phase, cursor: string | null) {
  const ids = await readSlice(tx, lease, phase, cursor);
  const [first, last] = [ids[0], ids.at(-1)];
  const none: Slice = { removed: 0, restored: 0, kept: [], cursor: null };
  if (first === undefined || last === undefined) return none;
  const rows = await (phase === "restore" ? restore : remove)(tx, lease, first, last);
  const done = new Set(rows.map((row) => row.id));
  const left = ids.filter((one) => !done.has(one));
  const kept = await keptOf(tx, lease, phase, left);
  const changed = rows.filter((row) => row.differs).length;
  const count = phase === "restore" ? { restored: changed } : { removed: changed };
  return { ...none, ...count, kept, cursor: ids.length < SLICE ? null : last };
}

/** The tags it created go with its contacts, unless somebody has edited them, or they are on a contact still. */
async function removeTags(tx: TransactionSql, { workspaceId, id }: Lease): Promise<void> {
  await tx`
    delete from tags t
    where t.workspace_id = ${workspaceId} and t.import_id = ${id} and not exists (
      select from contact_tags ct where ct.workspace_id = ${workspaceId} and ct.tag_id = t.id)`;
}

/** True when that was the last slice of the last phase. */
async function save(tx: TransactionSql, lease: Lease, before: Progress, slice: Slice): Promise<boolean> {
  const phaseEnds = slice.cursor === null;
  const finished = phaseEnds && before.phase === "remove";
  if (finished) await removeTags(tx, lease);
  const progress: Progress = {
    phase: phaseEnds ? "remove" : before.phase,
    removed: before.removed + slice.removed,
    restored: before.restored + slice.restored,
    kept: before.kept + slice.kept.length,
    kept_contacts: [...before.kept_contacts, ...slice.kept].slice(0, NAMED),
  };
  await tx`
    update imports set
      undo_result = ${JSON.stringify(progress)}::jsonb, undo_cursor = ${slice.cursor},
      undo_status = ${finished ? "completed" : "processing"},
      undone_at = ${finished ? tx`now()` : tx`undone_at`},
      ${tx.unsafe(finished ? "lease_until = null" : progressed())}
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}`;
  return finished;
}
