import { env } from "@/lib/env";
import type { RowErrorCode } from "@/lib/imports/faults";
import { markCutRows } from "@/lib/imports/file/cut-rows";
import { openText } from "@/lib/imports/file/file";
import {
  positionAfter,
  type RecordBatch,
  type RecordPosition,
  readRecords,
} from "@/lib/imports/file/records";
import type { RecordError } from "@/lib/imports/limits";
import type { RowRead } from "@/lib/imports/rows/corrector";
import { hashEmail, MetEmails } from "@/lib/imports/rows/email-index";
import type { StagedColumns, StagedRow } from "@/lib/imports/rows/encode";
import type { RowLines } from "@/lib/imports/rows/lines";
import { OutIds } from "@/lib/imports/rows/out-ids";
import type { OptOut } from "@/lib/imports/rows/row";
import type { UnreadConsent } from "@/lib/imports/rows/unread-consent";
import { yieldToRequests } from "@/lib/jobs/yielding";
import {
  type Batch,
  type LoadedImport,
  type MergePlan,
  peopleOut,
  type Rereading,
  type RowFailure,
} from "./plan";
import { RowsByEmail } from "./rows-by-email";

/** A batch is also full at this size, however few rows it has. Any value between 5 000 and 50 000 rows changes speed by 5 %. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** The first batches are small, none larger than all before it together, so that the database starts working early. */
const FIRST_BATCH_ROWS = 5000;
/**
 * A file is written in at least this many batches, unless they would be smaller than the first one, so that progress is
 * visible.
 */
const LEAST_BATCHES = 8;

/**
 * Reads an import's file from its checkpoint on, in batches. Where a batch ends depends on the file alone, so that a
 * resumed import cuts the same batches as an undisturbed one. Counts in `unread` the consent values that cannot be
 * read.
 */
export async function* readBatches(job: LoadedImport, unread?: UnreadConsent): AsyncGenerator<Batch> {
  const { row } = job;
  const from: RecordPosition | undefined =
    row.processed_rows > 0
      ? { byte: row.checkpoint_bytes, line: row.checkpoint_line, row: row.processed_rows + 1 }
      : undefined;
  const met = new MetEmails(row.total_rows);
  const outIds = new OutIds();
  const isOut = (_: number, id: string) => outIds.has(id);
  if (from) await meetUpTo(job, from, met, outIds);
  let builder = new BatchBuilder(job, from, isOut);
  for await (const records of readRows(job, from)) {
    await yieldToRequests();
    for (let index = 0; index < records.rows.length; index++) {
      builder.add(records, index, unread);
      if (records.open?.has(index)) continue;
      const byte = records.nextBytes[index] ?? 0;
      if (builder.count < builder.maxRows && byte - builder.startByte < BATCH_BYTES) continue;
      const batch = builder.finish(positionAfter(records, index), meetAll(builder.lines, met));
      for (const { optOut } of batch.failures) outIds.add(optOut);
      yield batch;
      builder = new BatchBuilder(job, batch.end, isOut);
    }
    builder.readUpTo(records.end);
  }
  if (builder.count > 0) yield builder.finish(builder.end, meetAll(builder.lines, met));
}

/** Adds the e-mails of a batch, and returns those that occurred before. */
function meetAll({ emails, hashes }: RowLines, met: MetEmails): Set<string> {
  const again = new Set<string>();
  for (let index = 0; index < emails.length; index++) {
    const email = emails[index] ?? "";
    if (met.meet(email, hashes[index] ?? 0)) again.add(email);
  }
  return again;
}

/** Adds the rows before a checkpoint again, so that a resumed import counts like an undisturbed one. */
async function meetUpTo(
  job: LoadedImport,
  { row: end }: RecordPosition,
  met: MetEmails,
  outIds: OutIds,
): Promise<void> {
  for await (const records of readRows(job, undefined)) {
    const count = Math.min(records.rows.length, end - records.firstRow);
    if (count <= 0) return;
    await yieldToRequests();
    for (let index = 0; index < count; index++) {
      if (job.plan.leftOut.has(records.firstRow + index)) continue;
      const read = readRow(job, records, index);
      if ("staged" in read) met.meet(read.staged.email, hashEmail(read.staged.email));
      else outIds.add(optOutOf(read, job.plan, read.failure.code));
    }
  }
}

