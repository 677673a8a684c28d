import { sql } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { changeSets } from "@/db/schema";
import { enforceOptOuts, turnOptOuts } from "@/lib/contacts/opt-outs";
import type { JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { forgetStatistics } from "@/lib/stats/queries";
import { fitValues } from "./fit-values";
import { type Kept, NAMED, OPTED_OUT, type Progress, readProgress } from "./progress";
import { findStillOut } from "./still-out";
import { goingFirst, judgeFields, undoCreated, undoField } from "./undo-fields";
import { bringBack, judge, lockContacts, readSlice, remove, restore, rules, STAYING } from "./undo-slices";
import { judgeTags, type TagPart, undoTag } from "./undo-tags";
import type { Undone } from "./undone";

/**
 * Undoes a change set, as a job with a change set of its own. A contact is restored only if it is as the set left it;
 * it then has its previous state including `written_by`, so that the previous set can be undone in turn, and so can
 * this undo. Works in slices that commit changes, counts and cursor together. Tags and fields come first, except those
 * that the set created: they can go only after its contacts no longer have them.
 */

export const changeUndoJob = {
  name: "change_undo",
  table: changeSets,
  // The undo of an import belongs to the import's own job.
  unfinished: sql`status = 'processing' and result is not null`,
  waitsSince: null,
  lane: "import",
  makesRoom: true,
  size: async ({ workspaceId, id }) => {
    const [row] = await pg()<{ contacts: number }[]>`
      select a.created + a.changed + a.deleted as contacts from change_sets u
      join change_sets a on a.workspace_id = ${workspaceId} and a.id = u.undoes
      where u.workspace_id = ${workspaceId} and u.id = ${id}`;
    return row?.contacts ?? 0;
  },
  work,
} as const satisfies JobKind;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  for (;;) {
    const { isFinished, recalls } = await retryDeadlocks(() =>
      pg().begin(async (tx) => {
        const { undoes, cursor, progress } = await fence(tx, lease);
        const undone = { workspaceId: lease.workspaceId, id: undoes, by: lease.id };
        if (cursor === null && !(await undoFields(tx, undone, progress))) {
          await save(tx, lease, progress, { created: 0, changed: 0, deleted: 0 }, null);
          return { isFinished: true, recalls: false };
        }
        if (cursor === null) await undoTags(tx, undone, progress, "changed");
        const ids = await readSlice(tx, undone, cursor);
        const counts = await undoSlice(tx, undone, ids, progress);
        const last = ids.length < rules.slice ? null : (ids.at(-1) ?? null);
        if (last === null) await undoTags(tx, undone, progress, "created");
        if (last === null) await undoCreatedFields(tx, undone, progress);
        if (last === null) Object.assign(progress, await turnOptOuts(tx, undone));
        await save(tx, lease, progress, counts, last);
        if (last === null && hasEffect(progress)) await turnOthers(tx, undone);
        if (last === null) await forgetStatistics(lease.workspaceId, tx);
        return { isFinished: last === null, recalls: progress.opt_outs_remembered > 0 };
      }),
    );
    if (recalls) await enforceOptOuts(lease.workspaceId);
    if (isFinished) return "finished";
    if (isOver()) return "unfinished";
  }
}

async function fence(tx: TransactionSql, lease: Lease) {
  const [row] = await tx<{ undoes: string; cursor: string | null; progress: string }[]>`
    select undoes, "cursor", result::text as progress from change_sets
    where workspace_id = ${lease.workspaceId} and id = ${lease.id} and epoch = ${lease.epoch} and status = 'processing'
    for no key update`;
  if (!row) throw new FencedError(lease);
  return { ...row, progress: readProgress(row.progress) };
}

/** False if a field of the set has changed since, so its contacts stay as they are, too. */
async function undoFields(tx: TransactionSql, undone: Undone, progress: Progress): Promise<boolean> {
  const judged = await judgeFields(tx, undone, true);
  const { isBlocked } = judged;
  for (const field of isBlocked ? judged.fields : goingFirst(judged)) {
    const { id, verdict, by } = field;
    const isKept = verdict === "edited" || verdict === "deleted" || verdict === "name_taken";
    if (isKept) keep(progress, [{ id, of: "field", reason: verdict, by }]);
    if (isKept || isBlocked || verdict === "gone") continue;
    addOther(progress, "restored");
    await undoField(tx, undone, field);
  }
  return !isBlocked;
}

async function undoCreatedFields(tx: TransactionSql, undone: Undone, progress: Progress): Promise<void> {
  for (const { id, verdict, by } of await undoCreated(tx, undone)) {
    if (verdict === "remove") addOther(progress, "removed");
    if (verdict === "in_use") keep(progress, [{ id, of: "field", reason: verdict, by }]);
  }
}

async function undoTags(
  tx: TransactionSql,
  undone: Undone,
  progress: Progress,
  which: TagPart,
): Promise<void> {
  for (const tag of await judgeTags(tx, undone, true, which)) {
    const { id, verdict, by } = tag;
    if (verdict === "gone") continue;
    if (verdict === "remove") addOther(progress, "removed");
    else if (verdict === "restore" || verdict === "bring_back") addOther(progress, "restored");
    else keep(progress, [{ id, of: "tag", reason: verdict, by }]);
    await undoTag(tx, undone, tag);
  }
}

/** Counts a tag or a field. */
function addOther(progress: Progress, part: "removed" | "restored"): void {
  progress[part]++;
  progress[`${part}_others`]++;
}

function keep(progress: Progress, items: Kept[]): void {
  progress.kept += items.length;
  name(progress, items);
}

function name(progress: Progress, items: Kept[]): void {
  progress.items.push(...items.slice(0, NAMED - progress.items.length));
}

