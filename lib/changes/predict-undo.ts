import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { NOTHING_TURNED, predictOptOuts } from "@/lib/contacts/opt-outs";
import { type Kept, NAMED, OPTED_OUT, type Progress, START } from "./progress";
import { predictStillOut } from "./still-out";
import { judgeFields, predictFields } from "./undo-fields";
import { judge, readSlice, rules, STAYING } from "./undo-slices";
import { carriedBy, judgeTags } from "./undo-tags";
import type { Undone } from "./undone";

/** What undoing a change set would do now, by the rules of the undo itself. Nothing is written or locked. */
export function predictUndo(workspaceId: string, id: string): Promise<Progress> {
  return pg().begin("isolation level repeatable read, read only", async (tx) => {
    const judgedFields = await judgeFields(tx, { workspaceId, id }, false);
    if (judgedFields.isBlocked) return count("field", judgedFields.fields);
    const optOuts = await predictOptOuts(tx, { workspaceId, id });
    const fields = await predictFields(tx, { workspaceId, id }, judgedFields);
    const tags = await judgeTags(tx, { workspaceId, id }, false);
    const inUse = tags.filter(({ verdict }) => verdict === "in_use").map((tag) => tag.id);
    const { sum, back, given } = await countContacts(tx, { workspaceId, id }, inUse.length > 0);
    const freed = await carriedBy(tx, { workspaceId, id }, inUse, back);
    const judged = tags.map((one) => (freed.has(one.id) ? { ...one, verdict: "remove" } : one));
    const opt_outs_withdrawn = Math.max(0, optOuts.opt_outs_withdrawn - given);
    const turned = { ...optOuts, opt_outs_withdrawn };
    return { ...added(added(count("field", fields), count("tag", judged)), sum), ...turned };
  });
}

/**
 * Slice by slice, like the undo itself: a set may have a million contacts. `back`, if requested: the contacts that are
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
    const predicted = await predictStillOut(tx, set, restored);
    const out = predicted.filter(({ stays }) => stays).map((one) => one.id);
    given += predicted.filter(({ gives }) => gives).length;
    sum = added(sum, withOut(count("contact", judged), out));
    if (isBackAsked) for (const { id, verdict } of judged) if (BACK.has(verdict)) back.push(id);
    cursor = ids.at(-1) ?? null;
    if (ids.length < rules.slice) return { sum, back, given };
  }
}

const BACK = new Set<string>(["remove", "restore"]);
const RESTORED = new Set<string>(["restore", "bring_back"]);

/** The same, with the contacts that stay unsubscribed, in the order in which an undo names them. */
function withOut(progress: Progress, out: string[]): Progress {
  const named = out.map((id): Kept => ({ id, of: "contact", reason: OPTED_OUT, by: null }));
  return { ...progress, still_unsubscribed: out.length, items: [...named, ...progress.items] };
}

function added(one: Progress, other: Progress): Progress {
  return {
    removed: one.removed + other.removed,
    restored: one.restored + other.restored,
    removed_others: one.removed_others + other.removed_others,
    restored_others: one.restored_others + other.restored_others,
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
  const items = having(...STAYING, "name_taken", "in_use").slice(0, NAMED);
  const isOther = of !== "contact";
  return {
    removed,
    restored,
    removed_others: isOther ? removed : 0,
    restored_others: isOther ? restored : 0,
    kept,
    still_unsubscribed: 0,
    ...NOTHING_TURNED,
    items: items.map(({ verdict: reason, ...item }) => ({ ...item, of, reason })),
  };
}
