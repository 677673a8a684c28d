import { isAscii, isUtf8 } from "node:buffer";

/**
 * Files with lines of UTF-8 and lines of another encoding, for example one export appended to another. No encoding fits
 * all of their lines. Read as UTF-8, the other lines are invalid. A single-byte encoding accepts any bytes, so there the
 * lines of UTF-8 are looked for.
 */

/** Lines that are looked at; the first few of them are named. */
interface Lines {
  count: number;
  first: number[];
}

/** The lines of each kind; there are some of both. */
export interface Mixture {
  utf8: Lines;
  other: Lines;
}

/** The lines that do not fit the reading of a file. */
export const strangersOf = ({ utf8, other }: Mixture, encoding: string): Lines =>
  encoding === "utf-8" ? other : utf8;

/** A share of lines that may be damaged in a file that is certainly UTF-8; with more, the other reading may be meant. */
const DAMAGED = 0.2;

/** Whether the other reading of a mixture has to be offered. */
export const isOpen = ({ utf8, other }: Mixture, encoding: string): boolean =>
  encoding !== "utf-8" || other.count > DAMAGED * (utf8.count + other.count);

/** Characters in no word of Latin letters, and hardly in any text: what byte pairs of another encoding mean in UTF-8. */
export const MISPLACED =
  /[a-z](?![\p{Script=Latin}µ])\p{L}|(?![\p{Script=Latin}µ])\p{L}[a-z]|[\u0080-\u009f\u0250-\u02ff\u0460-\u052f\u0700-\u07ff]|(?<!\p{L}\p{M}*)[\u0300-\u036f]/iu;

/** What text is made of: all else is bytes of another encoding that happen to be valid. */
const USUAL =
  /^[\0-\x7f\u00a0-\u017f\u0218-\u021b\u0370-\u045f\u0490\u0491\u0531-\u058f\u05d0-\u05ea\u0600-\u06ff\u0900-\u0e7f\u10a0-\u137f\u1780-\u17ff\u1e00-\u1fff\u2010-\u2044\u20a0-\u20bf\u2116\u2122\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef\u{1f000}-\u{1faff}]+$/u;
const STRETCH = /[a-z]?[^\0-\x7f]+[a-z]?/giu;
/** No word goes on in capitals after a small letter. */
const UNEVEN = /[\p{Ll}ªº][A-Z]/u;
const isText = (text: string) => USUAL.test(text) && !MISPLACED.test(text) && !UNEVEN.test(text);

/** Pages of Latin letters: words are ASCII with single letters beyond it, and two of these are hardly ever neighbours. */
export const LATIN =
  /^(?:windows-125[02478]|iso-8859-(?:1|2|4|9|1[03456])|macintosh|x-mac-(?:ce|turkish)|ibm(?:437|85[0278]|775|86[013]))$/;
export const SEVERAL_BYTES = new Set(["shift_jis", "euc-jp", "euc-kr", "gb18030", "gbk", "big5"]);
/** Signs of UTF-8 in a line of Latin letters. */
const PAIR = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xf4][\x80-\xbf]{2}/;
/** In other letters, fewer may be valid by accident. */
const FEWEST = 3;

/** Whether a line beyond ASCII is, or contains, UTF-8 that another encoding would misread. */
export function holdsUtf8(line: Buffer, encoding: string): boolean {
  if (LATIN.test(encoding)) {
    if (!PAIR.test(line.toString("latin1"))) return false;
    return [...line.toString().matchAll(STRETCH)].some(([stretch]) => isText(stretch));
  }
  if (!isUtf8(line)) return false;
  const text = line.toString();
  const beyond = text.replace(/[\0-\x7f]/g, "");
  if (SEVERAL_BYTES.has(encoding) && /[\u0080-\u07ff]/.test(beyond)) return false;
  return beyond.length >= FEWEST && isText(text);
}

const NAMED = 5;
const LF = 10;
const CR = 13;

class Kind implements Lines {
  count = 0;
  readonly first: number[] = [];
  readonly samples: Sample[] = [];

  get isFull(): boolean {
    return this.first.length >= NAMED && this.samples.length >= NAMED;
  }

  add(line: Buffer, number: number): void {
    this.count++;
    if (this.first.length < NAMED) this.first.push(number);
    if (this.samples.length < NAMED && isRecord(line)) this.samples.push({ number, line: Buffer.from(line) });
  }
}

interface Sample {
  number: number;
  line: Buffer;
}

/** Whether a line can be read by itself: no cell of several lines begins or ends in it. */
const isRecord = (line: Buffer) => line.toString("latin1").split('"').length % 2 === 1;

/** Lines beyond this length are looked at in parts. */
const MOST_BYTES = 1024 * 1024;

/** Told of each line with its line end: it is between these indexes of `bytes`. */
type Visit = (bytes: Buffer, start: number, end: number, isPlain: boolean) => void;

