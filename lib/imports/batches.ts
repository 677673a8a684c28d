import { env } from "@/lib/env";
import { openText } from "./file";
import type { LoadedImport } from "./load";
import { positionAfter, type RecordBatch, type RecordPosition, readRecords } from "./records";
import { mergeRepeat, type StagedRow } from "./staging";

/** A row that cannot be imported, as the report shows it. */
export interface RowFailure {
  row: number;
  line: number;
  column: string | null;
  code: string;
  message: string;
  cells: string[];
}

/** Rows that are merged and committed together. */
export interface Batch {
  /** Data rows of the file in this batch. */
  count: number;
  /** One per e-mail: later rows with the same one are merged into the first. */
  rows: StagedRow[];
  /** Those later rows, and how many of them added nothing. */
  repeats: { all: number; unchanged: number };
  failures: RowFailure[];
  /** Checkpoint after the last row. */
  end: RecordPosition;
  /** Checkpoint before the first row; undefined at the start of the file. */
  start: RecordPosition | undefined;
}

/** A batch is also full at this size, however few rows it has. Between 5 000 and 50 000 rows make 5 % of speed. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Reads an import's file from its checkpoint on, in batches. Where a batch ends depends on the file alone, so that a
 * resumed import cuts the same batches as an undisturbed one.
 */
export async function* readBatches(job: LoadedImport): AsyncGenerator<Batch> {
  const { row } = job;
  const from: RecordPosition | undefined =
    row.processed_rows > 0
      ? { byte: row.checkpoint_bytes, line: row.checkpoint_line, row: row.processed_rows + 1 }
      : undefined;
  const maxRows = env().IMPORT_BATCH_ROWS;
  let builder = new BatchBuilder(job, from);
  for await (const records of readRows(job, from)) {
    for (let index = 0; index < records.rows.length; index++) {
      builder.add(records, index);
      const byte = records.nextBytes[index] ?? 0;
      if (builder.count < maxRows && byte - builder.startByte < BATCH_BYTES) continue;
      const batch = builder.finish(positionAfter(records, index));
      yield batch;
      builder = new BatchBuilder(job, batch.end);
    }
    builder.readUpTo(records.end);
  }
  if (builder.count > 0) yield builder.finish(builder.end);
}

async function* readRows({ row, dialect }: LoadedImport, from: RecordPosition | undefined) {
  const { delimiter, headerRow, firstRecord } = dialect;
  const text = await openText(row.blob_key, dialect, from?.byte ?? 0);
  yield* readRecords(text, { delimiter, headerRow, firstRecord, ...(from && { from }) });
}

/**
 * One row of a batch as it stands in the file, read again: rows the database refuses are too rare to keep the cells
 * of all the others in memory for them.
 */
export async function findSource(
  job: LoadedImport,
  batch: Batch,
  row: number,
): Promise<{ line: number; cells: string[] }> {
  for await (const records of readRows(job, batch.start)) {
    const index = row - records.firstRow;
    if (index < records.rows.length)
      return { line: records.lines[index] ?? 0, cells: records.rows[index] ?? [] };
  }
  throw new Error(`row ${row} is not in the file`);
}

class BatchBuilder {
  count = 0;
  /** Checkpoint after the rows read so far. */
  end: RecordPosition;
  #start: RecordPosition | undefined;
  #job: LoadedImport;
  #byEmail = new Map<string, StagedRow>();
  #repeats = { all: 0, unchanged: 0 };
  #failures: RowFailure[] = [];

  constructor(job: LoadedImport, start: RecordPosition | undefined) {
    this.#job = job;
    this.#start = start;
    this.end = start ?? { byte: 0, line: 1, row: 1 };
  }

  get startByte(): number {
    return this.#start?.byte ?? 0;
  }

  readUpTo(position: RecordPosition): void {
    this.end = position;
  }

  add(records: RecordBatch, index: number): void {
    this.count++;
    const row = records.firstRow + index;
    const cells = records.rows[index] ?? [];
    const unreadable = records.errors.get(index);
    const read = unreadable
      ? { failure: { column: null, ...unreadable } }
      : this.#job.reader.read(row, cells);
    if ("failure" in read) {
      this.#failures.push({ row, line: records.lines[index] ?? 0, cells, ...read.failure });
      return;
    }
    const first = this.#byEmail.get(read.staged.email);
    if (first) this.#repeat(first, read.staged);
    else this.#byEmail.set(read.staged.email, read.staged);
  }

  #repeat(first: StagedRow, later: StagedRow): void {
    const { plan } = this.#job;
    this.#repeats.all++;
    first.repeats ??= [];
    first.repeats.push(later.row);
    if (plan.strategy === "update" && !mergeRepeat(first, later, plan)) this.#repeats.unchanged++;
  }

  finish(end: RecordPosition): Batch {
    return {
      count: this.count,
      rows: [...this.#byEmail.values()],
      repeats: this.#repeats,
      failures: this.#failures,
      start: this.#start,
      end,
    };
  }
}
