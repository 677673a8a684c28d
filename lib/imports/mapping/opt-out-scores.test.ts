import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compileMapping } from "@/lib/imports/rows/compile";
import { type OptOutFile, publish, scoreOptOuts, type Taken } from "@/lib/testing/corpus/opt-out-report";
import { isFull } from "@/lib/testing/corpus/streams";
import { askAboutTitles } from "./asking";
import { keepUnmatched } from "./kept";
import { suggestMapping } from "./suggest";

/** What the mapper of f8c5afe made of the same files. */
const before = JSON.parse(
  readFileSync(new URL("../../testing/corpus/opt-out-baseline.json", import.meta.url), "utf8"),
);

function take({ headers, rows }: OptOutFile): Taken {
  const suggested = askAboutTitles(suggestMapping(headers, rows), ["people.csv"]);
  const suggestions = keepUnmatched(suggested, rows, 500);
  const mapping = Object.fromEntries(suggestions.map(({ header, field }) => [header, field]));
  const { read } = compileMapping(headers, mapping, {});
  const out = rows.flatMap((row, n) => {
    const result = read(n + 1, row);
    return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
  });
  const isAsked = suggestions.some(({ question }) => question === "consent");
  return { fields: suggestions.map(({ field }) => field), out, isAsked };
}

// The files themselves are looked at one by one in the tests of the mapper.
it.runIf(isFull)("no opt-out is lost, and the scores are published as they came out", async () => {
  const scores = scoreOptOuts(take);
  const report = publish(scores, before);
  console.info(report);
  expect(Object.values(scores).map(({ lost }) => lost)).toEqual([0, 0, 0, 0, 0]);
  await expect(report).toMatchFileSnapshot("../../../docs/opt-out-columns.md");
});
