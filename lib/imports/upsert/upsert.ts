import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { retryDeadlocks } from "@/db/deadlock";
import { isDistributed } from "@/db/distributed";
import { type ChangeSet, newChangeSet } from "@/lib/changes/record";
import { checkKeys, noteKeys } from "@/lib/contacts/custom-keys";
import { enforceOptOuts } from "@/lib/contacts/opt-outs";
import { unavailable } from "@/lib/errors";
import { faultOf } from "@/lib/fields/fields";
import { fitAll, type Rules, readRules, requireSameRules } from "@/lib/fields/rules";
import { optedOutOf, otherAddresses, prepareBatch, wholeOf } from "@/lib/imports/engine/apply";
import { startCounts } from "@/lib/imports/engine/counts";
import { DATABASE, rememberPassedOver } from "@/lib/imports/engine/failed-opt-outs";
import { identify } from "@/lib/imports/engine/identify";
import { mergeIsolating } from "@/lib/imports/engine/isolate";
import { openLookups } from "@/lib/imports/engine/lookup";
import { takeOptedOut } from "@/lib/imports/engine/opted-out";
import type { Batch, MergePlan, Rereading, RunLookup } from "@/lib/imports/engine/plan";
import { createTagsOf, dropUnusedTags } from "@/lib/imports/engine/tag-limits";
import type { RowError } from "@/lib/imports/rows/row";
import { inTurn, waitingIn } from "@/lib/jobs/lanes";
import { type Answered, answerRows, type Settled } from "./answer";
import { consentFinder } from "./consent-names";
import { failedOptOuts, keepOptOutsOf } from "./failed-opt-outs";
import { noteSet } from "./note-set";
import { customKeysOf, planUpsert, type SaidRows, stageUpsert } from "./plan";
import { type Refused, readContact, type SentContact } from "./read";
import type { UpsertPolicy, UpsertResult, UpsertRow } from "./schemas";

/** Batches of one workspace that may wait for earlier ones, in this process. */
const MAX_WAITING = 8;

/**
 * Creates and updates contacts by external id or by e-mail, all in one transaction and as one change set; an invalid
 * contact fails alone. Runs the statements of an import, for which the batch is one of its own. Of two batches of a
 * workspace the second begins when the first is over. A dry run does everything and rolls it back. Throws 409 when
 * there is no room for new keys of custom fields, 503 when too many wait.
 */
export async function upsertContacts(
  workspaceId: string,
  sent: SentContact[],
  policy: UpsertPolicy,
  signal: AbortSignal,
): Promise<UpsertResult> {
  if (waitingIn("batch", workspaceId) >= MAX_WAITING) {
    const message = "Several batches of this workspace are waiting. Try again when one of them is done.";
    throw unavailable(message, 2, { busy: true });
  }
  const set = newChangeSet(workspaceId, "batch");
  const place = { workspaceId, id: set.id, rows: sent.length };
  return inTurn("batch", place, () => upsert(set, sent, policy), signal);
}

async function upsert(set: ChangeSet, sent: SentContact[], policy: UpsertPolicy): Promise<UpsertResult> {
  const { rows, refused } = readAll(sent);
  const rules = await fitRows(set.workspaceId, rows, refused);
  const plan = planUpsert(set, rows, policy);
  await (policy.dry_run ? checkKeys : noteKeys)(set.workspaceId, customKeysOf(rows));
  const staged = await stageUpsert(plan, rows);
  const lookups = await openLookups(plan);
  try {
    const settled = await retryDeadlocks(() =>
      write(set, plan, { rows, sent, refused }, { ...staged, rules, lookUp: lookups(staged.batch) }, policy),
    );
    return toResult(sent.length, refused, settled, policy);
  } finally {
    staged.batch.lines.release();
  }
}

function readAll(sent: SentContact[]) {
  const rows: SaidRows = new Map();
  const refused = new Map<number, Refused>();
  const consentFields = consentFinder();
  for (const [index, one] of sent.entries()) {
    const read = readContact(one, consentFields);
    if ("code" in read) refused.set(index + 1, read);
    else rows.set(index + 1, read);
  }
  return { rows, refused };
}

/** Custom fields as they are stored. A value that does not fit its field fails its contact. */
async function fitRows(workspaceId: string, rows: SaidRows, refused: Map<number, Refused>): Promise<Rules> {
  const rules = await readRules(workspaceId, customKeysOf(rows));
  if (rules.size === 0) return rules;
  for (const [row, said] of rows) {
    const fitted = said.custom ? fitAll(rules, said.custom) : { fields: null };
    if ("fields" in fitted) {
      said.custom = fitted.fields;
      continue;
    }
    const code = faultOf(rules.get(fitted.unfit)?.type ?? "text") ?? "wrong_type";
    refused.set(row, { code, field: `custom_fields.${fitted.unfit}` });
    rows.delete(row);
  }
  return rules;
}

/** Thrown to roll back a dry run. */
class DryRun extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super("a dry run");
    this.outcome = outcome;
  }
}

interface Outcome {
  answered: Answered;
  optedOut: number;
  /** Skipped rows that opted out and have no contact: their addresses are remembered. */
  skippedOptOuts: number;
  /** Failed rows whose opt-out counts. */
  counted: Set<number>;
  changeId: string | null;
}

/** What was sent, what could be read of it, and what was rejected at once, by row. */
interface Said {
  sent: SentContact[];
  rows: SaidRows;
  refused: Map<number, Refused>;
}

