import { isUtf8 } from "node:buffer";
import Papa from "papaparse";
import {
  isWhole,
  MAX_COLUMNS,
  MAX_FIELD_BYTES,
  MAX_RAW_BYTES,
  PIECE_BYTES,
  type RecordError,
  type RecordErrorCode,
  recordError,
} from "@/lib/imports/limits";
import { cellsOf } from "../record-cells";
import { bytesOf, ENDED_BY, type FoundRecords, type SplitterOptions, type Survey } from "./records-found";
import { RecordSplitter } from "./records-splitter";

/**
 * Reads the data rows of a CSV file from a UTF-8 stream: our splitter cuts records, papaparse cuts cells.
 *
 * A batch holds the rows of at most one piece (PIECE_BYTES) of the file, as parallel arrays: one object per row would
 * cost more than the parsing. Row i of a batch is data row `firstRow + i` of the file (1-based; the header, the lines
 * above it and blank lines do not count), is on line `lines[i]` as a spreadsheet counts, and has the cells `rows[i]`.
 * A row that could not be read is in `errors` under i; its cells are then whatever could be recovered, for the report
 * only. `positionAfter(batch, i)` is a checkpoint: `readRecords(…, { from })` on the stream from that byte yields
 * exactly the rows that follow, whatever the chunks were.
 */
export type RecordBatch = {
  rows: string[][];
  lines: number[];
  firstRow: number;
  errors: ReadonlyMap<number, RecordError>;
  /** Rows whose rest follows: no checkpoint is between them. */
  open?: ReadonlySet<number>;
  /** After the last row of the batch. */ end: RecordPosition;
  /** For each row, the offset in the stream and the line that follow it. */
  nextBytes: number[];
  nextLines: number[];
};

/** A position between two records: offset in the UTF-8 stream, its line, data rows before it plus one. */
export type RecordPosition = { byte: number; line: number; row: number };

export type ReadOptions = Pick<SplitterOptions, "delimiter" | "startLine"> & {
  /** Number of the record that holds the headers, from 1; 0 when there is none. */
  headerRow: number;
  /** Number of the first record that is data; the record after the header by default. */
  firstRecord?: number;
  /** Start of the given stream within the file, from an earlier batch. */
  from?: RecordPosition;
};

/** The checkpoint after row `index` of a batch. */
export function positionAfter(batch: RecordBatch, index: number): RecordPosition {
  const byte = batch.nextBytes[index];
  const line = batch.nextLines[index];
  if (byte === undefined || line === undefined) throw new RangeError(`The batch has no row ${index}.`);
  return { byte, line, row: batch.firstRow + index + 1 };
}

/**
 * Reads data rows in batches. Lets other work run at least every 10 ms. Never throws because of a file's content: what
 * cannot be read is a row with an error (codes in limits.ts).
 */
