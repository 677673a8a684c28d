import { MAX_QUOTED_LINES, MAX_RAW_BYTES, MAX_RECORD_BYTES, type RecordErrorCode } from "../limits";
import {
  CR,
  delimiterByte,
  endingAt,
  isBlank,
  LF,
  NextByte,
  nextInQuotes,
  nextOpening,
  opensCell,
  QUOTE,
  SEPARATOR_LINE,
  SPACE,
  skipEmptyLines,
  skipMarks,
  TAB,
} from "./records-bytes";
import { ENDED_BY, emptyFound, type FoundRecords, type SplitterOptions } from "./records-found";

/**
 * Finds record boundaries in a UTF-8 stream, in time linear in its size whatever it contains.
 *
 * Rules. A cell is quoted when its first byte that is no space or tab is `"`; `""` inside is a quote; the closing
 * quote may be followed by spaces or tabs, then a delimiter, a line end or the end of the file. CR, LF and CRLF end a
 * record, in any mixture. Lines of nothing but spaces, tabs and delimiters are not records, nor is Excel's `sep=;`
 * first line.
 *
 * A quote that is not closed within 1 MiB or 10 000 line ends, or whose closing quote is followed by other text, costs
 * one record: the record is closed at the end of the line in which that quote opened, marked `unbalanced_quote`, and
 * reading continues with the next line. This is linear all the same: between such a quote and the point where it is
 * given up there are only even runs of quotes, and on the second reading an even run closes (or fails) within its own
 * line. So no byte is read more than three times. At a boundary nothing is remembered but its byte offset and line
 * number: a reader that starts there finds the same records as one that came from the top.
 *
 * Lines are counted as a spreadsheet numbers its rows: a record is one, a blank line is one, the `sep=` line is none.
 */

const [PLAIN, QUOTED, AFTER_QUOTE, SKIP, START] = [0, 1, 2, 3, 4] as const;

export class RecordSplitter {
  readonly #delimiter: number;
  #buffer = Buffer.allocUnsafe(256 * 1024);
  #length = 0;
  #filled = this.#buffer.subarray(0, 0);
  #base: number;
  #fromTop: boolean;
  #state: number = START;
  /** First byte of the current record. */
  #record = 0;
  /** Next byte to look at. */
  #scan = 0;
  #line: number;
  #quote = 0;
  #spaced = false;
  /** Line ends after the open quote. */
  #linesQuoted = 0;
  #skipCode: RecordErrorCode = "record_too_long";
  #skipRaw: Buffer | null = null;
  #lf = new NextByte(LF);
  #cr = new NextByte(CR);
  #quotes = new NextByte(QUOTE);
  #found: FoundRecords;

  constructor(options: SplitterOptions) {
    this.#delimiter = delimiterByte(options.delimiter);
    this.#base = options.startByte ?? 0;
    this.#line = options.startLine ?? 1;
    this.#fromTop = this.#base === 0;
    this.#found = emptyFound(this.#buffer, this.#base);
  }

  /** Adds bytes (at best ≤ PIECE_BYTES, which bounds the time of one call) and returns the records that are now complete. */
  push(chunk: Uint8Array): FoundRecords {
    this.#append(chunk);
    return this.#run(false);
  }

  end(): FoundRecords {
    this.#append(new Uint8Array());
    return this.#run(true);
  }

