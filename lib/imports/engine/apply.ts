import type { TransactionSql } from "postgres";
import { findSources } from "./batches";
import {
  DATABASE,
  keepOptOuts,
  type OptOutMemory,
  rememberPassedOver,
  sayCounted,
  withoutUnknown,
} from "./failed-opt-outs";
import { isDataError, mergeIsolating, type Outcome, type Part, type Poisoned } from "./isolate";
import { lookUp } from "./lookup";
import { takeOptedOut } from "./opted-out";
import {
  type Batch,
  type LoadedImport,
  type Merged,
  type MergePlan,
  peopleOut,
  type RowFailure,
  type RunLookup,
} from "./plan";
import { stageRows } from "./staging";
import { dropUnusedTags } from "./tag-limits";

/** What a batch adds to the counters of its import. */
export interface Counts {
  processed: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Created contacts that are unsubscribed because their address had opted out before. */
  optedOut: number;
  /** Contacts from the lookup that changed, each once however many rows of the file change it. */
  changed: number;
  /** Rows whose e-mail occurred in an earlier row of the file. */
  repeated: number;
  /** Failed rows whose person opted out: the opt-out still counts. */
  failedOptOuts: number;
  /** Skipped rows whose person opted out and is not a contact: the address is remembered. */
  skippedOptOuts: number;
}

export const NO_COUNTS: Readonly<Counts> = {
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  optedOut: 0,
  changed: 0,
  repeated: 0,
  failedOptOuts: 0,
  skippedOptOuts: 0,
};

/** Looks a batch up and stages its rows, unless the database rejects a value. */
export async function prepareBatch(
  tx: TransactionSql,
  { plan }: Pick<LoadedImport, "plan">,
  batch: Batch,
  ahead?: RunLookup,
): Promise<Part> {
  const lookup = await (ahead ? ahead(tx) : lookUp(tx, plan, batch));
  const picked = batch.order;
  try {
    const staged = await tx.savepoint((point) => stageRows(point, plan, batch.lines, picked, lookup));
    return { lookup, picked, staged };
  } catch (error) {
    if (!isDataError(error)) throw error;
    return { lookup, picked };
  }
}

/** All rows of a batch, with the result of matching them to their contacts. */
export function wholeOf({ lines, order, targets }: Batch): Part {
  if (!targets) return { lookup: null, picked: order };
  const stored = Uint8Array.from(lines.emails, (email) => Number(targets.known.has(email)));
  const none = new Uint8Array(lines.count);
  return { lookup: { stored, same: none, unsure: none, isLikely: false }, picked: order };
}

/**
 * Merges a prepared batch into contacts (of whichever schema comes first) and reports what happened to its rows.
 * Without `prepared`, merges a batch that was read again because of its rows' contacts, or because the workspace has
 * no room for all of its tags.
 */
export async function applyBatch(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  prepared: Part = wholeOf(batch),
  memory?: OptOutMemory,
) {
  return settleBatch(tx, job, batch, await mergeIsolating(tx, job.plan, batch, prepared), memory);
}

export type AppliedBatch = Awaited<ReturnType<typeof settleBatch>>;

/**
 * Counts the results of a batch's rows, and lists those that failed, and those that found no contact to update.
 * Opt-outs of both count from here on.
 */
export async function settleBatch(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  outcome: Outcome,
  memory: OptOutMemory = DATABASE,
) {
  const { merged, poisoned } = outcome;
  await dropUnusedTags(tx, job.plan, batch);
  const failed = [...batch.failures, ...(await poisonFailures(job, batch, poisoned))];
  const failures = (await withoutUnknown(tx, job.plan, failed)).map(sayCounted);
  const optOuts = peopleOut({ failures, besides: batch.besides });
  await memory.recall(tx, job.plan, batch);
  const counts = countBatch(job.plan, batch, merged, poisoned);
  const strangers = optedOutOf(batch, merged.missing);
  const { taken, remembered } = await rememberPassedOver(
    tx,
    job.plan,
    [...strangers, ...otherAddresses(job.plan, batch)],
    memory,
  );
  const also = await keepOptOuts(tx, job.plan, [...optOuts, ...taken], memory);
  const more = {
    changed: counts.changed + also.changed,
    failedOptOuts: failures.filter(({ optOut }) => optOut).length,
    skippedOptOuts: strangers.length,
  };
  return {
    counts: { ...counts, ...more, optedOut: await takeOptedOut(tx) },
    failures,
    missing: merged.missing,
    poisoned,
    strangers,
    also: also.changed,
    remembered: remembered + also.remembered,
    batch,
  };
}

