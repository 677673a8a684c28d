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
  /** A row of the batch as it stands in the file. */
  source(row: number): { line: number; cells: string[] };
}

/** A batch is also full at this size, however few rows it has. Between 5 000 and 50 000 rows make 5 % of speed. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Reads an import's file from its checkpoint on, in batches. Where a batch ends depends on the file alone, so that a
 * resumed import cuts the same batches as an undisturbed one.
 */
export async function* readBatches(job: LoadedImport): AsyncGenerator<Batch> {
  const { row, dialect } = job;
  const from: RecordPosition | undefined =
    row.processed_rows > 0
      ? { byte: row.checkpoint_bytes, line: row.checkpoint_line, row: row.processed_rows + 1 }
      : undefined;
  const text = await openText(row.blob_key, dialect, from?.byte ?? 0);
  const { delimiter, headerRow, firstRecord } = dialect;
  const maxRows = env().IMPORT_BATCH_ROWS;
  let builder = new BatchBuilder(job, from?.byte ?? 0);
  for await (const records of readRecords(text, {
    delimiter,
    headerRow,
    firstRecord,
    ...(from && { from }),
  })) {
    for (let index = 0; index < records.rows.length; index++) {
      builder.add(records, index);
      const byte = records.nextBytes[index] ?? 0;
      if (builder.count < maxRows && byte - builder.startByte < BATCH_BYTES) continue;
      yield builder.finish();
      builder = new BatchBuilder(job, byte);
    }
  }
  if (builder.count > 0) yield builder.finish();
}

class BatchBuilder {
  readonly startByte: number;
  count = 0;
  #job: LoadedImport;
  #byEmail = new Map<string, StagedRow>();
  #repeats = { all: 0, unchanged: 0 };
  #failures: RowFailure[] = [];
  #records: RecordBatch[] = [];
  #lastIndex = 0;

  constructor(job: LoadedImport, startByte: number) {
    this.#job = job;
    this.startByte = startByte;
  }

  add(records: RecordBatch, index: number): void {
    if (this.#records.at(-1) !== records) this.#records.push(records);
    this.count++;
    this.#lastIndex = index;
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
    if (!first) {
      this.#byEmail.set(read.staged.email, read.staged);
      return;
    }
    this.#repeats.all++;
    first.repeats = [...(first.repeats ?? []), row];
    if (this.#job.plan.strategy === "skip") return;
    if (!mergeRepeat(first, read.staged, this.#job.plan)) this.#repeats.unchanged++;
  }

  finish(): Batch {
    const records = this.#records;
    const last = records.at(-1);
    if (!last) throw new Error("a batch has at least one row");
    return {
      count: this.count,
      rows: [...this.#byEmail.values()],
      repeats: this.#repeats,
      failures: this.#failures,
      end: positionAfter(last, this.#lastIndex),
      source: (row) => findSource(records, row),
    };
  }
}

function findSource(records: RecordBatch[], row: number): { line: number; cells: string[] } {
  const batch = records.find((one) => row >= one.firstRow && row < one.firstRow + one.rows.length);
  const index = row - (batch?.firstRow ?? 0);
  return { line: batch?.lines[index] ?? 0, cells: batch?.rows[index] ?? [] };
}
