import type { Search } from "./search-words";

/** Number of buckets for hashed n-grams. */
export const BUCKETS = 65_536;
/** Blocks of contacts per part of the index, which is the number of bits per bucket. */
export const BLOCKS = 64;
/** Maximum number of n-grams looked up per search: enough to exclude a block, and bounded in cost. */
const MOST_GRAMS = 24;
/** Maximum number of spellings of a search's phone numbers, in all. */
const MOST_WAYS = 4;

const NINE = 0x39;
const ZERO = 0x30;
/** From here on Han, kana and Hangul: words of two characters. */
const CJK = 0x2e80;

/**
 * The length of the n-gram that begins with this character: three; four for digits, of which there are only ten; two
 * where words are short; zero for separators. It depends on the character alone, so that a word's n-grams are among
 * those of every text that contains it.
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
 * The buckets that a block must have if a contact in it matches, for each way to match the search (phone numbers have
 * two). Null if that would exclude nothing, as with words of one or two letters.
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
