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
const [CELL, PLAIN, WRAPPED, QUOTED, ESCAPED, CLOSING, CLOSED, WRAPPED_ESCAPED] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/**
 * Rewrites a UTF-8 text so that cells are quoted by `"` and a quotation mark within is doubled, in time linear in its
 * size. Every line stays a line. If backslashes escape, they do so in cells without quotation marks as well. Unclosed
 * quotes are left to the record reader, which reports them.
 */
class QuoteRewriter {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #escapes: boolean;
  #state: number = CELL;
  #marks = 0;
  #out = Buffer.alloc(0);
  #used = 0;

  constructor(dialect: Partial<Quoting> & { delimiter: string }) {
    this.#delimiter = delimiterByte(dialect.delimiter);
    this.#quote = (dialect.quote ?? STANDARD.quote).charCodeAt(0);
    this.#escapes = dialect.escape === "backslash";
  }

  /** The next bytes, rewritten. The result belongs to the caller. */
  push(chunk: Uint8Array): Buffer {
    // At most three bytes for one, when a cell of a single sign is wrapped.
    this.#out = Buffer.allocUnsafe(3 * chunk.length + 4);
    this.#used = 0;
    for (const byte of chunk) this.#take(byte);
    return this.#out.subarray(0, this.#used);
  }

  /** What was held back until it was certain that nothing follows. */
  end(): Buffer {
    this.#out = Buffer.allocUnsafe(4);
    this.#used = 0;
    if (this.#state === ESCAPED || this.#state === WRAPPED_ESCAPED) this.#put(BACKSLASH);
    if (this.#state === CLOSING || this.#state === WRAPPED || this.#state === WRAPPED_ESCAPED)
      this.#put(QUOTE);
    return this.#out.subarray(0, this.#used);
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
    const ends = byte === this.#delimiter || byte === LF || byte === CR;
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