/** What a row says, after corrections. */
function readRow(
  { corrector }: LoadedImport,
  { rows, errors, firstRow }: RecordBatch,
  index: number,
): RowRead {
  return corrector.read(firstRow + index, rows[index] ?? [], errors.get(index));
}

async function* readRows({ row, dialect, table, startLine }: LoadedImport, from?: RecordPosition) {
  const { delimiter, headerRow, firstRecord } = dialect;
  const text = await openText(row.blob_key, dialect, from?.byte ?? 0);
  yield* markCutRows(
    readRecords(text, { delimiter, headerRow, firstRecord, startLine, ...(from && { from }) }),
    table,
  );
}

/**
 * The given rows of a batch as they are in the file or were corrected, and who opted out according to them. They are
 * read again: rows rejected in the merge are too rare to keep the cells of all the others in memory for them.
 */
export async function findSources(
  job: LoadedImport,
  batch: Batch,
  rows: { has(row: number): boolean },
): Promise<Pick<RowFailure, "row" | "line" | "cells" | "optOut">[]> {
  const found = [];
  for await (const records of readRows(job, batch.start)) {
    if (records.firstRow >= batch.end.row) break;
    await yieldToRequests();
    for (const [index, source] of records.rows.entries()) {
      const row = records.firstRow + index;
      if (!rows.has(row)) continue;
      const read = readRow(job, records, index);
      const cells = detach(read.cells ?? source);
      found.push({ row, line: records.lines[index] ?? 0, cells, optOut: optOutOf(read, job.plan) });
    }
  }
  return found;
}

/** A row as it is in the file. */
export interface SourceRow {
  row: number;
  line: number;
  cells: string[];
  unreadable: RecordError | undefined;
}

/** The given rows of a whole file, as they are there. */
export async function findRows(job: LoadedImport, rows: ReadonlySet<number>): Promise<SourceRow[]> {
  const found: SourceRow[] = [];
  if (rows.size === 0) return found;
  const last = Math.max(...rows);
  for await (const records of readRows(job, undefined)) {
    if (records.firstRow > last) break;
    await yieldToRequests();
    for (const [index, cells] of records.rows.entries()) {
      const row = records.firstRow + index;
      const line = records.lines[index] ?? 0;
      if (rows.has(row))
        found.push({ row, line, cells: detach(cells), unreadable: records.errors.get(index) });
    }
  }
  return found;
}

/** The batch read again, either without the rows for whose tags there is no room, or with the contact of each row. */
export async function rereadBatch(
  job: LoadedImport,
  { start, end, metBefore, targets: known, late }: Batch,
  { room, targets = known }: Rereading,
): Promise<Batch> {
  const builder = new BatchBuilder(job, start, (row) => late.has(row), { ...(room && { room }), targets });
  for await (const records of readRows(job, start)) {
    const count = Math.min(records.rows.length, end.row - records.firstRow);
    if (count <= 0) break;
    await yieldToRequests();
    await room?.learn(tagsOf(job, records, count));
    for (let index = 0; index < count; index++) builder.add(records, index);
  }
  return builder.finish(end, targets?.met ?? metBefore);
}

function tagsOf(job: LoadedImport, records: RecordBatch, count: number): Set<string> {
  const names = new Set<string>();
  for (let index = 0; index < count; index++) {
    const read = readRow(job, records, index);
    for (const name of ("staged" in read && read.staged.tags) || []) names.add(name);
  }
  return names;
}

/** Whether an earlier batch unsubscribed the contact with this id. */
type IsOut = (row: number, id: string) => boolean;