/** Addresses of the given rows whose person opted out. */
export function optedOutOf({ lines }: Pick<Batch, "lines">, rows: readonly number[]): string[] {
  return rows.flatMap((index) => (lines.read(index).is_unsubscribed ? (lines.emails[index] ?? []) : []));
}

/** Addresses of skipped rows whose person opted out and has another address here. */
export function otherAddresses({ strategy }: MergePlan, { said, targets }: Batch): string[] {
  if (strategy !== "skip" || !targets) return [];
  return said.flatMap(({ row, email, isOut }) => {
    const target = targets.rows.get(row);
    return isOut && target && "email" in target && target.email !== email ? (email ?? []) : [];
  });
}

function countBatch(
  plan: MergePlan,
  batch: Batch,
  merged: Merged,
  poisoned: Poisoned[],
): Omit<Counts, "optedOut" | "failedOptOuts" | "skippedOptOuts"> {
  const repeatsOf = (index: number) => batch.repeats.of.get(index) ?? [];
  const lost = poisoned.flatMap(({ index }) => repeatsOf(index));
  const unmet = merged.missing.length;
  const unmetRepeats = merged.missing.flatMap(repeatsOf);
  const again = countMet(batch, poisoned);
  const existing = batch.order.length - poisoned.length - merged.created - unmet;
  const matched = existing + batch.repeats.all - lost.length - unmetRepeats.length;
  const isUpdate = plan.strategy === "update";
  return {
    processed: batch.count,
    created: merged.created,
    updated: isUpdate ? matched : 0,
    unchanged: isUpdate ? existing - merged.changed + idleRepeats(batch, merged, poisoned) : 0,
    skipped: (isUpdate ? 0 : matched) + unmet + unmetRepeats.length + batch.leftOut.size,
    failed: batch.failures.length + poisoned.length + lost.length,
    changed: merged.changed - merged.again,
    repeated: Math.min(matched + unmet + unmetRepeats.length, batch.repeats.all - lost.length + again),
  };
}

/** Later rows that add nothing to the first one, or change back what it changed, so that nothing was written. */
function idleRepeats({ lines, repeats: { of, idle } }: Batch, merged: Merged, poisoned: Poisoned[]): number {
  const without = new Set([...poisoned.map(({ index }) => index), ...merged.missing]);
  const firsts = new Set(Array.from(of.keys(), (index) => lines.numbers[index] ?? 0));
  const written = new Set(merged.written.filter((row) => firsts.has(row)));
  let sum = 0;
  for (const [index, rows] of of) {
    if (without.has(index)) continue;
    const isWritten = written.has(lines.numbers[index] ?? 0);
    sum += isWritten ? rows.filter((row) => idle.has(row)).length : rows.length;
  }
  return sum;
}

/** Rows whose e-mail occurred in an earlier batch. */
function countMet({ metBefore, order, lines }: Batch, poisoned: Poisoned[]): number {
  if (metBefore.size === 0) return 0;
  const refused = new Set(poisoned.map(({ index }) => index));
  return order.filter((index) => metBefore.has(lines.emails[index] ?? "") && !refused.has(index)).length;
}

/** A rejected row fails, and with it the later ones that were merged into it. */
async function poisonFailures(job: LoadedImport, batch: Batch, poisoned: Poisoned[]): Promise<RowFailure[]> {
  if (poisoned.length === 0) return [];
  const errors = new Map(
    poisoned.flatMap(({ index, error }) =>
      [batch.lines.numbers[index] ?? 0, ...(batch.repeats.of.get(index) ?? [])].map(
        (row) => [row, error] as const,
      ),
    ),
  );
  const sources = await findSources(job, batch, errors);
  return sources.flatMap((source) => {
    const error = errors.get(source.row);
    return error ? [{ ...source, ...error }] : [];
  });
}
