import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { unavailable } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { inTurn, waitingIn } from "@/lib/jobs/lanes";
import { LIMITS } from "@/lib/limits";
import { fitting, jsonBytes } from "@/lib/pages";
import { ahead } from "@/lib/streams";
import { DraftDiff } from "./diff/draft-diff";
import type { DiffCounts } from "./diff/schemas";
import { confirmationOf, isConfirmationOf } from "./draft";
import { Samples } from "./dry-run-samples";
import { type Counts, NO_COUNTS } from "./engine/apply";
import { readBatches } from "./engine/batches";
import { TrialMemory } from "./engine/failed-opt-outs";
import { describeJob } from "./engine/load";
import type { LoadedImport, RowFailure } from "./engine/plan";
import { copyMatches, onTrialTables, openTrial, tryBatch } from "./engine/shadow";
import { clearWorkTables } from "./engine/work-tables";
import { planImport } from "./planning";
import { type ImportRow, readPendingImport } from "./queries";
import { showRowError } from "./row-error-queries";
import { UnreadConsent } from "./rows/unread-consent";
import type { ConfirmBody, ImportRowError } from "./schemas";

/** Changes that are shown, and errors by default. */
const SAMPLES = 10;

/**
 * What confirming with this body, or with the draft, would do, for the whole file. It really runs the import's code:
 * the same statements against temporary tables of the same names, which come first in the search path and are filled
 * with the contacts a batch touches. So its numbers cannot differ from the import's unless something changes in
 * between. Throws what confirming would throw, and 503 when the workspace has several others waiting. Stops when
 * `signal` aborts because nobody waits any more.
 */
export async function dryRun(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
  limits: DryRunLimits,
) {
  return (await tryOut(workspaceId, id, body, limits)).answer;
}

interface DryRunLimits {
  signal: AbortSignal;
  errorsLimit?: number | undefined;
  /** The etag of the diff that the caller knows. */
  reviewed?: string;
}

/**
 * The same, and what happened to the stored diff of the draft; null if the body differs from the draft. `differing`: the
 * first rows that do something else than in the `reviewed` one, if that is still stored.
 */
export async function tryOut(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
  { signal, errorsLimit = SAMPLES, reviewed }: DryRunLimits,
) {
  const row = await readPendingImport(workspaceId, id);
  const drafted = await confirmationOf(row);
  const isDraft = body === undefined || isConfirmationOf(body, drafted);
  const { fresh: _, ...plan } = await planImport(row, isDraft ? drafted : body);
  const job = describeJob({ ...row, ...plan });
  const total: Counts = { ...NO_COUNTS };
  const errors = new ShownErrors(errorsLimit);
  const unread = new UnreadConsent();
  const { samples, kept, diff, differing, ...shown } = await inTurnOf(row, signal, async (tx) => {
    await openTrial(tx);
    return onTrialTables(tx, workspaceId, async () => {
      const diff = isDraft ? new DraftDiff(tx, job) : null;
      await diff?.open();
      const seen = new Samples(job, SAMPLES / 2);
      const memory = new TrialMemory();
      for await (const batch of ahead(readBatches(job, unread))) {
        signal.throwIfAborted();
        if (batch.start) await clearWorkTables(tx, job.plan);
        await diff?.recorder.next(batch);
        const unsubscribed = await copyMatches(tx, workspaceId, batch);
        diff?.recorder.copied(unsubscribed);
        const done = await tryBatch(tx, job, batch, memory);
        for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += done.counts[key];
        errors.add(done.failures);
        await seen.collect(tx, batch);
        await diff?.recorder.record(done);
        if (done.batch !== batch) done.batch.lines.release();
      }
      const found = {
        samples: await seen.read(tx),
        new_tags: await newTags(tx, job),
        ...(await countUnsubscribed(tx, job, total)),
      };
      // Last, because it locks rows that others need.
      return {
        ...found,
        ...((await diff?.keep({ ...countsOf(total), repeated: total.repeated }, reviewed)) ?? NOT_KEPT),
      };
    });
  });
  const answer = {
    importId: id,
    etag: diff && kept === "kept" ? diff.etag : null,
    ...countsOf(total),
    opted_out: total.optedOut,
    repeated: total.repeated,
    unread_consent: unread.summary(),
    ...shown,
    samples,
    errors: fitting(errors.list, LIMITS.page_bytes.max - jsonBytes(samples)),
  };
  return { answer, kept, diff, differing };
}

const NOT_KEPT = { kept: null, diff: null, differing: null };

function countsOf(total: Counts): DiffCounts {
  return {
    rows: total.processed,
    create: total.created,
    update: total.updated - total.unchanged,
    unchanged: total.unchanged,
    skip: total.skipped,
    fail: total.failed,
    changed: total.changed,
    failed_opt_outs: total.failedOptOuts,
    skipped_opt_outs: total.skippedOptOuts,
  };
}

/** Tags that an answer lists. */
const NAMED_TAGS = 100;

async function newTags(tx: TransactionSql, { plan }: LoadedImport): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select name from pg_temp.tags where workspace_id = ${plan.workspaceId} and import_id = ${plan.importId}
    order by name_key limit ${NAMED_TAGS}`;
  return rows.map(({ name }) => name);
}

/** The first failures, as many as were requested or fit on a page. */
class ShownErrors {
  list: ImportRowError[] = [];
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(failures: RowFailure[]): void {
    const more = failures.slice(0, this.#limit - this.list.length).map(showRowError);
    const all = [...this.list, ...more];
    this.list = fitting(all);
    if (this.list.length < all.length) this.#limit = this.list.length;
  }
}

/** Dry runs of one workspace that may wait for earlier ones. */
const MAX_WAITING = 3;

/**
 * Runs a transaction when it is its turn, because each holds a connection for its whole file. Throws 503 when too many
 * dry runs of the same workspace are waiting.
 */
function inTurnOf<T>(
  { workspace_id, total_rows }: ImportRow,
  signal: AbortSignal,
  run: (tx: TransactionSql) => Promise<T>,
) {
  if (waitingIn("dry_run", workspace_id) >= MAX_WAITING) {
    const message = "You are checking several files right now. Try again when one of them is done.";
    throw unavailable(message, 5, { busy: true });
  }
  const place = { workspaceId: workspace_id, id: newId(), rows: total_rows };
  return inTurn("dry_run", place, () => pg().begin(run), signal);
}

/** Of the contacts in the file: those it marks as unsubscribed, and those that were unsubscribed and stay so. */
async function countUnsubscribed(tx: TransactionSql, { plan }: LoadedImport, { optedOut }: Counts) {
  const [row] = await tx<{ created: number; known: number; marked: number }[]>`
    select (count(*) filter (where c.import_id = ${plan.importId}))::int as created,
      (count(*) filter (where c.import_id is distinct from ${plan.importId}))::int as known,
      (select count(distinct j.contact_id) from pg_temp.import_changes j
       join pg_temp.contacts m on m.workspace_id = ${plan.workspaceId} and m.id = j.contact_id
       where j.workspace_id = ${plan.workspaceId} and m.is_unsubscribed and not j.is_unsubscribed)::int as marked
    from pg_temp.contacts c where c.workspace_id = ${plan.workspaceId} and c.is_unsubscribed`;
  const { created = 0, known = 0, marked = 0 } = row ?? {};
  return { unsubscribe: created - optedOut + marked, stay_unsubscribed: known - marked };
}
