import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compileMapping } from "@/lib/imports/rows/compile";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

/** Small files of one column beside the addresses: of consent in the words of many programs, and of other things. */
const { optOuts, harmless }: Corpus = JSON.parse(
  readFileSync(new URL("../../testing/corpus/smells.json", import.meta.url), "utf8"),
);
interface Corpus {
  optOuts: { language: string; header: string; cells: string[]; out: number[] }[];
  harmless: [language: string, header: string, cells: string[]][];
}

function taken(header: string, cells: string[]) {
  const headers = ["Email", "Name", header];
  const rows = cells.map((cell, n) => [`p${n}@example.com`, `Ann${n} Lee`, cell]);
  const suggestions = keepUnmatched(suggestMapping(headers, rows), rows, 100);
  const mapping = Object.fromEntries(suggestions.map(({ header, field }) => [header, field]));
  const { read } = compileMapping(headers, mapping, {});
  const out = rows.flatMap((row, n) => {
    const result = read(n + 1, row);
    return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
  });
  return { out, isAsked: suggestions.some(({ question }) => question) };
}

it.each(optOuts)("is asked about or read right: $language $header $cells", ({ header, cells, out }) => {
  const found = taken(header, cells);
  if (!found.isAsked) expect(found.out).toEqual(out);
});

it.each(harmless)("is no consent: %s %s %j", (_, header, cells) => {
  expect(taken(header, cells)).toEqual({ out: [], isAsked: false });
});
