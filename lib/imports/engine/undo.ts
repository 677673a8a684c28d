import { sql } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { imports } from "@/db/schema";
import { fitValues } from "@/lib/changes/fit-values";
import { addDeletedTags, moveDeletedTags } from "@/lib/changes/undo-carriers";
import { forgetLeft, forgotten, leftAddress } from "@/lib/changes/undo-opt-outs";
import { journaled, rules, untagged } from "@/lib/changes/undo-slices";
import { removedTags } from "@/lib/changes/undo-tags";
import { adoptKeys } from "@/lib/contacts/custom-keys";
import { turnOptOuts } from "@/lib/contacts/opt-outs";
import { inWorkspaceOfTx } from "@/lib/contacts/with-ids";
import { notFound, refusal } from "@/lib/errors";
import { rowsOfImport } from "@/lib/imports/queries";
import { textColumns } from "@/lib/imports/rows/encode";
import type { UndoResult } from "@/lib/imports/schemas";
import type { JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { forgetStatistics } from "@/lib/stats/queries";
import { removeFields } from "./undo-fields";
import {
  changedAlone,
  countOut,
  createdAlone,
  keptOf,
  lockSlice,
  nameKept,
  type Phase,
  type PutBack,
  readSlice,
  type Undone,
} from "./undo-slices";

/**
 * Undo of an import, itself a resumable job. A contact is restored only if the import was the last to write it
 * (`written_by`) and nobody wrote it between two of its batches, which a further journal entry shows: whoever edited
 * it wins. Two phases, each in slices that commit their work, their counts and their cursor together: restore what was
 * updated, from the journal; then remove what was created.
 */

/** Kept contacts that are listed. */
export const NAMED = 100;

interface Progress {
  phase: Phase;
  removed: number;
  restored: number;
  kept: number;
  /** Of the restored. */
  still_unsubscribed: number;
  opt_outs_withdrawn: number;
  /** Ids only: an address stored here would outlive its contact. */
  kept_contacts: string[];
}

export const START: Progress = {
  phase: "restore",
  removed: 0,
  restored: 0,
  kept: 0,
  still_unsubscribed: 0,
  opt_outs_withdrawn: 0,
  kept_contacts: [],
};

/**
 * Whether an import is being undone or has been, and until when it can be. Throws 404; 409 while it runs and before it
 * was confirmed; 410 after 30 days.
 */
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
  if (row.is_late) throw refusal("undo_late", "An import can be undone for 30 days", "GONE");
  if (row.is_over) return row;
  if (row.status === "processing") throw refusal("running", "The import is still in progress");
  throw refusal("nothing_to_undo", `The import is ${row.status}; there is nothing to undo`);
}

/** The progress of the undo of an import; of what was kept it lists what has not been erased. Throws 404. */
export async function undoOf(workspaceId: string, id: string): Promise<UndoResult> {
  const [row] = await pg()<{ undo_status: UndoResult["undo_status"]; progress: string }[]>`
    select undo_status, undo_result::text as progress from imports
    where workspace_id = ${workspaceId} and id = ${id} and undo_status is not null`;
  if (!row) throw notFound("Undo");
  const { phase: _, kept_contacts: ids, ...counts } = progressOf(row.progress);
  const kept_contacts = await nameKept(pg(), workspaceId, ids);
  return { importId: id, undo_status: row.undo_status, ...counts, kept_contacts };
}

/** Those of these kept contacts whose former address now belongs to another contact. */
export async function withTakenAddress(
  workspaceId: string,
  id: string,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const rows = await pg()<{ id: string }[]>`
    select c.id from contacts c join import_changes j on j.workspace_id = ${workspaceId} and j.contact_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}) and c.written_by = ${id} and j.import_id = ${id}
      and j.email <> c.email and exists (
        select from contacts o where o.workspace_id = ${workspaceId} and o.email = j.email)`;
  return new Set(rows.map((row) => row.id));
}

/** As stored; an older one may lack some counts. */
function progressOf(stored: string): Progress {
  return { ...START, ...JSON.parse(stored) };
}