class BatchBuilder {
  count = 0;
  readonly maxRows: number;
  readonly startByte: number;
  /** Checkpoint after the rows read so far. */
  end: RecordPosition;
  #start: RecordPosition | undefined;
  #job: LoadedImport;
  #idAt: number;
  #rows: RowsByEmail;
  #fileLines: number[] = [];
  #leftOut = new Map<number, string>();
  #failures: RowFailure[] = [];
  #besides: string[] = [];
  #isOut: IsOut;
  #late = new Set<number>();

  constructor(job: LoadedImport, start: RecordPosition | undefined, isOut: IsOut, rereading?: Rereading) {
    this.#job = job;
    this.#idAt = job.plan.columns.text.indexOf("external_id");
    this.#start = start;
    this.#isOut = isOut;
    this.#rows = new RowsByEmail(job.plan, rereading);
    this.end = start ?? { byte: 0, line: 1, row: 1 };
    this.startByte = this.end.byte;
    const most = Math.min(this.end.row - 1, Math.ceil(job.row.total_rows / LEAST_BATCHES));
    this.maxRows = Math.min(env().IMPORT_BATCH_ROWS, Math.max(FIRST_BATCH_ROWS, most));
  }

  readUpTo(position: RecordPosition): void {
    this.end = position;
  }

  add(records: RecordBatch, index: number, unread?: UnreadConsent): void {
    this.count++;
    this.#fileLines.push(records.lines[index] ?? 0);
    const row = records.firstRow + index;
    const read = this.#withEarlier(row, readRow(this.#job, records, index));
    if (this.#job.plan.leftOut.has(row)) {
      this.#leftOut.set(row, "staged" in read ? read.staged.email : "");
      return;
    }
    const failure = "failure" in read ? read.failure : this.#rows.add(read.staged);
    if ("others" in read) this.#besides.push(...detach(read.others ?? []));
    if (!failure) {
      if ("unread" in read) unread?.add(read.unread);
      return;
    }
    const cells = detach(read.cells ?? records.rows[index] ?? []);
    const optOut = optOutOf(read, this.#job.plan, failure.code);
    this.#failures.push({ row, line: records.lines[index] ?? 0, cells, ...failure, optOut });
  }

  /** A row as it reads, with what a row of an earlier batch said of its id. */
  #withEarlier(row: number, read: RowRead): RowRead {
    if (!("staged" in read)) return read;
    const id = read.staged.text[this.#idAt];
    if (!id || !this.#isOut(row, id)) return read;
    this.#late.add(row);
    return { ...read, staged: { ...read.staged, is_unsubscribed: true } };
  }

  get lines(): RowLines {
    return this.#rows.lines;
  }

  finish(end: RecordPosition, metBefore: ReadonlySet<string>): Batch {
    return {
      count: this.count,
      ...this.#rows.finish(peopleOut({ failures: this.#failures, besides: this.#besides })),
      fileLines: this.#fileLines,
      leftOut: this.#leftOut,
      metBefore,
      failures: this.#failures,
      besides: this.#besides,
      late: this.#late,
      start: this.#start,
      end,
    };
  }
}

/** A copy of cells. Uncopied, each would keep the piece of the file it was cut from in memory. */
function detach<T>(cells: T): T {
  return JSON.parse(JSON.stringify(cells));
}

/** Failures because another contact has the id: which contact the row means is unknown. */
export const ID_FAULTS: readonly RowErrorCode[] = ["email_taken", "external_id_differs"];

/** Who opted out according to a row that fails. */
function optOutOf(read: RowRead, { columns }: MergePlan, code?: RowErrorCode): OptOut | null {
  const said = "staged" in read ? saidBy(read.staged, columns) : (read.optOut ?? null);
  return said && detach(code && ID_FAULTS.includes(code) ? { ...said, externalId: null } : said);
}

function saidBy(staged: StagedRow, { text }: StagedColumns): OptOut | null {
  const externalId = staged.text[text.indexOf("external_id")] ?? null;
  return staged.is_unsubscribed ? { email: staged.email, externalId } : null;
}
