import { MAX_QUOTED_LINES, MAX_RECORD_BYTES } from "../limits";
import { CR, delimiterByte, LF, QUOTE, SPACE, TAB } from "./records-bytes";

/** How cells are quoted: by which sign, and how that sign is written within them. */
export interface Quoting {
  quote: '"' | "'";
  escape: "double" | "backslash";
}

export const STANDARD: Quoting = { quote: '"', escape: "double" };

/** Whether the records can be read without rewriting. */
export function isStandard(quoting: Partial<Quoting>): boolean {
  return (quoting.quote ?? '"') === '"' && quoting.escape !== "backslash";
}

const BACKSLASH = 92;
const APOSTROPHE = 39;
const NONE = -1;
const [CELL, PLAIN, WRAPPED, QUOTED, ESCAPED, CLOSING, CLOSED, WRAPPED_ESCAPED] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/**
 * Rewrites a UTF-8 text so that cells are quoted by `"` and a quotation mark within is doubled, in time linear in its
 * size. Every line stays a line. If backslashes escape, they do so in cells without quotation marks as well.
 *
 * An unclosed quotation mark costs its own line only, by the rules of records-splitter.ts: the lines below it are read
 * again from the first one on, and text behind a closing quotation mark makes the record reader reject that line.
 */
class QuoteRewriter {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #escapes: boolean;
  #state: number = CELL;
  #marks = 0;
  #source = Buffer.alloc(0);
  #out = Buffer.alloc(0);
  #used = 0;
  /** Where the first line end of an open cell is in the source and in the result, and the line ends since. */
  #lineAt = NONE;
  #lineUsed = 0;
  #lines = 0;

  constructor(dialect: Partial<Quoting> & { delimiter: string }) {
    this.#delimiter = delimiterByte(dialect.delimiter);
    this.#quote = (dialect.quote ?? STANDARD.quote).charCodeAt(0);
    this.#escapes = dialect.escape === "backslash";
  }

  /** The next bytes, rewritten, up to a cell of several lines that is still open. The result belongs to the caller. */
  push(chunk: Uint8Array): Buffer {
    return this.#run(chunk, false);
  }

  /** What was held back until it was certain what follows. */
  end(): Buffer {
    return this.#run(new Uint8Array(), true);
  }

