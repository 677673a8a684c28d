import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { staysOut } from "@/lib/changes/still-out";
import { givesUpFormer } from "@/lib/changes/undo-opt-outs";
import { rules } from "@/lib/changes/undo-slices";
import { predictOptOuts } from "@/lib/contacts/opt-outs";
import type { UndoPreview } from "@/lib/imports/schemas";
import { NAMED, undoOf, undoState } from "./undo";
import {
  changedAlone,
  createdAlone,
  keptOf,
  nameKept,
  type Phase,
  readSlice,
  type Undone,
} from "./undo-slices";

/**
 * What undoing an import would do now, from one snapshot: queried slice by slice like the undo, without writing or
 * locking. For an undo that has begun, its progress; for one that kept something, also what a further undo would do.
 * Throws 404, 409 and 410 like the undo.
 */
export async function previewUndo(workspaceId: string, id: string): Promise<UndoPreview> {
  const { undo_status, until } = await undoState(workspaceId, id);
  const undoable_until = new Date(until ?? Date.now()).toISOString();
  if (undo_status === null)
    return {
      importId: id,
      undo_status,
      ...(await predictUndo(workspaceId, id)),
      again: null,
      undoable_until,
    };
  const again = await predictRest(workspaceId, id);
  return { ...(await undoOf(workspaceId, id)), removed_tags: null, again, undoable_until };
}

/** What an import's undo that kept something would do once more; null if there is none, or not for 30 days any more. */
export async function predictRest(workspaceId: string, id: string): Promise<UndoPreview["again"]> {
  const [incomplete] = await pg()`
    select from imports
    where workspace_id = ${workspaceId} and id = ${id} and undo_status = 'completed'
      and (undo_result ->> 'kept')::int > 0 and completed_at > now() - interval '30 days'`;
  if (!incomplete) return null;
  const { removed, restored } = await predictUndo(workspaceId, id);
  return { removed, restored };
}

function predictUndo(workspaceId: string, id: string) {
  return pg().begin("isolation level repeatable read, read only", (tx) => count(tx, { workspaceId, id }));
}

async function count(tx: TransactionSql, undone: Undone) {
  const { opt_outs_withdrawn } = await predictOptOuts(tx, undone);
  const restored = await countPhase(tx, undone, "restore");
  const removed = await countPhase(tx, undone, "remove");
  const named = [...restored.named, ...removed.named].slice(0, NAMED);
  return {
    removed: removed.done,
    restored: restored.done,
    kept: restored.kept + removed.kept,
    still_unsubscribed: restored.out,
    opt_outs_withdrawn: Math.max(0, opt_outs_withdrawn - restored.given),
    kept_contacts: await nameKept(tx, undone.workspaceId, named),
    removed_tags: await countTags(tx, undone),
  };
}

async function countPhase(tx: TransactionSql, undone: Undone, phase: Phase) {
  const counted = { done: 0, kept: 0, out: 0, given: 0, named: [] as string[] };
  for (let cursor: string | null = null; ; ) {
    const ids: string[] = await readSlice(tx, undone, phase, cursor);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return counted;
    const touched = await touchedBetween(tx, undone, phase, first, last);
    const alone = new Set(touched.map((row) => row.id));
    const left = ids.filter((one) => !alone.has(one));
    const kept = await keptOf(tx, undone, phase, left);
    counted.done += touched.filter((row) => row.differs).length;
    counted.kept += kept.length;
    counted.out += touched.filter((row) => row.stays).length;
    counted.given += touched.filter((row) => row.gives).length;
    counted.named.push(...kept.slice(0, NAMED - counted.named.length));
    if (ids.length < rules.slice) return counted;
    cursor = last;
  }
}

interface Touched {
  id: string;
  differs: boolean;
  /** It stays unsubscribed, although it was subscribed before the import. */
  stays: boolean;
  /** See `givesUpFormer`. */
  gives: boolean;
}

function touchedBetween(tx: TransactionSql, undone: Undone, phase: Phase, first: string, last: string) {
  return phase === "restore"
    ? tx<Touched[]>`
        with ${changedAlone(tx, undone, first, last, "preview")}
        select m.contact_id as id, m.differs, ${staysOut(tx, undone)} as stays,
          ${givesUpFormer(tx, undone.workspaceId)} as gives
        from mine m`
    : tx<Touched[]>`
        with mine as (${createdAlone(tx, undone, first, last, "preview")})
        select id, true as differs, false as stays, false as gives from mine`;
}

/** Of the tags that the import created, those on no contact that would keep them. */
async function countTags(tx: TransactionSql, { workspaceId, id }: Undone): Promise<number> {
  const [row] = await tx<{ tags: number }[]>`
    select count(*)::int as tags from tags t
    where t.workspace_id = ${workspaceId} and t.import_id = ${id} and not exists (
      select from contact_tags ct join contacts c on c.workspace_id = ${workspaceId} and c.id = ct.contact_id
      where ct.workspace_id = ${workspaceId} and ct.tag_id = t.id and (
        c.written_by is distinct from ${id} or case when c.import_id = ${id}
          then exists (
            select from import_changes j
            where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id = c.id)
          else (
            select count(*) filter (where j.added_tags is null) <> 1
              or coalesce(bool_or(t.id = any(j.added_tags)), false) is false
            from import_changes j
            where j.workspace_id = ${workspaceId} and j.import_id = ${id} and j.contact_id = c.id)
          end))`;
  return row?.tags ?? 0;
}
