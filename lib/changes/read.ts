import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { foretellStrangers, NOTHING_TURNED } from "@/lib/contacts/opt-outs";
import { fitting } from "@/lib/pages";
import { readSteps } from "./history";
import { findChange, findChanges } from "./queries";
import type { ChangeEntry, ChangeSetView, ChangeUndo } from "./schemas";
import { foretellOut } from "./still-out";
import { type Kept, NAMED, OPTED_OUT, type Progress, START } from "./undo";
import { foretellFields, judgeFields } from "./undo-fields";
import { judge, readSlice, rules } from "./undo-slices";
import { carriedBy, judgeTags } from "./undo-tags";
import type { Undone } from "./undone";

/** A change set with a page of its effects on contacts. Throws 404. */
export async function readChange(
  workspaceId: string,
  id: string,
  page: { cursor?: string | undefined; limit: number },
) {
  const set = await findChange(workspaceId, id);
  const rows = await pg()<{ id: string; kind: ChangeEntry["kind"] }[]>`
    select contact_id as id, kind from contact_changes
    where workspace_id = ${workspaceId} and change_id = ${id}
      and (${page.cursor ?? null}::uuid is null or contact_id > ${page.cursor ?? null}::uuid)
    order by contact_id limit ${page.limit + 1}`;
  const shown = rows.slice(0, page.limit);
  const steps = await readSteps(
    workspaceId,
    shown.map((row) => row.id),
    [id],
  );
  const byContact = new Map(steps.map((step) => [step.contactId, step]));
  const entries = shown.map(({ id: contact_id, kind }): ChangeEntry => {
    const step = byContact.get(contact_id);
    return { contact_id, kind, email: step?.email ?? null, fields: step?.fields ?? [] };
  });
  const data = fitting(entries);
  return {
    ...set,
    entries: data,
    nextCursor: rows.length > data.length ? (data.at(-1)?.contact_id ?? null) : null,
  };
}

/**
 * The progress or the result of a change set's undo. The undo of an import, which replaces an earlier one, is reported
 * there. Throws 404.
 */
export async function readUndo(workspaceId: string, id: string, by: string): Promise<ChangeUndo> {
  const [row] = await pg()<{ status: "processing" | "completed"; progress: string | null }[]>`
    select s.status, coalesce(s.result, i.undo_result)::text as progress from change_sets s
    left join imports i on i.workspace_id = ${workspaceId} and i.id = s.undoes and i.undo_change_id = s.id
    where s.workspace_id = ${workspaceId} and s.id = ${by}`;
  const progress: Progress = { ...START, ...JSON.parse(row?.progress ?? "{}") };
  return toUndo(
    workspaceId,
    { change_id: id, undo_id: by, undo_status: row?.status ?? "completed" },
    progress,
  );
}

type Head = Pick<ChangeUndo, "change_id" | "undo_id" | "undo_status">;

async function toUndo(workspaceId: string, head: Head, progress: Progress): Promise<ChangeUndo> {
  const { removed, restored, kept, still_unsubscribed, opt_outs_withdrawn, opt_outs_remembered, items } =
    progress;
  const counts = { removed, restored, kept, still_unsubscribed, opt_outs_withdrawn, opt_outs_remembered };
  const ids = items.map((item) => item.id);
  const out = items.filter(({ reason }) => reason === OPTED_OUT).map((item) => item.id);
  const [sets, named] = await Promise.all([
    findChanges(workspaceId, [...new Set(items.flatMap(({ by }) => by ?? []))]),
    // Who stays unsubscribed is named by the address that the undo restores, also before it does.
    pg()<{ id: string; email: string }[]>`
      select id, email from (
        select 1 as place, id, email from contacts where workspace_id = ${workspaceId} and id = any(${ids})
        union all
        select 2, contact_id, email from contact_changes
        where workspace_id = ${workspaceId} and change_id = ${head.change_id} and contact_id = any(${out})
          and email is not null) named
      order by place`,
  ]);
  const emails = new Map(named.map((row) => [row.id, row.email]));
  const kept_items = items.map(({ id, of, reason, by }) => ({
    id,
    of,
    email: emails.get(id) ?? null,
    reason: reason as ChangeUndo["kept_items"][number]["reason"],
    by: (by && sets.get(by)) || null,
  }));
  return { ...head, ...counts, kept_items };
}