/** Undoes an import slice by slice, in the lane of imports and under the same lease. */
export const undoJob = {
  name: "undo",
  table: imports,
  unfinished: sql`undo_status = 'processing'`,
  waitsSince: null,
  lane: "import",
  makesRoom: true,
  size: ({ workspaceId, id }) => rowsOfImport(workspaceId, id),
  work,
} as const satisfies JobKind;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  for (;;) {
    const finished = await pg().begin(async (tx) => {
      const { progress, cursor, by } = await fence(tx, lease);
      const undone = { workspaceId: lease.workspaceId, id: lease.id, by };
      const slice = await workSlice(tx, undone, progress.phase, cursor);
      return save(tx, undone, progress, slice);
    });
    if (finished) return "finished";
    if (isOver()) return "unfinished";
  }
}

interface Slice {
  removed: number;
  restored: number;
  /** Contacts that were written: for some the file only repeated what was stored. */
  changed: number;
  stillOut: number;
  kept: string[];
  /** Last contact read; null when the phase has ended. */
  cursor: string | null;
}

async function fence(
  tx: TransactionSql,
  lease: Lease,
): Promise<{ progress: Progress; cursor: string | null; by: string }> {
  const [row] = await tx<{ progress: string; cursor: string | null; by: string }[]>`
    select undo_result::text as progress, undo_cursor as cursor, undo_change_id as by from imports
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}
      and epoch = ${lease.epoch} and undo_status = 'processing'
    for no key update`;
  if (!row) throw new FencedError(lease);
  return { ...row, progress: progressOf(row.progress) };
}

/** The import that is undone, and the change set of the undo. */
type Undoing = Undone & { by: string };

/**
 * Contacts that the import changed get their former values back and lose the tags it added, unless they were edited
 * since or another contact has their former address by now. If only this import had unsubscribed a contact, its opt-out
 * is deleted; an opt-out that another writer also recorded makes the database keep the contact unsubscribed.
 */
async function restore(tx: TransactionSql, undone: Undoing, first: string, last: string) {
  const { workspaceId } = undone;
  const reading = await lockSlice(tx, undone, first, last);
  const isDistributed = reading === "locked";
  const rows = await tx<(PutBack & { hash: string | null; was_out: boolean })[]>`
    with ${changedAlone(tx, undone, first, last, reading)}, ${journaled(tx, undone, "changed")},
    ${forgotten(tx, undone, { isSubscribed: "not m.is_unsubscribed", isDistributed })},
    ${untagged(tx, workspaceId, "tag = any(m.tags)")}
    update contacts c set email = coalesce(m.email, c.email),
      (${tx.unsafe(textColumns())}) = row(${tx.unsafe(textColumns("m"))}),
      is_unsubscribed = m.is_unsubscribed, custom_fields = m.custom_fields, written_by = m.written_by,
      unsubscribed_at = case when m.is_unsubscribed then c.unsubscribed_at end, updated_at = m.updated_at
    from mine m
    where ${inWorkspaceOfTx(tx, workspaceId, { of: "c", by: "m", isDistributed })} and c.id = m.id
    returning c.id, m.differs, m.is_unsubscribed as was_out, ${leftAddress(tx, undone)}`;
  const ids = rows.map(({ id }) => id);
  await forgetLeft(tx, undone, rows);
  await addDeletedTags(tx, undone, "by", ids);
  await moveDeletedTags(tx, workspaceId, otherTags(tx, undone, ids));
  await fitValues(tx, undone, ids);
  return rows;
}

/** SQL for the tags that contacts have without those that the import added, for `moveDeletedTags`. */
function otherTags(tx: TransactionSql, { workspaceId, id, by }: Undoing, ids: string[]) {
  return tx`
    select e.contact_id, array(select tag from unnest(e.tag_ids) as tag where tag <> all(added.tags)) as tag_ids,
      '{}'::timestamptz[] as tagged_at
    from contact_changes e cross join lateral (
      select array_agg(tag) as tags from import_changes j cross join unnest(j.added_tags) as tag
      where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id = e.contact_id) added
    where e.workspace_id = ${workspaceId} and e.change_id = ${by} and e.contact_id = any(${ids}::uuid[])
      and e.tag_ids is not null`;
}

/**
 * Removes what the import created. An opt-out that only this import wrote is deleted first, because deleting a contact
 * keeps its opt-out.
 */
