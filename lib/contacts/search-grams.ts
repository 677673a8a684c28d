import type { Search } from "./search-words";

/** N-grams are hashed into this many buckets. */
export const BUCKETS = 65_536;
/** Blocks of contacts in one part of the index: the bits of one bucket. */
export const BLOCKS = 64;
/** N-grams of a search that are looked up: enough to exclude a block, and what a request may cost. */
const MOST_GRAMS = 24;
/** Ways in which a search's phone numbers may be spelled, altogether. */
const MOST_WAYS = 4;

const NINE = 0x39;
const ZERO = 0x30;
/** Han, kana and Hangul follow: words of two characters. */
const CJK = 0x2e80;

/**
 * Characters of the n-gram that begins with this one: three; four of digits, of which there are only ten; two where
 * words are short. Zero for what separates words. It depends on nothing else, so that a word's n-grams are among those
 * of every text that contains it.
 */
function lengthFrom(unit: number): number {
  if (unit <= 0x20) return 0;
  if (unit >= ZERO && unit <= NINE) return 4;
  return unit >= CJK ? 2 : 3;
}

/** The bucket of the n-gram that begins here; -1 if there is none within the word. */
function bucketAt(text: string, at: number): number {
  const length = lengthFrom(text.charCodeAt(at));
  if (length === 0 || at + length > text.length) return -1;
  let hash = 0;
  for (let n = 0; n < length; n++) {
    const unit = text.charCodeAt(at + n);
    if (unit <= 0x20) return -1;
    hash = Math.imul(hash, 0x01000193) ^ unit;
  }
  return Math.imul(hash, 0x9e3779b1) >>> 16;
}

/** Adds the n-grams of a contact's text to a part of the index: `bits` has `BLOCKS` bits for each bucket. */
export function addText(bits: Uint8Array, block: number, text: string): void {
  const [byte, mask] = [block >> 3, 0x80 >> (block & 7)];
  for (let at = 0; at < text.length; at++) {
    const bucket = bucketAt(text, at);
    if (bucket < 0) continue;
    const place = bucket * (BLOCKS / 8) + byte;
    bits[place] = (bits[place] ?? 0) | mask;
  }
}

function bucketsOf(words: string[]): number[] {
  const all = words.flatMap((word) => Array.from({ length: word.length }, (_, at) => bucketAt(word, at)));
  return [...new Set(all)].filter((bucket) => bucket >= 0).slice(0, MOST_GRAMS);
}

/**
 * The buckets that a block must have if a contact in it matches, for each way in which the search can be met: phone
 * numbers have two. Null if they would exclude nothing, as with words of one or two letters.
 */
export function waysOf({ words, phones }: Search): number[][] | null {
  let ways = [words];
  for (const { words: typed, core } of phones) {
    if (ways.length * 2 > MOST_WAYS) break;
    ways = ways.flatMap((way) => [
      [...way, ...typed],
      [...way, core],
    ]);
  }
  const buckets = ways.map(bucketsOf);
  return buckets.every((way) => way.length > 0) ? buckets : null;
}
