import type { ChangeSet } from "@/lib/changes/record";
import { IMPORTED_FIELDS, type TextField } from "@/lib/contacts/fields";
import type { Batch, MergePlan, Rereading } from "@/lib/imports/engine/plan";
import { RowsByEmail } from "@/lib/imports/engine/rows-by-email";
import type { StagedColumns } from "@/lib/imports/rows/encode";
import type { RowError } from "@/lib/imports/rows/row";
import type { FieldRules } from "@/lib/imports/rows/rules";
import { yieldToRequests } from "@/lib/jobs/yielding";
import type { SaidContact } from "./read";
import type { UpsertPolicy } from "./schemas";

/** The contacts of a batch that could be read, by their row number: their index in it, from 1. */
export type SaidRows = Map<number, SaidContact>;

/** How a batch becomes contacts: the plan of an import whose columns are the fields of its contacts. */
export function planUpsert(set: ChangeSet, rows: SaidRows, policy: UpsertPolicy): MergePlan {
  const said = [...rows.values()];
  const used = new Set(said.flatMap(({ text, blanks }) => [...Object.keys(text), ...blanks]));
  const columns: StagedColumns = {
    text: IMPORTED_FIELDS.filter((name) => used.has(name)),
    is_unsubscribed: said.some((one) => one.is_unsubscribed),
    custom: said.some(({ custom, blankKeys }) => custom || blankKeys.length > 0),
    isTyped: true,
    blanks: said.some(({ blanks }) => blanks.length > 0),
    tags: said.some(({ tags }) => tags),
  };
  return {
    workspaceId: set.workspaceId,
    importId: set.id,
    isChangeSet: true,
    columns,
    strategy: policy.duplicate_strategy === "skip" ? "skip" : "update",
    creates: policy.duplicate_strategy !== "update_only",
    leftOut: new Set(),
    rules: rulesOf(policy, columns.text, allKeysOf(rows)),
    clears: [],
    tagIds: [],
  };
}

/** All keys of custom fields that a batch names. */
export function customKeysOf(rows: SaidRows): string[] {
  return [...new Set([...rows.values()].flatMap(({ custom }) => Object.keys(custom ?? {})))];
}

/** Those and the keys that it clears. */
function allKeysOf(rows: SaidRows): string[] {
  return [...new Set([...customKeysOf(rows), ...[...rows.values()].flatMap(({ blankKeys }) => blankKeys)])];
}

function rulesOf({ fill, never }: UpsertPolicy, text: TextField[], keys: string[]): FieldRules {
  const ofText = (names: string[]) => text.filter((name) => names.includes(name));
  const ofKeys = (names: string[]) =>
    keys.filter((key) => names.includes("custom_fields") || names.includes(`custom_fields.${key}`));
  const tags = never.includes("tags") ? "never" : fill.includes("tags") ? "fill" : "overwrite";
  return {
    fills: ofText(fill).filter((name) => !never.includes(name)),
    keeps: ofText(never),
    customFills: ofKeys(fill),
    customKeeps: ofKeys(never),
    tags,
  };
}

/** Contacts that are added between two checks for waiting requests. */
const PIECE = 200;

/** What may be cleared: every field that is neither `fill` nor `never`. */
function without<T extends string>(names: T[], ...others: T[][]): T[] | null {
  if (names.length === 0) return null;
  const free = names.filter((name) => !others.some((ruled) => ruled.includes(name)));
  return free.length > 0 ? free : null;
}

/** Its rows as the engine merges them, and those that fail because of another row, the room for tags, or another contact. */
export async function stageUpsert(plan: MergePlan, rows: SaidRows, rereading?: Rereading) {
  const byEmail = new RowsByEmail(plan, rereading);
  const refused = new Map<number, RowError>();
  const { fills, keeps, customFills, customKeeps } = plan.rules;
  for (const [row, { email: own, text, is_unsubscribed, custom, tags, ...said }] of rows) {
    if (row % PIECE === 0) await yieldToRequests();
    const values = plan.columns.text.map((name) => text[name] ?? null);
    const cleared = without(said.blankKeys, customFills, customKeeps);
    const blanks = without(said.blanks, fills, keeps);
    const who = { email: own ?? `row ${row}`, isById: own === null };
    const error = byEmail.add({ row, ...who, text: values, is_unsubscribed, custom, cleared, blanks, tags });
    if (error) refused.set(row, error);
  }
  const batch: Batch = {
    ...byEmail.finish(),
    count: rows.size,
    fileLines: [],
    leftOut: new Map(),
    metBefore: new Set(),
    failures: [],
    besides: [],
    late: new Set(),
    start: undefined,
    end: { byte: 0, line: 1, row: rows.size + 1 },
  };
  return { batch, refused };
}