  #run(chunk: Uint8Array, final: boolean): Buffer {
    const kept = this.#out.subarray(0, this.#used);
    let at = this.#source.length;
    const source = Buffer.concat([this.#source, chunk]);
    this.#source = source;
    // At most three bytes for one, when a cell of a single sign is wrapped, and what ends the last cell.
    this.#out = Buffer.allocUnsafe(3 * source.length + 4);
    this.#used = kept.copy(this.#out);
    for (; at < source.length || (final && this.#isUnclosed()); at++) {
      if (this.#lineAt !== NONE && this.#isGivenUp(at)) at = this.#closeLine();
      const byte = source[at] ?? LF;
      this.#take(byte);
      if (this.#lineAt !== NONE || byte === LF || byte === CR) this.#watchLines(byte, at);
    }
    if (final) this.#finish();
    const done = this.#lineAt === NONE ? this.#used : this.#lineUsed;
    const result = this.#out.subarray(0, done);
    this.#source = this.#lineAt === NONE ? Buffer.alloc(0) : source.subarray(this.#lineAt);
    this.#out = this.#out.subarray(done);
    this.#used -= done;
    this.#lineUsed = 0;
    if (this.#lineAt !== NONE) this.#lineAt = 0;
    return result;
  }

  #finish(): void {
    if (this.#state === ESCAPED || this.#state === WRAPPED_ESCAPED) this.#put(BACKSLASH);
    if (this.#state === CLOSING || this.#state === WRAPPED || this.#state === WRAPPED_ESCAPED)
      this.#put(QUOTE);
    this.#lineAt = NONE;
  }

  /** Remembers the first line end of a quoted cell until the cell has ended. */
  #watchLines(byte: number, at: number): void {
    if (this.#state === CELL) this.#lineAt = NONE;
    else if (this.#state === QUOTED && (byte === LF || byte === CR)) {
      if (this.#lineAt === NONE) {
        this.#lineAt = at;
        this.#lineUsed = this.#used - 1;
        this.#lines = 0;
      }
      if (byte !== LF || this.#source[at - 1] !== CR) this.#lines++;
    }
  }

  /** Whether a cell of several lines is not closed where it should be: text follows, or nothing, or far too much. */
  #isGivenUp(at: number): boolean {
    const byte = this.#source[at];
    if (byte === undefined || at - this.#lineAt >= MAX_RECORD_BYTES || this.#lines >= MAX_QUOTED_LINES)
      return true;
    if (this.#state !== CLOSED && (this.#state !== CLOSING || byte === this.#quote)) return false;
    return byte !== SPACE && byte !== TAB && !this.#ends(byte);
  }

  #isUnclosed(): boolean {
    return this.#lineAt !== NONE && (this.#state === QUOTED || this.#state === ESCAPED);
  }

  /** Ends the line of an unclosed quotation mark so that it is rejected. Returns where its line end is. */
  #closeLine(): number {
    const at = this.#lineAt;
    this.#used = this.#lineUsed;
    this.#put(QUOTE);
    this.#put(APOSTROPHE);
    this.#state = CLOSED;
    this.#lineAt = NONE;
    return at;
  }

  #put(byte: number): void {
    this.#out[this.#used++] = byte;
  }

  /** As a character of a quoted cell. */
  #putInside(byte: number): void {
    if (byte === QUOTE) this.#put(QUOTE);
    this.#put(byte);
  }

  #take(byte: number): void {
    if (this.#state === QUOTED) this.#inQuotes(byte);
    else if (this.#state === ESCAPED) this.#escaped(byte);
    else if (this.#state === WRAPPED_ESCAPED) this.#escapedInWrapped(byte);
    else if (this.#state === WRAPPED && byte === BACKSLASH && this.#escapes) this.#state = WRAPPED_ESCAPED;
    else if (this.#state === CLOSING && byte === this.#quote) {
      this.#putInside(byte);
      this.#state = QUOTED;
    } else this.#outside(byte);
  }

  #inQuotes(byte: number): void {
    if (byte === this.#quote) this.#state = CLOSING;
    else if (byte === BACKSLASH && this.#escapes) this.#state = ESCAPED;
    else this.#putInside(byte);
  }

  #escaped(byte: number): void {
    if (byte !== this.#quote && byte !== BACKSLASH) this.#put(BACKSLASH);
    this.#putInside(byte);
    this.#state = QUOTED;
  }

  #escapedInWrapped(byte: number): void {
    const isEscape = [this.#quote, BACKSLASH, this.#delimiter, LF, CR].includes(byte);
    this.#state = WRAPPED;
    if (isEscape) this.#putInside(byte);
    else {
      this.#put(BACKSLASH);
      this.#outside(byte);
    }
  }

  #outside(byte: number): void {
    const ends = this.#ends(byte);
    if (this.#state === CLOSING || (this.#state === WRAPPED && ends)) this.#put(QUOTE);
    if (ends) {
      this.#put(byte);
      this.#state = CELL;
      return;
    }
    if (this.#state === CLOSING) this.#state = CLOSED;
    if (this.#state === CELL) this.#open(byte);
    else if (this.#state === WRAPPED) this.#putInside(byte);
    else this.#put(byte);
  }

  #ends(byte: number): boolean {
    return byte === this.#delimiter || byte === LF || byte === CR;
  }

  /** The first byte of a cell; blanks and a byte order mark may precede a quotation mark. */
  #open(byte: number): void {
    const isMark = byte === [0xef, 0xbb, 0xbf][this.#marks];
    if (isMark) this.#marks++;
    if (byte === this.#quote) {
      this.#put(QUOTE);
      this.#state = QUOTED;
    } else if (byte === SPACE || byte === TAB || isMark) this.#put(byte);
    else if (byte === BACKSLASH && this.#escapes) {
      this.#put(QUOTE);
      this.#state = WRAPPED_ESCAPED;
    } else if (byte === QUOTE || this.#escapes) {
      this.#put(QUOTE);
      this.#putInside(byte);
      this.#state = WRAPPED;
    } else {
      this.#put(byte);
      this.#state = PLAIN;
    }
  }
}

/** A stream of UTF-8 with its quotation marks as the record reader expects them. */
export async function* rewriteQuotes(
  source: AsyncIterable<Uint8Array>,
  dialect: Partial<Quoting> & { delimiter: string },
): AsyncGenerator<Uint8Array> {
  if (isStandard(dialect)) {
    yield* source;
    return;
  }
  const rewriter = new QuoteRewriter(dialect);
  for await (const chunk of source) yield rewriter.push(chunk);
  yield rewriter.end();
}

/** The same for the first bytes of a file; `whole` = they are all of it. */
export function rewriteHead(
  text: Uint8Array,
  whole: boolean,
  dialect: Partial<Quoting> & { delimiter: string },
): Uint8Array {
  if (isStandard(dialect)) return text;
  const rewriter = new QuoteRewriter(dialect);
  const start = rewriter.push(text);
  return whole ? Buffer.concat([start, rewriter.end()]) : start;
}
