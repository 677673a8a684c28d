import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { unavailable } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { inTurn, waitingIn } from "@/lib/jobs/lanes";
import { LIMITS } from "@/lib/limits";
import { fitting, jsonBytes } from "@/lib/pages";
import { planImport } from "./confirm";
import { confirmationOf } from "./draft";
import { Samples } from "./dry-run-samples";
import { applyBatch, type Counts, NO_COUNTS, prepareBatch } from "./engine/apply";
import { readBatches } from "./engine/batches";
import { describeJob } from "./engine/load";
import type { Batch, LoadedImport, RowFailure } from "./engine/plan";
import { ONLY_LOOK_UPS } from "./engine/staging";
import { createTags } from "./engine/tag-limits";
import { type ImportRow, readPendingImport } from "./queries";
import { showRowError } from "./row-error-queries";
import { textColumns } from "./rows/encode";
import type { ConfirmBody, ImportRowError } from "./schemas";

/** Changes that are shown, and errors when nobody asks for more. */
const SAMPLES = 10;

/**
 * What confirming with this body, or with the draft, would do, for the whole file. It is the real thing, run by the real code: the same
 * statements against temporary tables of the same names, which come first in the search path and are filled with
 * the contacts a batch touches. So its numbers cannot differ from the import's unless something changes in between.
 * Throws what confirming would throw, and 503 when the workspace has several others waiting. Stops when `signal` says
 * that nobody waits any more.
 */
export async function dryRun(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
  { signal, errorsLimit = SAMPLES }: { signal: AbortSignal; errorsLimit?: number | undefined },
) {
  const row = await readPendingImport(workspaceId, id);
  const plan = await planImport(row, body ?? (await confirmationOf(row)));
  const job = describeJob({ ...row, ...plan });
  const total: Counts = { ...NO_COUNTS };
  const errors = new ShownErrors(errorsLimit);
  const { samples, ...shown } = await inTurnOf(row, signal, async (tx) => {
    await shadowTables(tx, workspaceId);
    const seen = new Samples(job, SAMPLES / 2);
    for await (const batch of readBatches(job)) {
      signal.throwIfAborted();
      await copyMatches(tx, workspaceId, batch);
      const { counts, failures } = await tryBatch(tx, job, batch);
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
      errors.add(failures);
      await seen.collect(tx, batch);
    }
    return {
      samples: await seen.read(tx),
      new_tags: await newTags(tx, job),
      ...(await countUnsubscribed(tx, job, total)),
    };
  });
  return {
    importId: id,
    rows: total.processed,
    create: total.created,
    update: total.updated - total.unchanged,
    unchanged: total.unchanged,
    skip: total.skipped,
    fail: total.failed,
    opted_out: total.optedOut,
    changed: total.changed,
    repeated: total.repeated,
    ...shown,
    samples,
    errors: fitting(errors.list, LIMITS.page_bytes.max - jsonBytes(samples)),
  };
}

/** As `commitBatch` does it, but for what only a running import has: a lease, a checkpoint, others beside it. */
async function tryBatch(tx: TransactionSql, job: LoadedImport, batch: Batch) {
  const prepared = await prepareBatch(tx, job, batch);
  const fitting = await createTags(tx, job, batch, { locking: false });
  const outcome = await applyBatch(tx, job, fitting, fitting === batch ? prepared : undefined);
  if (fitting !== batch) fitting.lines.release();
  return outcome;
}

/** Tags that are named in an answer. */
const NAMED_TAGS = 100;

async function newTags(tx: TransactionSql, { plan }: LoadedImport): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select name from pg_temp.tags where workspace_id = ${plan.workspaceId} and import_id = ${plan.importId}
    order by name_key limit ${NAMED_TAGS}`;
  return rows.map(({ name }) => name);
}

/** The first failures, as many as were asked for or make a page. */
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

/** Dry runs of one workspace that may wait for those before them. */
const MAX_WAITING = 3;

/**
 * Runs a transaction when its turn has come: each holds a connection for as long as its whole file takes. Throws 503
 * when as many of the same workspace wait as may.
 */
function inTurnOf<T>(
  { workspace_id, total_rows }: ImportRow,
  signal: AbortSignal,
  run: (tx: TransactionSql) => Promise<T>,
) {
  if (waitingIn("dry_run", workspace_id) >= MAX_WAITING) {
    const message = "You are checking several files at this moment. Try again when one of them is done.";
    throw unavailable(message, 5, { busy: true });
  }
  const place = { workspaceId: workspace_id, id: newId(), rows: total_rows };
  return inTurn("dry_run", place, () => pg().begin(run), signal);
}

/** Empty copies of the tables an import writes, with all their indexes and checks; only tags are filled. */
async function shadowTables(tx: TransactionSql, workspaceId: string): Promise<void> {
  await tx`set local search_path = pg_temp, public`; // Also where somebody set a path that names them the other way round.
  for (const table of ["contacts", "tags", "contact_tags", "import_changes"]) {
    await tx.unsafe(`create temp table ${table} (like public.${table} including all) on commit drop`);
  }
  await tx`
    create trigger contacts_journaled after update on pg_temp.contacts referencing old table as old_rows
    for each statement when (current_setting('kith.import_id', true) <> '') execute function journal_import_changes()`;
  await tx`
    create trigger contacts_opted_out after insert on pg_temp.contacts referencing new table as new_rows
    for each statement execute function keep_opt_outs_inserted('remembers nothing')`;
  await tx`select set_config('kith.opted_out', '0', true)`;
  await tx`
    insert into pg_temp.tags (workspace_id, id, name, color, emoji, created_at)
    select workspace_id, id, name, color, emoji, created_at from public.tags where workspace_id = ${workspaceId}`;
}

/** Copies the contacts this batch may meet, with their tags; those of earlier batches stay as these left them. */
async function copyMatches(tx: TransactionSql, workspaceId: string, batch: Batch): Promise<void> {
  const emails = batch.order.map((index) => batch.lines.emails[index] ?? "").join("\n");
  await tx.unsafe(ONLY_LOOK_UPS);
  await tx`
    with copied as (
      insert into pg_temp.contacts (workspace_id, id, email, ${tx.unsafe(textColumns())},
        is_unsubscribed, unsubscribed_at, custom_fields, import_id, import_row, written_by, created_at, updated_at)
      select c.workspace_id, c.id, c.email, ${tx.unsafe(textColumns("c"))},
        c.is_unsubscribed, c.unsubscribed_at, c.custom_fields, c.import_id, c.import_row, c.written_by,
        c.created_at, c.updated_at
      from string_to_table(${emails}, E'\\n') as e(email)
      join public.contacts c on c.workspace_id = ${workspaceId} and c.email = e.email
      on conflict do nothing
      returning id
    )
    insert into pg_temp.contact_tags
    select t.* from copied join public.contact_tags t on t.workspace_id = ${workspaceId} and t.contact_id = copied.id`;
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
