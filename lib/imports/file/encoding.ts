import { isAscii, isUtf8 } from "node:buffer";
import { PIECE_BYTES } from "@/lib/imports/limits";
import { doubtedReadings } from "./encoding-doubt";
import { guessLegacyEncoding } from "./encoding-guess";
import { pieceDecoder, UNDECODABLE } from "./encoding-legacy";
import { apart, MISPLACED, type Mixture, withoutUtf8 } from "./encoding-mix";
import { findOldPage, oldPages } from "./encoding-pages";
import { bomOfUtf16, detectUtf16 } from "./encoding-unicode";
import { dropEndMark } from "./end-of-file";

/**
 * From the bytes of an upload to UTF-8.
 *
 * Nothing is ever replaced silently. What cannot be decoded is marked so that its row fails: in the output
 * stream it becomes one byte 0xFF, which UTF-8 never contains, or (UTF-8 sources) stays as the invalid bytes.
 * `readRecords` fails every row whose bytes are not valid UTF-8 with `undecodable_text`, so one rule serves all
 * encodings and UTF-8, the usual case, passes through untouched. A U+FFFD that the source itself contains as a
 * proper character is kept: it is what the author's file says.
 */

export type DetectedEncoding = {
  /** Label of the WHATWG Encoding Standard. */
  encoding: string;
  certainty: "certain" | "likely" | "guess";
  /** Bytes of the byte order mark at the start of the file. */
  bomBytes: number;
  /** For a guess: encodings that read the file differently, the best first, this one included. */
  readings?: readonly string[];
  /** Lines of UTF-8 and of another encoding, when the file has both. */
  mixture?: Mixture;
};

/** Encodings a user can choose: labels of the WHATWG standard, and the code pages of DOS and the Macintosh. */
export const supportedEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-15",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
  "gb18030",
  "gbk",
  "big5",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "macintosh",
  "x-mac-cyrillic",
  ...oldPages,
] as const;

type SupportedEncoding = (typeof supportedEncodings)[number];

/** Resolves any label (`latin1`, `cp1252`, `UTF8`, `cp850`) to our name for it, or null if it is not supported. */
export function findEncoding(label: string): SupportedEncoding | null {
  const old = findOldPage(label);
  if (old) return old;
  try {
    const name = new TextDecoder(label.trim()).encoding;
    return supportedEncodings.find((encoding) => encoding === name) ?? null;
  } catch {
    return null;
  }
}

/**
 * The encoding of a file, from its first bytes: byte order mark, the pattern of zero bytes that UTF-16 shows, valid
 * UTF-8, then the legacy encoding that reads best. `whole` says that the head is the entire file.
 */
export function detectEncoding(head: Uint8Array, whole: boolean): DetectedEncoding {
  if (startsWithBom(head)) return { encoding: "utf-8", certainty: "certain", bomBytes: 3 };
  const marked = bomOfUtf16(head);
  if (marked) return { encoding: marked, certainty: "certain", bomBytes: 2 };
  const utf16 = detectUtf16(head);
  if (utf16) return { encoding: utf16, certainty: "likely", bomBytes: 0 };
  if (switchesCharset(head)) {
    return { encoding: "iso-2022-jp", certainty: "likely", bomBytes: 0 };
  }
  const lines = whole ? head : withoutCutLine(head);
  const text = whole ? head : withoutCutCharacter(head);
  if (isUtf8(text)) {
    const plain = isAscii(text);
    const readings = plain ? null : doubtedReadings(text, lines);
    if (readings) return { encoding: readings[0] ?? "utf-8", certainty: "guess", bomBytes: 0, readings };
    return { encoding: "utf-8", certainty: plain && !whole ? "likely" : "certain", bomBytes: 0 };
  }
  // Hardly any text in another encoding forms valid sequences: a file that mostly does is damaged UTF-8; one with as
  // many valid as invalid sequences mixes lines of both.
  const first = text.findIndex((byte) => byte > 127);
  const counted = text.subarray(first, first + COUNTED_BYTES);
  const isCut = first + COUNTED_BYTES < text.length;
  const seen = isCut ? withoutCutCharacter(counted) : counted;
  const { valid, invalid } = countUtf8(seen);
  if (valid >= 4 * invalid) return { encoding: "utf-8", certainty: "likely", bomBytes: 0 };
  const guess = guessLegacyEncoding(withoutUtf8(lines));
  if (valid < Math.max(2, invalid) || isMisread(seen, valid)) return { ...guess, bomBytes: 0 };
  const readings = ["utf-8" as const, ...guess.readings.slice(0, 2)];
  return { encoding: "utf-8", certainty: "guess", bomBytes: 0, readings };
}

/** Bytes, from the first beyond ASCII on, in which valid and broken characters are counted. */
const COUNTED_BYTES = 32 * 1024;

