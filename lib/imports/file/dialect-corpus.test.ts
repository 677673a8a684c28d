import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dialectFiles } from "@/lib/testing/corpus/dialect-files";
import { judge, type Outcome } from "@/lib/testing/corpus/dialect-judge";
import { publish, type Table, tallyOf } from "@/lib/testing/corpus/dialect-report";
import { isFull } from "@/lib/testing/corpus/streams";
import { recordFigure } from "@/scripts/reliability/record.mjs";

/** What the guesser of f8c5afe made of the same files. */
const before: Table = JSON.parse(
  readFileSync(new URL("../../testing/corpus/dialect-baseline.json", import.meta.url), "utf8"),
);
/** Files of every kind. */
const EACH = isFull ? 60 : 4;

it("reads polluted files whole, or names what it lost", { timeout: 900_000 }, async () => {
  const table: Table = {};
  const wrong: string[] = [];
  for (const file of dialectFiles(EACH)) {
    const outcome = await judge(file);
    tallyOf(table, file.kind)[outcome]++;
    if (outcome === "wrong") wrong.push(`${file.kind}\n${file.text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  if (isFull) {
    const report = publish(table, before, EACH);
    console.info(report);
    await expect(report).toMatchFileSnapshot("../../../docs/dialects.md");
  }
  const sum = (outcome: Outcome) => Object.values(table).reduce((all, kind) => all + kind[outcome], 0);
  recordFigure("dialects", {
    size: { "polluted files": sum("equal") + sum("named") + sum("wrong"), kinds: Object.keys(table).length },
    measured: { equal: sum("equal"), named: sum("named"), "silently wrong": sum("wrong") },
    isWhole: isFull,
  });
});