type Staged = Awaited<ReturnType<typeof stageUpsert>> & {
  lookUp: RunLookup;
  /** The field rules that the values were checked against. */
  rules: Rules;
};

async function write(
  set: ChangeSet,
  plan: MergePlan,
  said: Said,
  staged: Staged,
  { dry_run }: UpsertPolicy,
): Promise<Outcome> {
  try {
    let remembers = false;
    const done = await pg().begin(async (tx) => {
      await begin(tx, set);
      await requireSameRules(tx, set.workspaceId, customKeysOf(said.rows), staged.rules, !dry_run);
      const { answered, optedOut, counted, strangers, passedOver, remembered } = await merge(
        tx,
        plan,
        said,
        staged,
      );
      remembers = passedOver.length + counted.size > 0;
      const isNoted = await noteSet(tx, set, answered, remembered);
      await tx`select add_later_counts(${set.workspaceId}) where current_setting('kith.counts_later') <> '0 0'`;
      const outcome = {
        answered,
        optedOut,
        skippedOptOuts: strangers.length,
        counted,
        changeId: isNoted ? set.id : null,
      };
      if (dry_run) throw new DryRun(outcome);
      return outcome;
    });
    if (remembers) await enforceOptOuts(set.workspaceId);
    return done;
  } catch (error) {
    if (error instanceof DryRun) return { ...error.outcome, changeId: null };
    throw error;
  }
}

/** One batch of a workspace at a time, in any process: what it looked up stays true until it writes. */
async function begin(tx: TransactionSql, { workspaceId }: ChangeSet): Promise<void> {
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
  await startCounts(tx);
}

async function merge(
  tx: TransactionSql,
  plan: MergePlan,
  { sent, rows, refused: unread }: Said,
  staged: Staged,
) {
  let { batch, refused } = staged;
  const reread = async (rereading: Rereading): Promise<Batch> => {
    await rereading.room?.learn(new Set([...rows.values()].flatMap(({ tags }) => tags ?? [])));
    const again = await stageUpsert(plan, rows, { targets: batch.targets, ...rereading });
    ({ refused } = again);
    return again.batch;
  };
  try {
    const prepared = await prepareBatch(tx, { plan }, batch, staged.lookUp);
    batch = await identify(
      tx,
      plan,
      batch,
      (field) => field,
      (targets) => reread({ targets }),
    );
    batch = await createTagsOf(tx, plan, batch, { locking: true, reread: (room) => reread({ room }) });
    const part = batch === staged.batch ? prepared : wholeOf(batch);
    const outcome = await mergeIsolating(tx, plan, batch, part);
    await dropUnusedTags(tx, plan, batch);
    const settled: Settled = { plan, batch, refused: new Map<number, RowError>(refused), outcome };
    const answered = await answerRows(tx, settled);
    const strangers = optedOutOf(batch, outcome.merged.missing);
    const passedOver = [...strangers, ...otherAddresses(plan, batch)];
    const { taken, ...skipped } = await rememberPassedOver(tx, plan, passedOver, DATABASE);
    const failed = await keepOptOutsOf(tx, plan, failedOptOuts(sent, unread, answered), taken);
    return {
      answered,
      optedOut: await countOptedOut(tx, plan, rows, answered),
      counted: failed.counted,
      strangers,
      passedOver,
      remembered: skipped.remembered + failed.remembered,
    };
  } finally {
    if (batch !== staged.batch) batch.lines.release();
  }
}

/**
 * How many contacts are unsubscribed because they had opted out before. The database counts them; the shards of a
 * distributed one cannot, so there it is those whose row did not say so.
 */
async function countOptedOut(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  said: SaidRows,
  answered: Answered,
) {
  const known = await takeOptedOut(tx);
  if (!(await isDistributed(tx)) || answered.created.length === 0) return known;
  const saidSo = new Set(
    [...answered.rows].flatMap(([row, { id }]) => (said.get(row)?.is_unsubscribed ? (id ?? []) : [])),
  );
  const silent = answered.created.filter((id) => !saidSo.has(id));
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from contacts
    where workspace_id = ${workspaceId} and id = any(${silent}::uuid[]) and is_unsubscribed`;
  return row?.n ?? 0;
}

function toResult(
  count: number,
  unread: Map<number, Refused>,
  { answered, optedOut, skippedOptOuts, counted, changeId }: Outcome,
  { dry_run }: UpsertPolicy,
): UpsertResult {
  const rows = Array.from({ length: count }, (_, index): UpsertRow => {
    const refused = unread.get(index + 1);
    const { status, id, code, field } = refused
      ? { status: "failed" as const, id: null, ...refused }
      : (answered.rows.get(index + 1) ?? { status: "skipped" as const, id: null, code: null, field: null });
    const isUnmade = dry_run && status === "created";
    const facts = {
      ...(code && { code }),
      ...(field && { field: storable(field) }),
      ...(counted.has(index + 1) && { opted_out: true }),
    };
    return { index, status, id: isUnmade ? null : id, ...facts };
  });
  return {
    dry_run: dry_run ?? false,
    change_id: changeId,
    ...countStatuses(rows),
    opted_out: optedOut,
    skipped_opt_outs: skippedOptOuts,
    rows,
  };
}

/** A name as it was sent, in a form that the answer kept for an Idempotency-Key can have. */
const storable = (name: string) => name.replaceAll("\0", "\u2400").toWellFormed();

function countStatuses(rows: UpsertRow[]): Record<UpsertRow["status"], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of rows) counts[status]++;
  return counts;
}
