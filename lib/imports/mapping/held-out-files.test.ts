import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileMapping } from "@/lib/imports/rows/compile";
import { askAboutTitles } from "./asking";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

interface Sample {
  source: string;
  kind: "ordinary" | "optout" | "other";
  title?: string;
  headers: string[];
  rows: string[][];
  /** The rows whose people opted out. */
  out: number[];
}
/** Exports in thirty languages that nobody looked at while the words of the lists were collected. */
const files: Sample[] = JSON.parse(
  readFileSync(new URL("../../testing/corpus/held-out-files.json", import.meta.url), "utf8"),
);

/** What comes of a file when every suggestion is accepted. */
function outcome({ headers, rows, title = "people.csv" }: Sample) {
  const suggested = keepUnmatched(askAboutTitles(suggestMapping(headers, rows), [title]), rows, 500);
  const mapping = Object.fromEntries(suggested.map(({ header, field }) => [header, field]));
  const { read } = compileMapping(headers, mapping, {});
  const results = rows.map((row, n) => read(n + 1, row));
  return {
    asks: suggested.some(({ question }) => question === "consent"),
    staged: results.filter((result) => "staged" in result).length,
    out: results.flatMap((result, n) => ("staged" in result && result.staged.is_unsubscribed ? [n] : [])),
  };
}

describe("files that nobody looked at", () => {
  it.each(files)("$source: nobody is subscribed or unsubscribed without a question", (file) => {
    const { asks, staged, out } = outcome(file);
    expect(staged).toBe(file.rows.length);
    if (!asks) expect(out).toEqual(file.out);
  });

  it("few ordinary ones raise a question", () => {
    const ordinary = files.filter(({ kind }) => kind === "ordinary");
    const asked = ordinary.filter((file) => outcome(file).asks).map(({ source }) => source);
    expect([ordinary.length > 30, asked.length <= ordinary.length / 5]).toEqual([true, true]);
  });
});