/** Contacts that the undo itself wrote. */
interface Written {
  created: number;
  changed: number;
  deleted: number;
}

/**
 * A restored contact may have taken a value of one that cannot come back: the slice is judged again in a new
 * transaction.
 */
class TakenError extends Error {
  readonly code = "40001";
}

async function undoSlice(
  tx: TransactionSql,
  undone: Undone,
  ids: string[],
  progress: Progress,
): Promise<Written> {
  await lockContacts(tx, undone, ids);
  const judged = await judge(tx, undone, ids);
  const of = (...verdicts: string[]) => judged.filter(({ verdict }) => verdicts.includes(verdict));
  const [changed, created, deleted] = ["restore", "remove", "bring_back"].map((verdict) =>
    of(verdict).map(({ id }) => id),
  ) as [string[], string[], string[]];
  // Lock order: a deletion locks the counts before the caches, whereas restored contacts drop caches before returning
  // ones are counted. So the counts are locked first, but only if both happen here: waiting for an address while
  // holding the counts could block an import that needs them.
  if (changed.length > 0 && deleted.length > 0)
    await tx`select from workspace_counts where workspace_id = ${undone.workspaceId} for no key update`;
  await remove(tx, undone, created);
  await restore(tx, undone, changed);
  const back = new Set(await bringBack(tx, undone, deleted));
  await fitValues(tx, undone, [...changed, ...back]);
  const late = of("bring_back").filter(({ id }) => !back.has(id));
  if (late.length > 0 && changed.length > 0) throw new TakenError("a former address was taken just now");
  const out = await findStillOut(tx, undone, [...changed, ...back]);
  progress.removed += created.length;
  progress.restored += changed.length + back.size;
  progress.still_unsubscribed += out.length;
  name(
    progress,
    out.map((id) => toKept(id, OPTED_OUT, null)),
  );
  keep(progress, [
    ...of(...STAYING).map(({ id, verdict, by }) => toKept(id, verdict, by)),
    ...late.map(({ id }) => toKept(id, "email_taken", null)),
  ]);
  return { created: back.size, changed: changed.length, deleted: created.length };
}

function toKept(id: string, reason: string, by: string | null): Kept {
  return { id, of: "contact", reason, by };
}

async function save(
  tx: TransactionSql,
  { workspaceId, id }: Lease,
  progress: Progress,
  { created, changed, deleted }: Written,
  cursor: string | null,
): Promise<void> {
  await tx`
    update change_sets set
      result = ${JSON.stringify(progress)}::jsonb, "cursor" = ${cursor}, ${tx.unsafe(cursor === null ? "lease_until = null, completed_at = now()" : progressed())},
      created = created + ${created}, changed = changed + ${changed}, deleted = deleted + ${deleted},
      opt_outs_remembered = ${progress.opt_outs_remembered}, opt_outs_withdrawn = ${progress.opt_outs_withdrawn},
      status = ${cursor === null ? "completed" : "processing"}
    where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Whether it did anything. */
function hasEffect({ removed, restored, opt_outs_withdrawn, opt_outs_remembered }: Progress): boolean {
  return removed + restored + opt_outs_withdrawn + opt_outs_remembered > 0;
}

/**
 * If this undid an undo, what that one had undone is in effect again and can be undone anew; and what that had undone
 * in turn is undone again.
 */
async function turnOthers(tx: TransactionSql, { workspaceId, id, by }: Undone): Promise<void> {
  for (let of = id, isInEffect = false; ; isInEffect = !isInEffect) {
    const [set] = await tx<{ undoes: string | null; is_import: boolean }[]>`
      select s.undoes, o.way = 'import' as is_import from change_sets s
      left join change_sets o on o.workspace_id = ${workspaceId} and o.id = s.undoes
      where s.workspace_id = ${workspaceId} and s.id = ${of}`;
    if (!set?.undoes) return;
    const [from, to] = isInEffect ? [null, of] : [of, null];
    if (set.is_import) await turnImport(tx, { workspaceId, id: of, by }, set.undoes, isInEffect);
    else
      await tx`
        update change_sets set undone_by = ${to}
        where workspace_id = ${workspaceId} and id = ${set.undoes} and undone_by is not distinct from ${from}`;
    of = set.undoes;
  }
}

/**
 * The import is in effect again, or is undone again by the same undo, whose result is stored in its change set
 * meanwhile. An undo that was closed with the import (lib/imports/engine/undo-request.ts) is reopened.
 */
async function turnImport(
  tx: TransactionSql,
  { workspaceId, id, by }: Undone,
  importId: string,
  isUndone: boolean,
): Promise<void> {
  if (isUndone) {
    await tx`
      update imports i set undo_status = 'completed', undo_change_id = ${id}, undo_result = s.result, undone_at = now()
      from change_sets s
      where i.workspace_id = ${workspaceId} and i.id = ${importId} and i.undo_status is null
        and s.workspace_id = ${workspaceId} and s.id = ${id}`;
    return;
  }
  await tx`
    update change_sets s set result = i.undo_result from imports i
    where s.workspace_id = ${workspaceId} and s.id = ${id} and i.workspace_id = ${workspaceId} and i.id = ${importId}
      and i.undo_status = 'completed' and i.undo_change_id = ${id}`;
  await tx`
    update imports set undo_status = null, undo_result = null, undo_cursor = null, undone_at = null, undo_change_id = ${by}
    where workspace_id = ${workspaceId} and id = ${importId} and undo_status = 'completed' and undo_change_id = ${id}`;
  await tx`update change_sets set undone_by = null where workspace_id = ${workspaceId} and undone_by = ${id}`;
}