/** Cuts a stream into lines. */
class LineCutter {
  #open = Buffer.alloc(0);

  push(chunk: Uint8Array, visit: Visit): void {
    const bytes = this.#open.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#open, chunk]);
    const last = bytes.length - 1;
    let start = 0;
    let bits = isAscii(this.#open) ? 0 : 0xff;
    // A line feed after a carriage return at the end may be in the next chunk.
    for (let at = Math.max(0, this.#open.length - 1); at < last; at++) {
      const byte = bytes[at] ?? 0;
      bits |= byte;
      if (byte > CR || (byte !== LF && (byte !== CR || bytes[at + 1] === LF))) continue;
      visit(bytes, start, at + 1, bits < 0x80);
      start = at + 1;
      bits = 0;
    }
    this.#open = Buffer.from(bytes.subarray(start));
    if (this.#open.length >= MOST_BYTES) this.end(visit);
  }

  end(visit: Visit): void {
    const open = this.#open;
    this.#open = Buffer.alloc(0);
    if (open.length > 0) visit(open, 0, open.length, isAscii(open));
  }
}

/** Counts lines of UTF-8 and of another encoding while a file streams past. */
export class LineCensus {
  readonly #encoding: string;
  readonly #cutter = new LineCutter();
  readonly #utf8 = new Kind();
  readonly #other = new Kind();
  #line = 0;
  #block: Buffer | null = null;
  #isBlockUtf8 = false;

  /** `encoding`: what the file is read in. */
  constructor(encoding: string) {
    this.#encoding = encoding;
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk, this.#count);
  }

  #count: Visit = (bytes, start, end, isPlain) => {
    this.#line++;
    if (isPlain) return;
    if (this.#utf8.isFull && this.#isUtf8(bytes)) {
      this.#utf8.count++;
      return;
    }
    const line = bytes.subarray(start, end);
    const isOwn = this.#encoding === "utf-8" ? isUtf8(line) : holdsUtf8(line, this.#encoding);
    (isOwn ? this.#utf8 : this.#other).add(line, this.#line);
  };

  /** Whether all lines of these bytes are: one question instead of one for each line. */
  #isUtf8(bytes: Buffer): boolean {
    if (this.#encoding !== "utf-8") return false;
    if (this.#block !== bytes) {
      this.#block = bytes;
      this.#isBlockUtf8 = isUtf8(bytes.subarray(0, bytes.lastIndexOf(LF) + 1 || bytes.length));
    }
    return this.#isBlockUtf8;
  }

  /** What the file, read in `encoding`, is a mixture of, with some lines of both kinds in turn; null if it is none. */
  end(encoding: string): { mixture: Mixture; samples: Sample[]; others: Buffer } | null {
    this.#cutter.end(this.#count);
    const [utf8, other] = [this.#utf8, this.#other];
    if (utf8.count === 0 || other.count === 0) return null;
    if (encoding !== "utf-8" && !utf8.samples.some(({ line }) => holdsUtf8(line, encoding))) return null;
    const samples = Array.from({ length: NAMED }, (_, index) => [utf8.samples[index], other.samples[index]]);
    const told = ({ count, first }: Kind) => ({ count, first });
    return {
      mixture: { utf8: told(utf8), other: told(other) },
      samples: samples.flat().filter((one) => one !== undefined),
      others: Buffer.concat(other.samples.map(({ line }) => line)),
    };
  }
}

/** Lines without those of UTF-8, unless there are no others. */
export function withoutUtf8(lines: Uint8Array): Uint8Array {
  const others: Buffer[] = [];
  let isPlain = true;
  const cutter = new LineCutter();
  const visit: Visit = (bytes, start, end, isAscii) => {
    const line = bytes.subarray(start, end);
    if (!isAscii && isUtf8(line)) return;
    others.push(line);
    isPlain &&= isAscii;
  };
  cutter.push(lines, visit);
  cutter.end(visit);
  return isPlain ? lines : Buffer.concat(others);
}

interface Piece {
  bytes: Buffer;
  isUtf8: boolean;
}

/** A stream in pieces of whole lines: those that hold UTF-8, each by itself, and those between them. */
export async function* apart(source: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Piece> {
  const cutter = new LineCutter();
  let pieces: Piece[] = [];
  let first = 0;
  let block: Buffer | null = null;
  const visit: Visit = (bytes, start, end, isPlain) => {
    const isForeign = !isPlain && holdsUtf8(bytes.subarray(start, end), encoding);
    const before = pieces.at(-1);
    if (before && block === bytes && !before.isUtf8 && !isForeign) {
      before.bytes = bytes.subarray(first, end);
      return;
    }
    first = start;
    block = bytes;
    pieces.push({ bytes: bytes.subarray(start, end), isUtf8: isForeign });
  };
  for await (const chunk of source) {
    cutter.push(chunk, visit);
    yield* pieces;
    pieces = [];
  }
  cutter.end(visit);
  yield* pieces;
}