  /** Keeps only the open record. The buffer doubles when needed, so many small chunks cost no more than few. */
  #append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#buffer.length || this.#record === this.#length)
      this.#compact(chunk.length);
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
    this.#filled = this.#buffer.subarray(0, this.#length);
    this.#lf.forget();
    this.#cr.forget();
    this.#quotes.forget();
  }

  #compact(extra: number): void {
    const kept = this.#length - this.#record;
    const size = Math.max(this.#buffer.length, 2 ** Math.ceil(Math.log2(2 * (kept + extra) || 1)));
    const target = size === this.#buffer.length ? this.#buffer : Buffer.allocUnsafe(size);
    this.#buffer.copy(target, 0, this.#record, this.#length);
    this.#buffer = target;
    this.#base += this.#record;
    this.#scan -= this.#record;
    this.#quote -= this.#record;
    this.#record = 0;
    this.#length = kept;
  }

  #run(final: boolean): FoundRecords {
    this.#found = emptyFound(this.#buffer, this.#base);
    while (this.#step(final));
    return this.#found;
  }

  /** Advances as far as the bytes allow a decision; false when more are needed. */
  #step(final: boolean): boolean {
    if (this.#state === START) return this.#start(final);
    if (this.#state === PLAIN) return this.#plain(final);
    if (this.#state === QUOTED) return this.#quoted(final);
    return this.#state === AFTER_QUOTE ? this.#afterQuote(final) : this.#skip(final);
  }

  /** A byte order mark at the start of a record is left over from joining files; it is not part of a cell. */
  #start(final: boolean): boolean {
    const buffer = this.#filled;
    const empty = skipEmptyLines(buffer, this.#record, final);
    this.#record = empty.at;
    this.#line += empty.lines;
    const bare = skipMarks(buffer, this.#record, final);
    if (bare === null) return false;
    this.#record = bare;
    if (this.#record === this.#length) return false;
    this.#scan = this.#record;
    this.#linesQuoted = 0;
    this.#spaced = false;
    this.#state = PLAIN;
    return true;
  }

  /** Outside quotes: goes to the next line end or opening quote, whichever is first. */
  #plain(final: boolean): boolean {
    const buffer = this.#filled;
    const length = this.#length;
    const lineEnd = Math.min(this.#lf.from(buffer, this.#scan), this.#cr.from(buffer, this.#scan));
    let quote = this.#quotes.from(buffer, this.#scan);
    if (quote < lineEnd && !opensCell(buffer, this.#delimiter, this.#record, quote)) {
      const limit = Math.min(lineEnd, this.#record + MAX_RECORD_BYTES + 1);
      quote = nextOpening(buffer, this.#delimiter, this.#record, quote + 1, limit);
    }
    const at = Math.min(lineEnd, quote);
    if (at - this.#record > MAX_RECORD_BYTES) return this.#giveUp("record_too_long", this.#scan);
    if (quote < lineEnd) {
      this.#spaced ||= quote > this.#record && buffer[quote - 1] !== this.#delimiter;
      this.#open(quote);
      return true;
    }
    this.#scan = at;
    if (at === length) return final && this.#record < length ? this.#finish(at, final) : false;
    return this.#finish(at, final);
  }

  #quoted(final: boolean): boolean {
    const buffer = this.#buffer;
    const stop = Math.min(this.#length, this.#record + MAX_RECORD_BYTES);
    let lines = this.#linesQuoted;
    let index = nextInQuotes(buffer, this.#scan, stop);
    for (; index < stop; index = nextInQuotes(buffer, index + 1, stop)) {
      const byte = buffer[index];
      if (byte === QUOTE) {
        if (index + 1 === this.#length && !final) break;
        if (index + 1 < this.#length && buffer[index + 1] === QUOTE) {
          index++;
          continue;
        }
        this.#linesQuoted = lines;
        this.#scan = index + 1;
        this.#state = AFTER_QUOTE;
        return true;
      }
      if (byte === LF && buffer[index - 1] === CR) continue;
      lines++;
      if (lines >= MAX_QUOTED_LINES) return this.#recover(index);
    }
    this.#linesQuoted = lines;
    this.#scan = index;
    if (index - this.#record >= MAX_RECORD_BYTES) return this.#recover(index);
    return final ? this.#recover(index) : false;
  }

  #afterQuote(final: boolean): boolean {
    const buffer = this.#buffer;
    let at = this.#scan;
    const isGap = () => (buffer[at] === SPACE || buffer[at] === TAB) && buffer[at] !== this.#delimiter;
    while (at < this.#length && isGap()) at++;
    this.#scan = at;
    if (at - this.#record > MAX_RECORD_BYTES) return this.#giveUp("record_too_long", at);
    if (at === this.#length) return final ? this.#finish(at, final) : false;
    const byte = buffer[at];
    if (byte === LF || byte === CR) return this.#finish(at, final);
    if (byte !== this.#delimiter) return this.#recover(at);
    this.#scan = at + 1;
    this.#state = PLAIN;
    if (buffer[at + 1] === QUOTE && at + 1 < this.#length) this.#open(at + 1);
    return true;
  }

  #open(quote: number): void {
    this.#state = QUOTED;
    this.#quote = quote;
    this.#linesQuoted = 0;
    this.#scan = quote + 1;
  }

  /** Closes the record at the end of the line that contains the open quote. `seen` is where that was decided. */
  #recover(seen: number): boolean {
    const buffer = this.#buffer;
    let at = this.#quote;
    while (at < seen && buffer[at] !== LF && buffer[at] !== CR) at++;
    const tooLong = at === seen && at - this.#record >= MAX_RECORD_BYTES;
    this.#linesQuoted = 0;
    return this.#giveUp(tooLong ? "record_too_long" : "unbalanced_quote", at);
  }

  /** The record has failed; the rest of its line, from `from` on, belongs to it. */
  #giveUp(code: RecordErrorCode, from: number): boolean {
    this.#state = SKIP;
    this.#skipCode = code;
    this.#skipRaw = null;
    this.#scan = from;
    return true;
  }

  #skip(final: boolean): boolean {
    const { lineEnd, ready } = this.#lineEnd(final);
    if (!ready) {
      this.#scan = lineEnd;
      // The bytes of an endless line are not kept, only its beginning for the report.
      if (lineEnd - this.#record > MAX_RECORD_BYTES) {
        this.#skipRaw ??= this.#raw(lineEnd);
        this.#record = lineEnd;
      }
      return false;
    }
    const raw = this.#skipRaw ?? this.#raw(lineEnd);
    this.#found.failures.set(this.#found.count, { code: this.#skipCode, raw });
    this.#found.contiguous = false;
    return this.#emit(lineEnd);
  }

  #lineEnd(final: boolean): { lineEnd: number; ready: boolean } {
    const lf = this.#lf.from(this.#filled, this.#scan);
    const lineEnd = Math.min(lf, this.#cr.from(this.#filled, this.#scan));
    if (lineEnd === this.#length) return { lineEnd, ready: final };
    return { lineEnd, ready: final || this.#buffer[lineEnd] !== CR || lineEnd + 1 < this.#length };
  }

  #raw(end: number): Buffer {
    return Buffer.from(this.#buffer.subarray(this.#record, Math.min(end, this.#record + MAX_RAW_BYTES)));
  }

  /** The record is complete at `end`. A CR at the end of the buffer waits: an LF may follow. */
  #finish(end: number, final: boolean): boolean {
    if (end + 1 === this.#length && this.#buffer[end] === CR && !final) return false;
    const isSeparator = this.#isSeparatorLine(end);
    if (!isSeparator && !isBlank(this.#filled, this.#delimiter, this.#record, end)) {
      if (this.#spaced) this.#found.spaced.add(this.#found.count);
      return this.#emit(end);
    }
    const { next, kind } = endingAt(this.#filled, end);
    if (isSeparator) this.#fromTop = false;
    else if (kind !== ENDED_BY.nothing) this.#line++;
    this.#record = next;
    this.#state = START;
    return true;
  }

  #emit(end: number): boolean {
    const found = this.#found;
    const { next, kind } = endingAt(this.#filled, end);
    if (found.count > 0 && found.nexts[found.count - 1] !== this.#record) found.contiguous = false;
    found.starts.push(this.#record);
    found.ends.push(end);
    found.nexts.push(next);
    found.lines.push(this.#line);
    if (kind !== ENDED_BY.nothing) this.#line++;
    found.nextLines.push(this.#line);
    found.endings |= kind;
    found.count++;
    this.#record = next;
    this.#state = START;
    return true;
  }

  /** `sep=;` tells Excel the delimiter. It can only be the very first line of the file. */
  #isSeparatorLine(end: number): boolean {
    const start = this.#record;
    if (!this.#fromTop || this.#line !== 1 || end - start > 8) return false;
    return SEPARATOR_LINE.test(this.#buffer.toString("latin1", start, end));
  }
}
