import { expect, it } from "vitest";
import { cleanText, isLonger, toNfc } from "./text";

it("cleans what people write: blanks at the ends go, accents become one character", () => {
  expect(cleanText(" \u200eZoe\u0308 Mu\u0308ller\u00a0\ufeff")).toBe("Zoë Müller");
  expect(cleanText("\u1100\u1161\u11a8")).toBe("각");
});

it("counts an emoji as one character", () => {
  expect([64, 65].map((count) => isLonger("😀".repeat(count), 64))).toEqual([false, true]);
  expect([64, 65].map((count) => isLonger("a".repeat(count), 64))).toEqual([false, true]);
});

it("puts the marks of one letter in order, as many as a language may need", () => {
  const marks = "\u0301".repeat(49) + "\u0316".repeat(50);
  expect(toNfc(`a${marks}`)).toBe(`a${marks}`.normalize("NFC"));
  expect(toNfc(`a${marks}`)).not.toBe(`a${marks}`);
});

/** The maximum size of a body. Sorting marks takes quadratic time and blocks all other requests. */
it.each([
  ["one pile of marks", `a${"\u0301".repeat(260_000)}${"\u0316".repeat(260_000)}`],
  ["piles that are just allowed", `a${"\u0301".repeat(49)}${"\u0316".repeat(50)}`.repeat(5_200)],
])("is done with %s of a megabyte at once", (_, text) => {
  const started = performance.now();
  toNfc(text);
  expect(performance.now() - started).toBeLessThan(2_000);
});