export async function* readRecords(
  utf8: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<RecordBatch> {
  const { from, delimiter } = options;
  const startLine = from?.line ?? options.startLine;
  const splitter = new RecordSplitter({ delimiter, startByte: from?.byte, startLine });
  let row = from?.row ?? 1;
  let skip = from ? 0 : recordsAbove(options);
  for await (const found of findRecords(utf8, splitter)) {
    const skipped = Math.min(skip, found.count);
    skip -= skipped;
    if (found.count === skipped) continue;
    const batch = parseFound(found, skipped, delimiter, row);
    row += batch.rows.length;
    yield batch;
  }
}

/** Bytes of a file that are shown completely; of the next as many every second piece, then every fourth, and so on. */
const SURVEY_BYTES = 8 * 1024 * 1024;

/**
 * Data rows of a file, exactly as many as `readRecords` will yield. They are parsed only for an observer, and for a
 * large file not all of them.
 */
export async function countRecords(
  utf8: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  survey?: Survey,
): Promise<number> {
  const { delimiter } = options;
  const splitter = new RecordSplitter({ delimiter });
  const above = recordsAbove(options);
  let [count, pieces, parsedBytes] = [0, 0, 0];
  for await (const found of findRecords(utf8, splitter)) {
    const skipped = Math.min(Math.max(0, above - count), found.count);
    const first = Math.max(0, count - above) + 1;
    count += found.count;
    const isNext = pieces++ % 2 ** Math.floor(parsedBytes / SURVEY_BYTES) === 0;
    if (!survey || found.count === skipped || !(isNext || survey.wants(bytesOf(found)))) continue;
    const { rows, errors } = parseFound(found, skipped, delimiter, 1);
    if (isNext) parsedBytes += PIECE_BYTES;
    const read = [...rows.keys()].filter((index) => isWhole(errors.get(index), survey.showsDamage));
    survey.see(
      read.map((index) => rows[index] ?? []),
      read.map((index) => first + index),
    );
  }
  return Math.max(0, count - above);
}

/** Small, so that little more is read than the wanted records. */
const HEAD_PIECE_BYTES = 8 * 1024;

/** The first records of a file as cells, for preview and detection: headers and preamble included. */
export function parseHead(utf8: Uint8Array, whole: boolean, delimiter: string, limit: number): HeadRecord[] {
  const splitter = new RecordSplitter({ delimiter });
  const records: HeadRecord[] = [];
  const take = (found: FoundRecords) => {
    if (found.count === 0 || records.length >= limit) return;
    const batch = parseFound(found, 0, delimiter, 1);
    batch.rows.forEach((cells, index) => {
      const raw = records.length < RAW_RECORDS ? rawRecord(found, index) : "";
      records.push({ cells, line: batch.lines[index] ?? 0, error: batch.errors.get(index), raw });
    });
  };
  for (let at = 0; at < utf8.length && records.length < limit; at += HEAD_PIECE_BYTES) {
    take(splitter.push(utf8.subarray(at, at + HEAD_PIECE_BYTES)));
  }
  if (whole) take(splitter.end());
  return records.slice(0, limit);
}

export type HeadRecord = {
  cells: string[];
  line: number;
  error: RecordError | undefined;
  /** As it is in the text; only for the first ones. */
  raw: string;
};

/** As many as a person may look at. */
export const RAW_RECORDS = 20;
function rawRecord({ buffer, starts, ends, failures }: FoundRecords, index: number): string {
  const raw = failures.get(index)?.raw ?? buffer.subarray(starts[index], ends[index]);
  return raw.toString("utf8");
}

function recordsAbove(options: ReadOptions): number {
  return (options.firstRecord ?? options.headerRow + 1) - 1;
}

/** Longest stretch of work without a pause, ms. A piece takes about 1 ms, with what becomes of its rows. */
const WORK_MS = 1;

async function* findRecords(
  utf8: AsyncIterable<Uint8Array>,
  splitter: RecordSplitter,
): AsyncGenerator<FoundRecords> {
  let pausedAt = performance.now();
  for await (const chunk of utf8) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const found = splitter.push(chunk.subarray(at, at + PIECE_BYTES));
      if (found.count > 0) yield found;
      if (performance.now() - pausedAt < WORK_MS) continue;
      await new Promise(setImmediate);
      pausedAt = performance.now();
    }
  }
  const found = splitter.end();
  if (found.count > 0) yield found;
}

function parseFound(found: FoundRecords, skipped: number, delimiter: string, firstRow: number): RecordBatch {
  const rows = parseCells(found, skipped, delimiter);
  const nextBytes = found.nexts.slice(skipped).map((next) => next + found.base);
  const nextLines = found.nextLines.slice(skipped);
  const end = { byte: nextBytes.at(-1) ?? 0, line: nextLines.at(-1) ?? 1, row: firstRow + rows.length };
  const errors = findErrors(found, skipped, rows, delimiter);
  return { rows, lines: found.lines.slice(skipped), firstRow, errors, end, nextBytes, nextLines };
}

const NEWLINES = new Map<number, "\n" | "\r\n" | "\r">([
  [ENDED_BY.lf, "\n"],
  [ENDED_BY.crlf, "\r\n"],
  [ENDED_BY.cr, "\r"],
]);

