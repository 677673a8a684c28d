import type { TransactionSql } from "postgres";
import { isRetryable, isUniqueViolation } from "@/db/client";
import { overfullError } from "@/lib/imports/rows/custom-limits";
import { hasIds } from "@/lib/imports/rows/encode";
import type { RowLines } from "@/lib/imports/rows/lines";
import type { RowError } from "@/lib/imports/rows/row";
import { mergeStaged, OverfullError } from "./merge";
import { OvertakenError } from "./overtaken";
import { type Batch, contested, type Division, type Lookup, type Merged, type MergePlan } from "./plan";
import { copyFresh, stageRows } from "./staging";
import { STAGED_TABLE } from "./work-tables";

/** A row of the batch that cannot be merged. */
export interface Poisoned {
  index: number;
  error: RowError;
}

/** The result of rows that were merged together. */
export interface Outcome {
  merged: Merged;
  poisoned: Poisoned[];
}

export const NOTHING_MERGED: Merged = { created: 0, changed: 0, again: 0, missing: [], written: [] };

/** Combines the results of two parts of a batch. */
export function sumOutcomes(a: Outcome, b: Outcome): Outcome {
  return {
    merged: {
      created: a.merged.created + b.merged.created,
      changed: a.merged.changed + b.merged.changed,
      again: a.merged.again + b.merged.again,
      missing: [...a.merged.missing, ...b.merged.missing],
      written: [...a.merged.written, ...b.merged.written],
    },
    poisoned: [...a.poisoned, ...b.poisoned],
  };
}

/** The parts of a batch that a merge reads. */
type Rows = Pick<Batch, "lines" | "metBefore" | "moves"> & Partial<Pick<Batch, "repeats">>;

/** Rows of a batch that are merged together. */
export interface Part {
  lookup: Lookup | null;
  picked: readonly number[];
  /** How the rows were staged; undefined if they are not staged yet, or the database rejected a value. */
  staged?: Division;
}

/**
 * Merges rows so that one the database rejects costs that row alone: the rejected statement is rolled back to its
 * savepoint and the rows are retried in halves, down to the culprit. If a contact assumed to be new already exists,
 * retries with no row assumed to be new.
 */
export async function mergeIsolating(
  tx: TransactionSql,
  plan: MergePlan,
  batch: Rows,
  { lookup, picked, staged }: Part,
): Promise<Outcome> {
  if (picked.length === 0) return { merged: NOTHING_MERGED, poisoned: [] };
  try {
    const merged = await tx.savepoint(async (point) => {
      const division = staged ?? (await stageRows(point, plan, batch.lines, picked, lookup));
      return mergeRows(point, plan, batch, division);
    });
    return { merged, poisoned: [] };
  } catch (error) {
    if (isUniqueViolation(error) && hasIds(plan.columns))
      throw new OvertakenError("an id or an address came into being meanwhile");
    if (isUniqueViolation(error) && lookup) return mergeIsolating(tx, plan, batch, { lookup: null, picked });
    if (error instanceof OverfullError) return mergeWithout(tx, plan, batch, { lookup, picked }, error);
    const [only] = picked;
    if (!isDataError(error) || only === undefined) throw error;
    if (picked.length === 1)
      return { merged: NOTHING_MERGED, poisoned: [{ index: only, error: notStorable(error) }] };
    const half = picked.length >> 1;
    const a = await mergeIsolating(tx, plan, batch, { lookup, picked: picked.slice(0, half) });
    const b = await mergeIsolating(tx, plan, batch, { lookup, picked: picked.slice(half) });
    return sumOutcomes(a, b);
  }
}

/**
 * Always in order of e-mail, so that two imports of the same people wait for each other instead of deadlocking:
 * unsorted, every second batch failed.
 */
