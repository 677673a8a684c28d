/** UTF-16 and UTF-32, detected by their units: viewed byte by byte they are full of control characters. */

type WideEncoding = "utf-16le" | "utf-16be";

/** The byte order mark of UTF-16 at the start of a file. */
export function bomOfUtf16(head: Uint8Array): WideEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : null;
}

/** More does not change the answer. */
const SAMPLE_BYTES = 16 * 1024;
/** No character, a private or an undefined one, half a pair. */
const STRANGE = /(?![\t\r\n])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;

/**
 * Separators of cells and characters of addresses, in any script. No letters or digits: read from the wrong end, the
 * frequent U+4E00 (one) and U+3000 (wide space) of Chinese and Japanese are N and 0.
 */
const STRUCTURE = /[\t\r\n ,;|"@.]/g;

/**
 * UTF-16 without a byte order mark, or null. A list of contacts has delimiters, line ends and addresses, which are
 * ASCII: units with a zero byte, always on the same side. Read from the right end, its units are characters; read
 * from the wrong one, the ASCII is gone. One-byte text has no zero bytes at all.
 */
export function detectUtf16(head: Uint8Array): WideEncoding | null {
  const sample = head.subarray(0, SAMPLE_BYTES & ~1);
  if (sample.length < 4 || !sample.includes(0)) return null;
  const little = readability(sample, "utf-16le");
  const big = readability(sample, "utf-16be");
  const [encoding, best, other] =
    little.ascii >= big.ascii ? ["utf-16le" as const, little, big] : ["utf-16be" as const, big, little];
  return best.strange <= best.units * 0.02 && best.ascii > other.ascii * 4 ? encoding : null;
}

/** The share of the bytes that is text when read this way: characters of any script, and ASCII between them. */
export function readability(
  bytes: Uint8Array,
  encoding: WideEncoding,
): { units: number; ascii: number; strange: number } {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  const text = (encoding === "utf-16be" ? even.swap16() : even).toString("utf16le");
  // A pair that the end of the sample cuts is not an error of the text.
  const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  const count = (pattern: RegExp) => whole.match(pattern)?.length ?? 0;
  return { units: whole.length, ascii: count(STRUCTURE), strange: count(STRANGE) };
}

/** Whether the bytes are UTF-32 in either order: units of four bytes, nearly all of them characters of text. */
export function looksUtf32(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.subarray(0, Math.min(head.length, SAMPLE_BYTES) & ~3));
  if (bytes.length < 8 || !bytes.includes(0)) return false;
  const points = (read: (at: number) => number) =>
    Array.from({ length: bytes.length >> 2 }, (_, unit) => read(unit * 4));
  return isText(points((at) => bytes.readUInt32LE(at))) || isText(points((at) => bytes.readUInt32BE(at)));
}

function isText(points: number[]): boolean {
  const good = points.filter((point) =>
    point >= 32 ? point <= 0x2fa1f : point === 9 || point === 10 || point === 13,
  );
  return (
    good.length >= points.length * 0.98 &&
    points.some((point) => point === 10 || point === 13 || point === 44)
  );
}