async function remove(tx: TransactionSql, undone: Undoing, first: string, last: string): Promise<PutBack[]> {
  const { workspaceId } = undone;
  const reading = await lockSlice(tx, undone, first, last);
  const rows = await tx<{ id: string }[]>`
    with mine as (${createdAlone(tx, undone, first, last, reading)}), ${journaled(tx, undone, "deleted")},
    ${forgotten(tx, undone, { isSubscribed: "true", isDistributed: reading === "locked" })}, subscribed as (
      update contacts set is_unsubscribed = false
      where workspace_id = ${workspaceId} and id = any(array(select id from forgotten))
    )
    select contact_id as id from journaled`;
  const ids = rows.map(({ id }) => id);
  await addDeletedTags(tx, undone, "by", ids);
  await tx`delete from contacts where workspace_id = ${workspaceId} and id = any(${ids})`;
  return ids.map((id) => ({ id, differs: true }));
}

/** Works on the next slice of a phase. */
async function workSlice(tx: TransactionSql, undone: Undoing, phase: Phase, cursor: string | null) {
  const ids = await readSlice(tx, undone, phase, cursor);
  const [first, last] = [ids[0], ids.at(-1)];
  const none: Slice = { removed: 0, restored: 0, changed: 0, stillOut: 0, kept: [], cursor: null };
  if (first === undefined || last === undefined) return none;
  const rows = await (phase === "restore" ? restore : remove)(tx, undone, first, last);
  if (phase === "restore") await adoptKeys(tx, undone.workspaceId, ids);
  const done = new Set(rows.map((row) => row.id));
  const left = ids.filter((one) => !done.has(one));
  const kept = await keptOf(tx, undone, phase, left);
  const restored = rows.filter((row) => row.differs).length;
  const count = phase === "restore" ? { restored, changed: rows.length } : { removed: rows.length };
  const stillOut = await countOut(tx, undone, rows);
  return { ...none, ...count, stillOut, kept, cursor: ids.length < rules.slice ? null : last };
}

/** The tags it created are deleted with its contacts, unless somebody has edited them, or a contact still has them. */
async function removeTags(tx: TransactionSql, { workspaceId, id, by }: Undoing): Promise<void> {
  await tx`select from tags where workspace_id = ${workspaceId} and import_id = ${id} order by id for update`;
  await tx`
    with gone as (
      delete from tags t
      where t.workspace_id = ${workspaceId} and t.import_id = ${id} and not exists (
        select from contact_tags ct where ct.workspace_id = ${workspaceId} and ct.tag_id = t.id)
      returning *
    )
    ${removedTags(tx, by)}`;
}

/** True when that was the last slice of the last phase. */
async function save(tx: TransactionSql, undone: Undoing, before: Progress, slice: Slice): Promise<boolean> {
  const { workspaceId, id, by } = undone;
  const phaseEnds = slice.cursor === null;
  const finished = phaseEnds && before.phase === "remove";
  if (finished) await removeTags(tx, undone);
  if (finished) await removeFields(tx, undone);
  if (finished) await forgetStatistics(workspaceId, tx);
  const { opt_outs_withdrawn } = finished ? await turnOptOuts(tx, undone) : before;
  const progress: Progress = {
    phase: phaseEnds ? "remove" : before.phase,
    removed: before.removed + slice.removed,
    restored: before.restored + slice.restored,
    kept: before.kept + slice.kept.length,
    still_unsubscribed: before.still_unsubscribed + slice.stillOut,
    opt_outs_withdrawn,
    kept_contacts: [...before.kept_contacts, ...slice.kept].slice(0, NAMED),
  };
  await tx`
    update imports set
      undo_result = ${JSON.stringify(progress)}::jsonb, undo_cursor = ${slice.cursor},
      undo_status = ${finished ? "completed" : "processing"},
      undone_at = ${finished ? tx`now()` : tx`undone_at`},
      ${tx.unsafe(finished ? "lease_until = null" : progressed())}
    where workspace_id = ${workspaceId} and id = ${id}`;
  await tx`
    update change_sets set changed = changed + ${slice.changed}, deleted = deleted + ${slice.removed},
      opt_outs_withdrawn = ${opt_outs_withdrawn}, status = ${finished ? "completed" : "processing"}
    where workspace_id = ${workspaceId} and id = ${by}`;
  return finished;
}
