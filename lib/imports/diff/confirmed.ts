import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { refusal } from "@/lib/errors";
import { settleBatch } from "@/lib/imports/engine/apply";
import { type Ahead, fence, saveBatch } from "@/lib/imports/engine/commit";
import { startCounts } from "@/lib/imports/engine/counts";
import { TrialMemory } from "@/lib/imports/engine/failed-opt-outs";
import { mergeIsolating, NOTHING_MERGED, type Outcome, sumOutcomes } from "@/lib/imports/engine/isolate";
import { lockPeople } from "@/lib/imports/engine/lock-people";
import { OvertakenError } from "@/lib/imports/engine/overtaken";
import type { Batch, LoadedImport, Lookup } from "@/lib/imports/engine/plan";
import { copyMatches, onTrialTables, openTrial, tryBatch as tryOnTrial } from "@/lib/imports/engine/shadow";
import { fitBatch } from "@/lib/imports/engine/tag-limits";
import type { RowError } from "@/lib/imports/rows/row";
import type { Lease } from "@/lib/jobs/kind";
import { count } from "@/lib/metrics";
import { readRows } from "./page";
import { DiffRecorder } from "./recorder";
import { LETTERS } from "./rows";
import { RowSink, type TriedRow } from "./sink";

const CHANGED_SINCE: RowError = {
  column: null,
  code: "changed_since",
  message:
    "The contact was changed after this change was confirmed, so it was left alone. Upload the row again to see what it would change now.",
};

/**
 * Commits one batch of an import that was confirmed by its diff. Its contacts are locked; then the batch is run on the
 * tables of a dry run, compared row by row with what was confirmed, and rolled back. Rows that would do something else
 * fail individually; the others are merged, which must have the same result as the trial. Throws FencedError when the
 * lease is lost; then nothing was written.
 */
export async function commitConfirmed(
  lease: Lease,
  job: LoadedImport,
  batch: Batch,
  ahead?: Pick<Ahead, "turn">,
): Promise<void> {
  await ahead?.turn;
  let rows = 0;
  await pg().begin(async (tx) => {
    rows = 0;
    await startCounts(tx);
    if ((await fence(tx, lease, batch)) === "committed") return;
    // So that neither they nor their tags change before this transaction ends.
    await lockPeople(tx, job.plan, batch);
    const tried = await tryBatch(tx, job, batch);
    const refused = await deviating(tx, job, batch, tried);
    const done = await mergeAsTried(tx, job, batch, tried, refused);
    await saveBatch(tx, lease, batch, done);
    rows = done.counts.processed;
  });
  count("kith_import_rows_total", "", rows);
}

class TakenBack extends Error {}

/** What the batch would do to each of its rows now. */
async function tryBatch(tx: TransactionSql, job: LoadedImport, batch: Batch): Promise<Map<number, TriedRow>> {
  const sink = new RowSink(batch.start?.row ?? 1);
  await openTrial(tx);
  const attempt = tx.savepoint((point) =>
    onTrialTables(point, job.plan.workspaceId, async () => {
      const recorder = new DiffRecorder(point, job, sink);
      await recorder.open();
      await recorder.next(batch);
      recorder.copied(await copyMatches(point, job.plan.workspaceId, batch));
      const done = await tryOnTrial(point, job, batch, new TrialMemory());
      await recorder.record(done);
      if (done.batch !== batch) done.batch.lines.release();
      throw new TakenBack();
    }),
  );
  await attempt.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return sink.rows;
}

/** Addresses of rows that would write something other than what was confirmed. */
async function deviating(
  tx: TransactionSql,
  { plan, diff }: LoadedImport,
  { start, end, count }: Batch,
  tried: ReadonlyMap<number, TriedRow>,
): Promise<Set<string>> {
  const confirmed = await readRows(plan.workspaceId, diff ?? "", tx, start?.row ?? 1, end.row - 1);
  if (confirmed.size !== count)
    throw refusal(
      "draft_differs",
      "The changes that were confirmed are no longer stored. Start the import again.",
    );
  const refused = new Set<string>();
  for (const [row, { writes, text, email }] of tried)
    if (writes && confirmed.get(row) !== text) refused.add(email);
  return refused;
}

/**
 * The result of the trial, so that new contacts are copied straight in, as in any import. If one of them was created
 * meanwhile, the copy fails and the rows are merged instead.
 */
function foundBy(tried: ReadonlyMap<number, TriedRow>, { lines }: Batch): Lookup {
  const letters = lines.numbers.map((row) => tried.get(row)?.letter ?? "");
  const isKnown = (letter: string) => letter === LETTERS.update || letter === LETTERS.unchanged;
  return {
    stored: Uint8Array.from(letters, (letter) => Number(isKnown(letter))),
    same: new Uint8Array(letters.length),
    unsure: Uint8Array.from(letters, (letter) => Number(letter !== LETTERS.create && !isKnown(letter))),
    isLikely: false,
  };
}

async function mergeAsTried(
  tx: TransactionSql,
  job: LoadedImport,
  batch: Batch,
  tried: ReadonlyMap<number, TriedRow>,
  refused: ReadonlySet<string>,
) {
  const applied = await fitBatch(tx, job, batch, { locking: true });
  const isRefused = (index: number) => refused.has(applied.lines.emails[index] ?? "");
  const picked = applied.order.filter((index) => !isRefused(index));
  const merged = await mergeIsolating(tx, job.plan, applied, { lookup: foundBy(tried, applied), picked });
  const left: Outcome = {
    merged: NOTHING_MERGED,
    poisoned: applied.order.filter(isRefused).map((index) => ({ index, error: CHANGED_SINCE })),
  };
  const done = await settleBatch(tx, job, applied, sumOutcomes(merged, left));
  const wanted = [...tried.values()].filter(({ email }) => !refused.has(email));
  const count = (letter: string) => wanted.filter((row) => row.isFirst && row.letter === letter).length;
  const changed = wanted.filter((row) => row.isFirst && row.writes && row.letter !== LETTERS.create).length;
  const optedOut = wanted.filter((row) => row.isRemembered).length;
  // A row that fails may unsubscribe, by its id, a contact of another row, and the trial says so.
  const isSoManyChanged = merged.merged.changed <= changed && changed <= merged.merged.changed + done.also;
  // The shards of a distributed database count opt-outs only in the import's row.
  const isSoManyOptedOut = done.counts.optedOut === optedOut || (await isDistributed(tx));
  const isAsTried = done.counts.created === count(LETTERS.create) && isSoManyChanged && isSoManyOptedOut;
  if (!isAsTried) throw new OvertakenError("a contact came or changed while its row was tried out");
  return done;
}
