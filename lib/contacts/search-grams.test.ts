import { expect, it } from "vitest";
import { addText, BLOCKS, BUCKETS, waysOf } from "./search-grams";
import { readSearch } from "./search-words";

const PIECES = [
  "a",
  "b",
  "ß",
  "é",
  "1",
  "23",
  " ",
  "\u001f",
  "山",
  "田",
  "김",
  "😀",
  "+",
  "@",
  ".",
  "ر",
  "ท",
];

/** A pseudo-random sequence of pieces, determined by the seed. */
function textOf(seed: number, length: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return PIECES[(state >>> 16) % PIECES.length];
  }).join("");
}

it("finds a word's n-grams in every text that contains it", () => {
  let looked = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const text = textOf(seed, 30);
    const bits = new Uint8Array(BUCKETS * (BLOCKS / 8));
    const block = seed % BLOCKS;
    addText(bits, block, text);
    const units = [...text];
    const word = units.slice(seed % 20, (seed % 20) + 1 + (seed % 9)).join("");
    if (/[\s\p{Cc}]/u.test(word)) continue;
    for (const bucket of waysOf({ words: [word], phones: [] })?.[0] ?? []) {
      const byte = bits[bucket * (BLOCKS / 8) + (block >> 3)] ?? 0;
      expect(byte & (0x80 >> (block & 7)), `${JSON.stringify(word)} in ${JSON.stringify(text)}`).not.toBe(0);
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(1000);
});

it("excludes what a text does not contain, and nothing by words that are too short", () => {
  const bits = new Uint8Array(BUCKETS * (BLOCKS / 8));
  addText(bits, 0, "ada@example.com\u001fada lovelace\u001f+49 30 123456\u001f+4930123456\u001f山田 太郎");
  const has = (search: string) =>
    waysOf(readSearch(search))?.some((way) => way.every((bucket) => ((bits[bucket * 8] ?? 0) & 0x80) !== 0));
  for (const search of ["lovelace", "ada love", "030 123456", "+49 30 123456", "123456", "山田"])
    expect(has(search), search).toBe(true);
  for (const search of ["lovelaze", "ada bob", "030 123457", "123465", "山口", "adalovelace"])
    expect(has(search), search).toBe(false);
  for (const search of ["ad", "12", "123", "a b c", "山", "%"]) expect(has(search), search).toBeUndefined();
});