/**
 * One call of papaparse for the whole batch. Records that it must not parse, failed ones and those with blanks before
 * a quote, which it would take for text, are replaced by an empty line.
 */
function parseCells(found: FoundRecords, skipped: number, delimiter: string): string[][] {
  const newline = NEWLINES.get(found.endings);
  const text = newline ? joinRuns(found, skipped, newline) : joinRecords(found, skipped);
  const rows = parse(text, delimiter, newline ?? "\n");
  if (rows.length !== found.count - skipped)
    throw new Error("The splitter and papaparse disagree on a record.");
  for (const index of found.spaced) {
    if (index < skipped) continue;
    const record = found.buffer.toString("utf8", found.starts[index], found.ends[index]);
    rows[index - skipped] = cellsOf(record, delimiter);
  }
  return rows;
}

/** All records end alike: contiguous ones are taken as they are. */
function joinRuns(found: FoundRecords, skipped: number, newline: string): string {
  const { buffer, starts, nexts, count } = found;
  if (found.contiguous && found.spaced.size === 0)
    return buffer.toString("utf8", starts[skipped], nexts[count - 1]);
  let text = "";
  for (let first = skipped; first < count; first++) {
    if (isLeftOut(found, first)) {
      text += newline;
      continue;
    }
    let last = first;
    while (last + 1 < count && starts[last + 1] === nexts[last] && !isLeftOut(found, last + 1)) last++;
    text += buffer.toString("utf8", starts[first], nexts[last]);
    first = last;
  }
  return text;
}

function joinRecords(found: FoundRecords, skipped: number): string {
  const { buffer, starts, ends, count } = found;
  let text = "";
  for (let index = skipped; index < count; index++) {
    text += isLeftOut(found, index) ? "\n" : `${buffer.toString("utf8", starts[index], ends[index])}\n`;
  }
  return text;
}

const isLeftOut = ({ failures, spaced }: FoundRecords, index: number) =>
  failures.has(index) || spaced.has(index);

/**
 * Rows of a text that ends with a line end. Papaparse's parser itself: going through `Papa.parse` for every batch
 * leaves chains of dead objects in the old generation, which halve the speed (66 instead of 151 MB/s, measured).
 */
function parse(text: string, delimiter: string, newline: "\n" | "\r\n" | "\r"): string[][] {
  const parser = new Papa.Parser({ delimiter, newline, quoteChar: '"', escapeChar: '"' });
  const { data }: { data: string[][] } = parser.parse(text, 0, true);
  return data;
}

function findErrors(found: FoundRecords, skipped: number, rows: string[][], delimiter: string) {
  const errors = new Map<number, RecordError>();
  for (const [index, { code, raw }] of found.failures) {
    if (index < skipped) continue;
    rows[index - skipped] = raw.toString("utf8").split(delimiter, MAX_COLUMNS);
    errors.set(index - skipped, recordError(code));
  }
  const { buffer, starts, ends, count } = found;
  const allText = isUtf8(buffer.subarray(starts[skipped], ends[count - 1]));
  for (let index = skipped; index < count; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (allText && end - start <= MAX_COLUMNS) continue;
    const cells = rows[index - skipped] ?? [];
    const code = found.failures.has(index) ? null : cellsError(cells, buffer.subarray(start, end), allText);
    if (!code) continue;
    errors.set(index - skipped, recordError(code));
    rows[index - skipped] = cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, MAX_RAW_BYTES));
  }
  return errors;
}

function cellsError(cells: string[], bytes: Buffer, allText: boolean): RecordErrorCode | null {
  if (!allText && !isUtf8(bytes)) return "undecodable_text";
  if (cells.length > MAX_COLUMNS) return "too_many_columns";
  if (bytes.length <= MAX_FIELD_BYTES) return null;
  return cells.some((cell) => Buffer.byteLength(cell) > MAX_FIELD_BYTES) ? "field_too_long" : null;
}
