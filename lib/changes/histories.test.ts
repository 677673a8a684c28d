import { afterEach, expect, it } from "vitest";
import { blocks } from "@/lib/bulk/blocks";
import { ChangeHistory } from "@/lib/testing/change-histories";
import type { HistoryOutcome } from "@/lib/testing/change-history-parts";
import { seedsOf } from "@/lib/testing/seeds";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { rules } from "./undo-slices";

const isFull = process.env.KITH_FULL === "1";
const seeds = seedsOf(5, 10_000);
const HISTORIES = seeds.count;
const ACTS = 8;
const real = { ...rules };
const realBlocks = { ...blocks };

afterEach(() => {
  Object.assign(rules, real);
  Object.assign(blocks, realBlocks);
});

it(`puts everything back in ${HISTORIES} generated histories of overlapping change sets`, {
  timeout: 36_000_000,
}, async () => {
  const sum: HistoryOutcome = { histories: 0, acts: 0, undos: 0, kept: 0, wrong: 0 };
  rules.slice = 2;
  blocks.size = 2;
  for (const seed of seeds.all) {
    const { outcome, faults } = await ChangeHistory.run(seed, ACTS, isFull && seed % 33 === 0);
    for (const key of Object.keys(sum) as (keyof HistoryOutcome)[]) sum[key] += outcome[key];
    expect(faults, `seed ${seed}`).toEqual([]);
  }
  console.info(`change sets: ${JSON.stringify(sum)}`);
  expect(sum.undos).toBeGreaterThan(sum.histories * 5);
  expect(sum.kept).toBeGreaterThan(sum.histories / 4);
  recordFigure("change-sets", {
    size: { histories: sum.histories, "change sets": sum.acts, undos: sum.undos },
    measured: { "contacts that differ": sum.wrong, "contacts kept and named": sum.kept },
    seed: seeds.first,
    isWhole: seeds.isWhole,
  });
});

it("goes red when an undo asks nobody who wrote a contact last", { timeout: 120_000 }, async () => {
  rules.asLeft = "true";
  let wrong = 0;
  for (let seed = 1; seed <= 10 && wrong === 0; seed++)
    wrong = (await ChangeHistory.run(seed, ACTS)).faults.length;
  expect(wrong).toBeGreaterThan(0);
});
