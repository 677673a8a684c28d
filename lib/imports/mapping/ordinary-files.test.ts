import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

/** Address books, shops, clubs, schools, surveys: whole files in which nobody says anything about mail. */
const files: { source: string; headers: string[]; rows: string[][] }[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/ordinary-files.json", import.meta.url), "utf8"),
);

it.each(files)("asks nothing about $source", ({ headers, rows }) => {
  const asked = keepUnmatched(suggestMapping(headers, rows), rows, 100).filter(({ question }) => question);
  expect(asked.map(({ header }) => header)).toEqual([]);
});

it("asks about people who are active, once one of them is not", () => {
  const active = (cells: string[]) =>
    suggestMapping(
      ["Email", "Active"],
      cells.map((cell, n) => [`p${n}@example.com`, cell]),
    )[1]?.question;
  expect(
    [
      ["yes", "yes"],
      ["yes", "no"],
      ["yes", ""],
    ].map(active),
  ).toEqual([undefined, "consent", "consent"]);
});

it("asks about marks, but not about the label of an address in an address book", () => {
  const marked = (header: string) =>
    suggestMapping(
      ["E-mail 1 - Value", header],
      [0, 1, 2].map((n) => [`p${n}@example.com`, "*"]),
    )[1]?.question;
  expect(["E-mail 1 - Label", "Mark"].map(marked)).toEqual([undefined, "consent"]);
});
