import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareWords, type Piece, shorten } from "./words";

const marked = (pieces: Piece[]) => pieces.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join("");
const compared = (old: string, now: string) => {
  const pieces = compareWords(old, now);
  return [marked(pieces.old), marked(pieces.now)];
};

describe("changed words", () => {
  it.each([
    ["Acme Ltd, London", "Acme Inc, London", "Acme [Ltd], London", "Acme [Inc], London"],
    ["Ada", "Ada King", "Ada", "Ada[ King]"],
    ["a b c d", "a x y d", "a [b c] d", "a [x y] d"],
    ["Zoë", "Zoe", "[Zoë]", "[Zoe]"],
    ["", "new", "", "[new]"],
    ["same", "same", "same", "same"],
    ["東京 1", "東京 2", "東京 [1]", "東京 [2]"],
  ])("of %j and %j", (old, now, ...expected) => {
    expect(compared(old, now)).toEqual(expected);
  });

  it("put together are the texts, and what is the same is so in both", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "ab", " ", "-", "é", "\n", "😀"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const pieces = compareWords(old, now);
        const whole = (list: Piece[]) => list.map((piece) => piece.text).join("");
        expect([whole(pieces.old), whole(pieces.now)]).toEqual([old, now]);
        if (old === now) expect(pieces.old.every(({ isSame }) => isSame)).toBe(true);
        else expect([...pieces.old, ...pieces.now].some(({ isSame }) => !isSame)).toBe(true);
      }),
    );
  });

  it.each([
    ["4.250,50", "4.350,50"],
    ["2026-03-01", "2026-04-01"],
    ["-1,200.5", "1,200.5"],
  ])("of a number or a day are marked as a whole: %s", (old, now) => {
    const pieces = compareWords(`on ${old} again`, `on ${now} again`);
    expect(marked(pieces.old)).toBe(`on [${old}] again`);
    expect(marked(pieces.now)).toBe(`on [${now}] again`);
  });

  it("of long texts take no time that is felt", () => {
    const words = Array.from({ length: 5000 }, (_, n) => `w${n}`);
    const pieces = compareWords(words.join(" "), words.toReversed().join(" "));
    expect(pieces.old.some(({ isSame }) => !isSame)).toBe(true);
  });
});

describe("a shortened change", () => {
  it("keeps what is next to it", () => {
    const [old, now] = [
      `${"x ".repeat(300)}red${" y".repeat(300)}`,
      `${"x ".repeat(300)}blue${" y".repeat(300)}`,
    ];
    const pieces = compareWords(old, now);
    expect(marked(shorten(pieces.now, 80))).toMatch(/^…(x ){12}\[blue\]( y){12}…$/);
    expect(marked(shorten(pieces.old, 80))).toContain("[red]");
  });

  it("cuts a single long text at its end", () => {
    expect(marked(shorten(compareWords("", "z".repeat(500)).now, 80))).toBe(`[${"z".repeat(80)}…]`);
  });
});
