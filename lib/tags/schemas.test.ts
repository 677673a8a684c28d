import { expect, it } from "vitest";
import { createTagBody } from "./schemas";

const accepts = (emoji: string) => createTagBody.safeParse({ name: "a", emoji }).success;

it.each(["⭐", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "a", ""])(
  "takes one grapheme, or none, for an emoji: %s",
  (emoji) => {
    expect(accepts(emoji)).toBe(true);
  },
);

it.each(["⭐⭐", "🇩🇪🇫🇷", "ab", "👩‍👩‍👧‍👦".repeat(3)])("does not take two: %s", (emoji) => {
  expect(accepts(emoji)).toBe(false);
});

it("does not count the characters of a hostile one", () => {
  const started = performance.now();
  expect(accepts("a".repeat(5_000_000))).toBe(false); // took five seconds
  expect(performance.now() - started).toBeLessThan(2_000);
});