async function mergeRows(
  tx: TransactionSql,
  plan: MergePlan,
  { lines, metBefore, repeats }: Rows,
  division: Division,
): Promise<Merged> {
  const { fresh, missing, staged } = division;
  await copyFresh(tx, plan, lines, division);
  const strangers = plan.creates || staged.length === 0 ? [] : await dropStrangers(tx, plan, lines);
  const met = [...metBefore].map((email) => lines.numbers[lines.indexOf(email) ?? -1] ?? 0);
  const contests = repeats && plan.strategy === "update" && !plan.isChangeSet ? contested(repeats) : [];
  const numbers = contests.map((index) => lines.numbers[index] ?? 0);
  const merged = await mergeStaged(tx, plan, division, { met, contested: numbers });
  const left = staged.length - strangers.length;
  if (left > 0 && (merged.created + merged.changed < left || hasIds(plan.columns)))
    await checkFound(tx, plan, left);
  return {
    ...merged,
    created: fresh.length + merged.created,
    missing: [...missing, ...strangers],
    written: [...merged.written, ...fresh.map((index) => lines.numbers[index] ?? 0)],
  };
}

/**
 * Throws if staged rows were merged into no contact, or into another one than was found: it was deleted meanwhile, or
 * got another address or id, and what the row says, perhaps an opt-out, would be lost. `rows`: how many are staged.
 */
async function checkFound(
  tx: TransactionSql,
  { workspaceId, strategy, columns, rules }: MergePlan,
  rows: number,
): Promise<void> {
  const isUpdate = hasIds(columns) && strategy === "update";
  const isOptional = rules.keeps.includes("external_id") ? "or c.external_id is null" : "";
  const isSame = isUpdate ? `and (s.external_id is null or c.external_id = s.external_id ${isOptional})` : "";
  const [row] = await tx.unsafe<{ found: number }[]>(
    `select count(*)::int as found from (select * from ${STAGED_TABLE}) s cross join lateral (
       select c.id from contacts c
       where c.workspace_id = '${workspaceId}' and c.email = ${isUpdate ? "coalesce(s.moved_to, s.email)" : "s.email"}
         ${isSame} offset 0) c`,
  );
  if (row?.found !== rows) throw new OvertakenError("a contact was changed while its row was merged");
}

/** Removes the rows whose e-mail is new from the staging table, and returns their indices. */
async function dropStrangers(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  lines: RowLines,
): Promise<number[]> {
  const rows = await tx<{ email: string }[]>`
    delete from ${tx.unsafe(STAGED_TABLE)}
    where email not in (
      select c.email from (select email from ${tx.unsafe(STAGED_TABLE)}) s cross join lateral (
        select c.email from contacts c where c.workspace_id = ${workspaceId} and c.email = s.email offset 0) c)
    returning email`;
  return rows.map(({ email }) => lines.indexOf(email) ?? -1);
}

/** An error about values: classes 22, 23 and 54 of the PostgreSQL manual, appendix A. */
export function isDataError(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error) || isRetryable(error)) return false;
  return "code" in error && /^(22|23|54)/.test(String(error.code));
}

function notStorable({ code }: { code: string }): RowError {
  return { column: null, code: "not_storable", message: `The database cannot store this row (${code}).` };
}

/** Merges rows except those that would exceed a contact's limits. */
async function mergeWithout(
  tx: TransactionSql,
  plan: MergePlan,
  batch: Rows,
  { lookup, picked }: Part,
  { codes }: OverfullError,
) {
  const overfull = new Map(Object.entries(codes));
  const codeOf = (index: number) => {
    const email = batch.lines.emails[index] ?? "";
    return overfull.get(email) ?? overfull.get(batch.moves.get(email) ?? "");
  };
  const rest = picked.filter((index) => !codeOf(index));
  const { merged, poisoned } = await mergeIsolating(tx, plan, batch, { lookup, picked: rest });
  const refused = picked.flatMap((index) => {
    const code = codeOf(index);
    return code ? [{ index, error: overfullError(code) }] : [];
  });
  return { merged, poisoned: [...poisoned, ...refused] };
}
