import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { likenessOf, prepare, SHOWN_FROM } from "./likeness";

/**
 * Pairs generated as one person or as two (lib/testing/labelled/make.ts), in fourteen languages. The rules were
 * written with the tuning half; the other half was never looked at and is the only one that counts.
 */
const HALVES = ["tuning", "held-out"] as const;

interface Labelled {
  isSame: boolean;
  kind: string;
  cells: string[];
}

function pairsOf(half: (typeof HALVES)[number]): Labelled[] {
  const text = readFileSync(new URL(`../testing/labelled/${half}.tsv`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [label, , kind = "", ...cells] = line.split("\t");
      return { isSame: label === "same", kind, cells };
    });
}

function personOf([email = "", first_name = "", last_name, company, phone]: string[]) {
  return prepare({
    ...{ id: email, email, first_name },
    ...{ last_name: last_name || null, company: company || null, phone: phone || null },
  });
}

function isShown({ cells }: Labelled, from = SHOWN_FROM): boolean {
  return (likenessOf(personOf(cells.slice(0, 5)), personOf(cells.slice(5)))?.score ?? 0) >= from;
}

function figuresOf(pairs: Labelled[], from = SHOWN_FROM) {
  const shown = pairs.filter((pair) => isShown(pair, from));
  const right = shown.filter(({ isSame }) => isSame).length;
  return { precision: right / shown.length, recall: right / pairs.filter(({ isSame }) => isSame).length };
}

describe("the labelled pairs", () => {
  it.each(HALVES)("of the %s half: 98 of 100 that are shown are one person", (half) => {
    const { precision, recall } = figuresOf(pairsOf(half));
    console.info(`duplicates, ${half}: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.85);
    if (half === "held-out")
      recordFigure("duplicates", {
        size: { "labelled pairs that no rule was written with": pairsOf(half).length },
        measured: { precision: precision.toFixed(4), recall: recall.toFixed(4) },
      });
  });

  it("are more than 2 000, half of them hard to tell apart", () => {
    const pairs = HALVES.flatMap(pairsOf);
    expect(pairs.length).toBeGreaterThanOrEqual(2000);
    const two = pairs.filter(({ isSame }) => !isSame);
    expect(two.length).toBeGreaterThan(pairs.length * 0.4);
    expect(new Set(two.map(({ kind }) => kind)).size).toBeGreaterThan(10);
    expect(new Set(pairs.map(({ cells }) => cells.join())).size).toBeGreaterThan(pairs.length * 0.99);
  });

  it("go red when a name alone is enough", () => {
    const named = pairsOf("tuning").map((pair) => ({
      ...pair,
      cells: pair.cells.map((cell, n) => (n % 5 === 3 ? "Acme" : cell)),
    }));
    expect(figuresOf(named).precision).toBeLessThan(0.98);
  });
});
