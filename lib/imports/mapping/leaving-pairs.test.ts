import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** Notes of outsiders, in many languages: those who want no mail, and those who said nothing of the kind. */
const notes: Record<"leaves" | "stays", string[]> = JSON.parse(
  readFileSync(new URL("../../testing/corpus/notes.json", import.meta.url), "utf8"),
);

/** Whether anybody is asked because of this note. */
const isAsked = (note: string) =>
  suggestMapping(
    ["Email", "Name", "Notes"],
    [
      ["ann@example.com", "Ann", "met at the fair"],
      ["bob@example.com", "Bob", note],
      ["cy@example.com", "Cy", ""],
      ["dee@example.com", "Dee", "call later"],
    ],
  ).some(({ question }) => question === "consent");

it.each(notes.leaves)("somebody wants no mail: %s", (note) => {
  expect(isAsked(note)).toBe(true);
});

it.each(notes.stays)("nobody leaves a list: %s", (note) => {
  expect(isAsked(note)).toBe(false);
});

it("text without words is read in no time, however long", () => {
  const began = performance.now();
  for (const text of ["no ".repeat(700), "newsletter ".repeat(180), "x".repeat(5000), "メール".repeat(600)])
    isAsked(text);
  expect(performance.now() - began).toBeLessThan(2_000);
});