/**
 * What undoing a change set would do at this moment, by the rules of the undo itself; nothing is written or locked.
 * For an undo that has begun, its progress.
 */
export async function previewUndo(
  workspaceId: string,
  { id, undone_by }: Pick<ChangeSetView, "id" | "undone_by">,
): Promise<ChangeUndo> {
  if (undone_by) return readUndo(workspaceId, id, undone_by);
  const progress = await pg().begin("isolation level repeatable read, read only", async (tx) => {
    const judgedFields = await judgeFields(tx, { workspaceId, id }, false);
    if (judgedFields.isBlocked) return count("field", judgedFields.fields);
    const strangers = await foretellStrangers(tx, { workspaceId, id });
    const fields = await foretellFields(tx, { workspaceId, id }, judgedFields);
    const tags = await judgeTags(tx, { workspaceId, id }, false);
    const inUse = tags.filter(({ verdict }) => verdict === "in_use").map((tag) => tag.id);
    const { sum, back, given } = await countContacts(tx, { workspaceId, id }, inUse.length > 0);
    const freed = await carriedBy(tx, workspaceId, inUse, back);
    const judged = tags.map((one) => (freed.has(one.id) ? { ...one, verdict: "remove" } : one));
    const opt_outs_withdrawn = Math.max(0, strangers.opt_outs_withdrawn - given);
    const turned = { ...strangers, opt_outs_withdrawn };
    return { ...added(added(count("field", fields), count("tag", judged)), sum), ...turned };
  });
  return toUndo(workspaceId, { change_id: id, undo_id: null, undo_status: null }, progress);
}

/**
 * Slice by slice, as the undo itself works: a set may have a million contacts. `back`, on request: those that are
 * removed or restored. `given`: see `givesUpFormer`.
 */
async function countContacts(tx: TransactionSql, set: Omit<Undone, "by">, isBackAsked: boolean) {
  let sum = START;
  let given = 0;
  const back: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const ids = await readSlice(tx, set, cursor);
    const judged = await judge(tx, set, ids);
    const restored = judged.filter(({ verdict }) => RESTORED.has(verdict)).map((one) => one.id);
    const foretold = await foretellOut(tx, set, restored);
    const out = foretold.filter(({ stays }) => stays).map((one) => one.id);
    given += foretold.filter(({ gives }) => gives).length;
    sum = added(sum, withOut(count("contact", judged), out));
    if (isBackAsked) for (const { id, verdict } of judged) if (BACK.has(verdict)) back.push(id);
    cursor = ids.at(-1) ?? null;
    if (ids.length < rules.slice) return { sum, back, given };
  }
}

const BACK = new Set<string>(["remove", "restore"]);
const RESTORED = new Set<string>(["restore", "bring_back"]);

/** The same with those who stay unsubscribed, in the order in which an undo names them. */
function withOut(progress: Progress, out: string[]): Progress {
  const named = out.map((id): Kept => ({ id, of: "contact", reason: OPTED_OUT, by: null }));
  return { ...progress, still_unsubscribed: out.length, items: [...named, ...progress.items] };
}

function added(one: Progress, other: Progress): Progress {
  return {
    removed: one.removed + other.removed,
    restored: one.restored + other.restored,
    kept: one.kept + other.kept,
    still_unsubscribed: one.still_unsubscribed + other.still_unsubscribed,
    ...NOTHING_TURNED,
    items: [...one.items, ...other.items].slice(0, NAMED),
  };
}

function count(of: Kept["of"], judged: { id: string; verdict: string; by: string | null }[]): Progress {
  const having = (...verdicts: string[]) => judged.filter(({ verdict }) => verdicts.includes(verdict));
  const removed = having("remove").length;
  const restored = having("restore", "bring_back").length;
  const kept = judged.length - removed - restored - having("gone").length;
  const items = having("edited", "deleted", "email_taken", "external_id_taken", "name_taken", "in_use").slice(
    0,
    NAMED,
  );
  return {
    removed,
    restored,
    kept,
    still_unsubscribed: 0,
    ...NOTHING_TURNED,
    items: items.map(({ verdict: reason, ...item }) => ({ ...item, of, reason })),
  };
}
