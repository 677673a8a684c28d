import type { RecordErrorCode } from "@/lib/imports/limits";

/** How a record ended; the values are bits, so that a batch can say which kinds it contains. */
export const ENDED_BY = { nothing: 1, lf: 2, crlf: 4, cr: 8 } as const;

/** Where a splitter begins, and what separates cells. */
export type SplitterOptions = {
  /** One ASCII character. */
  delimiter: string;
  /** Offset in the stream of the first byte that will be pushed: 0, or a record boundary. */
  startByte?: number;
  /** Line of that byte as a spreadsheet counts, from 1. */
  startLine?: number;
};

/** Records found by one `push`. All offsets are indexes into `buffer`, valid until the next push. */
export type FoundRecords = {
  buffer: Buffer;
  count: number;
  starts: number[];
  /** Index after the last byte of the record, its line end not included. */
  ends: number[];
  /** Index of the next record or blank line. */
  nexts: number[];
  /** Line of each record, as a spreadsheet counts. */
  lines: number[];
  /** Line of the byte at `nexts`. */
  nextLines: number[];
  /** Record index → why it failed; the bytes of such a record are in `raw`, not between start and end. */
  failures: Map<number, { code: RecordErrorCode; raw: Buffer }>;
  /** Records in which blanks precede an opening quote. */
  spaced: Set<number>;
  /** True when the records lie end to end, without blank lines or failures among them. */
  contiguous: boolean;
  /** Bits of ENDED_BY. */
  endings: number;
  /** Offset in the stream of buffer[0]. */
  base: number;
};

/** The bytes of the records alone: the buffer has others before and behind them. */
export const bytesOf = ({ buffer, starts, nexts }: FoundRecords) => buffer.subarray(starts[0], nexts.at(-1));

/** A result without records yet, over a buffer whose first byte has that offset in the stream. */
export function emptyFound(buffer: Buffer, base: number): FoundRecords {
  return {
    buffer,
    base,
    count: 0,
    starts: [],
    ends: [],
    nexts: [],
    lines: [],
    nextLines: [],
    failures: new Map(),
    spaced: new Set(),
    contiguous: true,
    endings: 0,
  };
}

/**
 * An observer of a file's rows: it `wants` a piece of its bytes that would otherwise be skipped, and `see`s rows with
 * their numbers.
 */
export interface Survey {
  wants(piece: Buffer): boolean;
  see(rows: string[][], numbers: number[]): void;
  /** Shown, too, are rows that are no text in the encoding. */
  showsDamage?: boolean;
}
