import { findOldPage, type OldPage, pageTable } from "./encoding-pages";

/**
 * Decodes text that is not UTF-8, piece by piece. Node's TextDecoder knows every encoding of the WHATWG standard with
 * three gaps: its "euc-kr" lacks the 8 822 syllables that Windows added (code page 949, which the label means), it
 * does not distinguish lone surrogates of UTF-16 from an encoded U+FFFD, and Node 20 takes windows-1252 for Latin-1 in
 * calls that do not stream.
 */

type PieceDecoder = {
  /** Text of the next bytes; characters cut at the border wait for the next call. `last` ends the stream; another may follow. */
  decode(bytes: Uint8Array, last: boolean): string;
};

/** Marks bytes in decoded text that could not be decoded: a code point that no text contains. */
export const UNDECODABLE = "\u{10fffe}";

/** A decoder of one stream. Throws RangeError for an unknown label. */
export function pieceDecoder(encoding: string): PieceDecoder {
  if (encoding === "utf-16le" || encoding === "utf-16be") return new Utf16Decoder(encoding === "utf-16be");
  if (encoding === "euc-kr") return new KoreanDecoder();
  const page = findOldPage(encoding);
  if (page) return new PageDecoder(page);
  return new TableDecoder(encoding);
}

/** The text of a whole sample, undecodable bytes as U+FFFD. */
export function decodeLegacy(bytes: Uint8Array, encoding: string): string {
  return decodeEach([bytes], encoding)[0] ?? "";
}

/** The texts of several samples, each by itself. */
export function decodeEach(samples: readonly Uint8Array[], encoding: string): string[] {
  const decoder = pieceDecoder(encoding);
  return samples.map((bytes) => decoder.decode(bytes, true).replaceAll(UNDECODABLE, "\ufffd"));
}

const REPLACED = /\ufffd/g;
/** Single-byte pages turn a byte without a character into a C1 control, which no text contains and nobody sees. */
const UNASSIGNED = /[\ufffd\u0080-\u009f]/g;
/** Multi-byte decoders turn some bytes without a meaning into C1 controls or private-use characters. */
const MEANINGLESS = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/g;
const MULTI_BYTE = new Set(["shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gbk", "big5"]);

class TableDecoder {
  readonly #decoder: TextDecoder;
  readonly #bad: RegExp;

  constructor(encoding: string) {
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.#bad = MULTI_BYTE.has(encoding) ? MEANINGLESS : UNASSIGNED;
  }

  decode(bytes: Uint8Array, last: boolean): string {
    const text = this.#decoder.decode(bytes, { stream: true }) + (last ? this.#decoder.decode() : "");
    return text.replace(this.#bad, UNDECODABLE);
  }
}

/** One of the pages that TextDecoder does not know: one byte is one character. */
class PageDecoder {
  readonly #table: Uint16Array;

  constructor(page: OldPage) {
    this.#table = pageTable(page);
  }

  decode(bytes: Uint8Array): string {
    const units = Uint16Array.from(bytes, (byte) => this.#table[byte] ?? 0xfffd);
    return Buffer.from(units.buffer).toString("utf16le").replace(REPLACED, UNDECODABLE);
  }
}

class Utf16Decoder {
  readonly #swapped: boolean;
  #rest: Buffer = Buffer.alloc(0);

  constructor(swapped: boolean) {
    this.#swapped = swapped;
  }

  decode(bytes: Uint8Array, last: boolean): string {
    const all = Buffer.concat([this.#rest, bytes]);
    let end = all.length & ~1;
    if (!last && end >= 2 && ((all[end - (this.#swapped ? 2 : 1)] ?? 0) & 0xfc) === 0xd8) end -= 2;
    this.#rest = Buffer.from(all.subarray(end));
    const units = all.subarray(0, end);
    const text = (this.#swapped ? units.swap16() : units).toString("utf16le");
    const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, UNDECODABLE);
    return last && this.#rest.length > 0 ? whole + UNDECODABLE : whole;
  }
}

/** Signs that KS X 1001 has had since 1998, and Node's table lacks. */
const ADDED_IN_KOREA: readonly [code: number, sign: string][] = [
  [0xa2e6, "€"],
  [0xa2e7, "®"],
];

/** Code page 949: EUC-KR, plus all other Hangul syllables in the free places, in the order of Unicode. */
class KoreanDecoder {
  #lead = 0;

  decode(bytes: Uint8Array, last: boolean): string {
    const table = koreanTable();
    const units = new Uint16Array(bytes.length + 2);
    let length = 0;
    for (const byte of bytes) {
      if (this.#lead === 0) {
        if (byte < 0x80) units[length++] = byte;
        else this.#lead = byte;
        continue;
      }
      const unit = table[(this.#lead << 8) | byte] ?? 0;
      units[length++] = unit || 0xfffd;
      this.#lead = 0;
      // A byte of ASCII after a broken character is read as itself, so that no delimiter or line end is lost.
      if (unit === 0 && byte < 0x80) units[length++] = byte;
    }
    if (last && this.#lead !== 0) units[length++] = 0xfffd;
    if (last) this.#lead = 0;
    return Buffer.from(units.buffer, 0, length * 2)
      .toString("utf16le")
      .replace(REPLACED, UNDECODABLE);
  }
}

let korean: Uint16Array | undefined;

function koreanTable(): Uint16Array {
  if (korean) return korean;
  korean = new Uint16Array(65536);
  const decoder = new TextDecoder("euc-kr");
  const taken = new Set<number>();
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length !== 1 || text === "\ufffd") continue;
      korean[(lead << 8) | trail] = text.charCodeAt(0);
      taken.add(text.charCodeAt(0));
    }
  }
  for (const [code, sign] of ADDED_IN_KOREA) korean[code] = sign.charCodeAt(0);
  let syllable = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (taken.has(syllable)) syllable++;
      if (syllable > 0xd7a3) return korean;
      korean[(lead << 8) | trail] = syllable++;
    }
  }
  return korean;
}
