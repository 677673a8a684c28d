import { ENDED_BY } from "./records-found";

/**
 * The bytes that structure a CSV file, and how they are found. The loops over single bytes are here, beside the
 * constants they compare with: read from another module, a constant can cost more than the comparison.
 */

export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const SPACE = 32;
export const TAB = 9;

/** The one byte of a delimiter. Throws when it is not one ASCII character other than a quote or line end. */
export function delimiterByte(delimiter: string): number {
  const code = delimiter.charCodeAt(0);
  if (delimiter.length !== 1 || code > 127 || code === 0 || code === LF || code === CR || code === QUOTE) {
    throw new RangeError(
      "The delimiter must be one ASCII character other than a quotation mark or line end.",
    );
  }
  return code;
}

/** Excel's first line that names the delimiter, quoted or not. */
export const SEPARATOR_LINE = /^(?:sep=(?<bare>.)|"sep=(?<quoted>.)")$/is;

/** Remembers where a byte occurs next, so that a rare byte is not searched for again and again. */
export class NextByte {
  readonly #byte: number;
  #searchedFrom = 0;
  #at = -1;

  constructor(byte: number) {
    this.#byte = byte;
  }

  forget(): void {
    this.#at = -1;
  }

  /** Index of the first such byte at or after `start`, or the length. */
  from(buffer: Buffer, start: number): number {
    if (start <= this.#at && start >= this.#searchedFrom) return this.#at;
    const at = buffer.indexOf(this.#byte, start);
    this.#searchedFrom = start;
    this.#at = at === -1 ? buffer.length : at;
    return this.#at;
  }
}

/** First quote in [at, limit) that opens a cell of the record at `start`, else limit. A plain loop: quotes may be dense there. */
export function nextOpening(
  buffer: Buffer,
  delimiter: number,
  start: number,
  at: number,
  limit: number,
): number {
  for (let index = at; index < limit; index++) {
    if (buffer[index] === QUOTE && opensCell(buffer, delimiter, start, index)) return index;
  }
  return limit;
}

/** Whether only blanks are between a quote and the delimiter, or the start of the record, before it. */
export function opensCell(buffer: Buffer, delimiter: number, start: number, quote: number): boolean {
  let index = quote - 1;
  for (; index >= start; index--) {
    const byte = buffer[index];
    if (byte === delimiter) return true;
    if (byte !== SPACE && byte !== TAB) return false;
  }
  return true;
}

/** First quote or line end in [at, stop), else stop. */
export function nextInQuotes(buffer: Buffer, at: number, stop: number): number {
  let index = at;
  for (; index < stop; index++) {
    const byte = buffer[index];
    if (byte === QUOTE || byte === LF || byte === CR) return index;
  }
  return index;
}

/** Skips empty lines, 200 MB of them in half a second. A CR that ends the data waits, unless it is the last. */
export function skipEmptyLines(buffer: Buffer, start: number, final: boolean): { at: number; lines: number } {
  const last = buffer.length - 1;
  let at = start;
  let lines = 0;
  for (; at <= last; at++) {
    if (buffer[at] === CR) {
      if (at === last && !final) break;
      if (at < last && buffer[at + 1] === LF) at++;
    } else if (buffer[at] !== LF) break;
    lines++;
  }
  return { at, lines };
}

/** Skips byte order marks; null when the data ends where one may still be coming. */
export function skipMarks(buffer: Buffer, start: number, final: boolean): number | null {
  let at = start;
  while (buffer[at] === 0xef) {
    if (buffer.length - at < 3) return final ? at : null;
    if (buffer[at + 1] !== 0xbb || buffer[at + 2] !== 0xbf) break;
    at += 3;
  }
  return at;
}

/** How a record that ends at `end` is ended, and where the next begins. */
export function endingAt(buffer: Buffer, end: number): { next: number; kind: number } {
  if (end >= buffer.length) return { next: end, kind: ENDED_BY.nothing };
  if (buffer[end] === LF) return { next: end + 1, kind: ENDED_BY.lf };
  if (end + 1 < buffer.length && buffer[end + 1] === LF) return { next: end + 2, kind: ENDED_BY.crlf };
  return { next: end + 1, kind: ENDED_BY.cr };
}

/** Whether a line holds nothing but spaces, tabs and delimiters. */
export function isBlank(buffer: Buffer, delimiter: number, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = buffer[index];
    if (byte !== delimiter && byte !== SPACE && byte !== TAB) return false;
  }
  return true;
}
