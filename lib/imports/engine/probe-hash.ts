/**
 * PostgreSQL's hashtextextended() of an ASCII text, which is Jenkins's lookup3 with a seed, as two halves of 32 bits.
 * For `opt_out_probe()` of addresses that are in normal form, without asking the database for each.
 */
export class ProbeHash {
  high = 0;
  low = 0;
  #seedHigh: number;
  #seedLow: number;

  constructor(seed: bigint) {
    this.#seedHigh = Number((seed >> 32n) & 0xffffffffn) | 0;
    this.#seedLow = Number(seed & 0xffffffffn) | 0;
  }

  /** Leaves the hash of `text` in `high` and `low`. */
  of(text: string): void {
    const length = text.length;
    let a = (0x9e3779b9 + length + 3923095) | 0;
    let b = a;
    let c = a;
    // The seed is mixed in like twelve bytes before the text; a seed of 0 is not.
    let at = this.#seedHigh === 0 && this.#seedLow === 0 ? 0 : -12;
    for (; at + 12 <= length; at += 12) {
      if (at < 0) {
        a = (a + this.#seedHigh) | 0;
        b = (b + this.#seedLow) | 0;
      } else {
        a = (a + word(text, at)) | 0;
        b = (b + word(text, at + 4)) | 0;
        c = (c + word(text, at + 8)) | 0;
      }
      a = (a - c) ^ ((c << 4) | (c >>> 28));
      c = (c + b) | 0;
      b = (b - a) ^ ((a << 6) | (a >>> 26));
      a = (a + c) | 0;
      c = (c - b) ^ ((b << 8) | (b >>> 24));
      b = (b + a) | 0;
      a = (a - c) ^ ((c << 16) | (c >>> 16));
      c = (c + b) | 0;
      b = (b - a) ^ ((a << 19) | (a >>> 13));
      a = (a + c) | 0;
      c = (c - b) ^ ((b << 4) | (b >>> 28));
      b = (b + a) | 0;
    }
    // The lowest byte of the last word stays free for the length.
    a = (a + word(text, at)) | 0;
    b = (b + word(text, at + 4)) | 0;
    c = (c + (word(text, at + 8) << 8)) | 0;
    c = ((c ^ b) - ((b << 14) | (b >>> 18))) | 0;
    a = ((a ^ c) - ((c << 11) | (c >>> 21))) | 0;
    b = ((b ^ a) - ((a << 25) | (a >>> 7))) | 0;
    c = ((c ^ b) - ((b << 16) | (b >>> 16))) | 0;
    a = ((a ^ c) - ((c << 4) | (c >>> 28))) | 0;
    b = ((b ^ a) - ((a << 14) | (a >>> 18))) | 0;
    c = ((c ^ b) - ((b << 24) | (b >>> 8))) | 0;
    this.high = b;
    this.low = c;
  }
}

/** Four characters as a little-endian word; 0 beyond the end. */
function word(text: string, at: number): number {
  return (
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  );
}
