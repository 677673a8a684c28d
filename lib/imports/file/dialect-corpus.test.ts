import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodedFiles } from "@/lib/testing/corpus/dialect-encodings";
import { type DialectFile, dialectFiles } from "@/lib/testing/corpus/dialect-files";
import { judge } from "@/lib/testing/corpus/dialect-judge";
import { publish, sumOf, type Tables, tallyOf } from "@/lib/testing/corpus/dialect-report";
import { isFull } from "@/lib/testing/corpus/streams";
import { recordFigure } from "@/scripts/reliability/record.mjs";

/** What f8c5afe made of the same files. */
const before: Tables = JSON.parse(
  readFileSync(new URL("../../testing/corpus/dialect-baseline.json", import.meta.url), "utf8"),
);
/** Files of every kind. */
const EACH = isFull ? 60 : 3;
/** Of the published scores. */
const [SEED, SEED_OF_ENCODINGS] = [1, 2];
const tables: Tables = { kinds: {}, encodings: {} };

const corpora: [keyof Tables, "kind" | "written", () => DialectFile[]][] = [
  ["kinds", "kind", () => dialectFiles(EACH, SEED)],
  ["encodings", "written", () => encodedFiles(isFull ? 2 : 1, isFull ? 1 : 6, SEED_OF_ENCODINGS)],
];

describe.each(corpora)("polluted files of all %s", (name, by, files) => {
  it("are read whole, or what was lost is named", { timeout: 900_000 }, async () => {
    const wrong: string[] = [];
    for (const file of files()) {
      const outcome = await judge(file);
      tallyOf(tables[name], file[by])[outcome]++;
      if (outcome === "wrong") wrong.push(`${file.kind}, ${file.written}\n${file.text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });
});

it.runIf(isFull)("are published as they came out (npm run corpus -- -u writes them anew)", async () => {
  const report = publish(tables, before, EACH);
  console.info(report);
  await expect(report).toMatchFileSnapshot("../../../docs/dialects.md");
});

it("are counted for the page of promises", () => {
  const { equal, named, refused, asked, wrong } = sumOf(tables.kinds, tables.encodings);
  recordFigure("dialects", {
    seed: SEED,
    size: {
      "polluted files": equal + named + refused + asked + wrong,
      kinds: Object.keys(tables.kinds).length,
      encodings: 1 + Object.keys(tables.encodings).length,
    },
    measured: { equal, named, refused, asked, "silently wrong": wrong },
    isWhole: isFull,
  });
});

const ROW = ["a@example.com", "Ada"];

it.each([
  ["email,name\na@example.com,Ada\n", [ROW], "equal"],
  ["email,name\na@example.com,Ada\n", [ROW, ["b@example.com", "Bo"]], "wrong"],
  ["email,name\na@example.com,Ada\n", [["a@example.com", "Adam"]], "wrong"],
  ["email,name\na@example.com,Ada\nb@example.com,Bo\n", [ROW], "wrong"],
  ["email,name\na@example.com,Ada\nb(at)example.com,Bo\n", [ROW, ["b(at)example.com", "Bo"]], "named"],
  ["%PDF-1.7\n", [ROW], "refused"],
])("what becomes of a file is noticed: %j, %j", async (text, rows, outcome) => {
  const file = { kind: "", written: "UTF-8", encoding: "utf-8", text, bytes: Buffer.from(text), rows };
  expect(await judge(file)).toBe(outcome);
});