/** Whether half of what reads as UTF-8 is where such characters do not belong. */
function isMisread(bytes: Uint8Array, valid: number): boolean {
  const short = Buffer.from(bytes)
    .toString()
    .replace(/[\u0800-\u{10ffff}]/gu, " ");
  return 2 * [...short.matchAll(new RegExp(MISPLACED, "giu"))].length > valid;
}

/** The last line of a truncated head may end inside a character, so it is dropped unless it is the only one. */
function withoutCutLine(head: Uint8Array): Uint8Array {
  const end = Math.max(head.lastIndexOf(10), head.lastIndexOf(13)) + 1;
  return end === 0 ? head : head.subarray(0, end);
}

/** ISO-2022-JP is ASCII with escape sequences that switch to Japanese and back. */
function switchesCharset(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return ["\x1b$@", "\x1b$B", "\x1b(J", "\x1b(I"].some((sequence) => text.includes(sequence, 0, "latin1"));
}

/** Counts characters beyond ASCII that are valid UTF-8, and bytes that are not. */
function countUtf8(bytes: Uint8Array): { valid: number; invalid: number } {
  let valid = 0;
  let invalid = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes[index] ?? 0);
    if (length === 1) {
      index++;
    } else if (length > 0 && isUtf8(bytes.subarray(index, index + length))) {
      valid++;
      index += length;
    } else {
      invalid++;
      index++;
    }
  }
  return { valid, invalid };
}

/** Bytes of a UTF-8 sequence by its first byte; 0 when none begins so. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/** Without the last character if the end of the bytes cuts it. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return sequenceLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/**
 * The stream as UTF-8 without its byte order mark and its end mark; undecodable bytes are marked as described at the
 * top of this file. `onReplacement` is told how many such places a chunk has. `isMixed`: lines of UTF-8 in a file that
 * is read in another encoding are marked, too. Throws RangeError for an encoding we do not offer.
 */
export async function* decodeToUtf8(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  onReplacement?: (count: number) => void,
  isMixed = false,
): AsyncGenerator<Uint8Array> {
  const name = findEncoding(encoding);
  if (!name) throw new RangeError(`Unknown encoding: ${encoding}`);
  if (name === "utf-8") yield* dropEndMark(passUtf8(withoutBom(source), onReplacement));
  else if (isMixed) yield* dropEndMark(transcodeApart(source, name));
  else yield* dropEndMark(transcode(source, name, onReplacement));
}

async function* transcodeApart(source: AsyncIterable<Uint8Array>, encoding: string) {
  for await (const { bytes, isUtf8 } of apart(source, encoding)) {
    if (!isUtf8) yield* transcode([bytes], encoding);
    else {
      const first = bytes.findIndex((byte) => byte > 127);
      yield Buffer.concat([bytes.subarray(0, first), MARK, bytes.subarray(first)]);
    }
  }
}

/** The same stream without its first `count` bytes: to continue reading a transcoded file at a checkpoint. */
export async function* dropBytes(
  source: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of source) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* withoutBom(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (start === null) {
      yield chunk;
      continue;
    }
    const joined: Buffer = start.length === 0 ? Buffer.from(chunk) : Buffer.concat([start, chunk]);
    start = joined.length < 3 ? joined : null;
    if (start === null) yield startsWithBom(joined) ? joined.subarray(3) : joined;
  }
  if (start !== null && start.length > 0) yield start;
}

const startsWithBom = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

async function* passUtf8(
  source: AsyncIterable<Uint8Array>,
  onReplacement: ((count: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  if (!onReplacement) return yield* source;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of source) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = withoutCutCharacter(joined);
    rest = joined.slice(whole.length);
    if (!isUtf8(whole)) onReplacement(countUtf8(whole).invalid);
    yield chunk;
  }
  if (rest.length > 0) onReplacement(countUtf8(rest).invalid);
}

async function* transcode(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: string,
  onReplacement?: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const decoder = pieceDecoder(encoding);
  let atStart = true;
  const encode = (text: string): Uint8Array => {
    const body = atStart && text.startsWith("\ufeff") ? text.slice(1) : text;
    if (text.length > 0) atStart = false;
    if (!body.includes(UNDECODABLE)) return Buffer.from(body);
    const parts = body.split(UNDECODABLE);
    onReplacement?.(parts.length - 1);
    return Buffer.concat(
      parts.flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [MARK, Buffer.from(part)])),
    );
  };
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const bytes = encode(decoder.decode(chunk.subarray(at, at + PIECE_BYTES), false));
      if (bytes.length > 0) yield bytes;
    }
  }
  const bytes = encode(decoder.decode(new Uint8Array(), true));
  if (bytes.length > 0) yield bytes;
}

const MARK = Buffer.of(0xff);
