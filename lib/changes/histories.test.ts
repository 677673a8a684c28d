import { afterEach, expect, it } from "vitest";
import { blocks } from "@/lib/bulk/blocks";
import { ChangeHistory } from "@/lib/testing/change-histories";
import type { HistoryOutcome } from "@/lib/testing/change-history-parts";
import { seedsOf } from "@/lib/testing/seeds";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { rules } from "./undo-slices";

const seeds = seedsOf(5, 10_000);
const HISTORIES = seeds.count;
const ACTS = 8;
/** So many at a time, each in a workspace of its own: the app and the database work at once. */
const LANES = 3;
const real = { ...rules };
const realBlocks = { ...blocks };

afterEach(() => {
  Object.assign(rules, real);
  Object.assign(blocks, realBlocks);
});

it(`puts everything back in ${HISTORIES} generated histories of overlapping change sets`, {
  timeout: 36_000_000,
}, async () => {
  const sum: HistoryOutcome = {
    ...{ histories: 0, acts: 0, undos: 0, kept: 0, cuts: 0, races: 0, wrong: 0 },
  };
  rules.slice = 2;
  blocks.size = 2;
  const take = async (seed: number, kills: boolean) => {
    const { outcome, faults } = await ChangeHistory.run(seed, ACTS, kills);
    for (const key of Object.keys(sum) as (keyof HistoryOutcome)[]) sum[key] += outcome[key];
    expect(faults, `seed ${seed}`).toEqual([]);
    return outcome;
  };
  // A kill may hit any connection: its history is alone. 313 of 10,000.
  const isKilled = (seed: number) => seed % 32 === 1;
  const quiet = seeds.all.filter((seed) => !isKilled(seed)).values();
  const lane = async () => {
    for (const seed of quiet) await take(seed, false);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  let hit = 0;
  for (const seed of seeds.all.filter(isKilled)) {
    let cuts = 0;
    // Where acts are quick, each kill of a history may come too late: then another takes its place.
    for (let tries = 0; cuts === 0 && tries < 10; tries++)
      ({ cuts } = await take(seed + tries * 1_000_000, true));
    hit += Number(cuts > 0);
  }
  console.info(`change sets: ${JSON.stringify(sum)}, ${hit} histories with kills`);
  expect(hit).toBe(seeds.all.filter(isKilled).length);
  if (seeds.isWhole) expect(hit).toBeGreaterThanOrEqual(300);
  expect(sum.undos).toBeGreaterThan(sum.histories * 5);
  expect(sum.kept).toBeGreaterThan(sum.histories / 4);
  recordFigure("change-sets", {
    size: {
      ...{ histories: sum.histories, "change sets": sum.acts, undos: sum.undos },
      ...{ "edits beside them": sum.races, kills: sum.cuts, "histories that these hit": hit },
    },
    measured: { "contacts that differ": sum.wrong, "contacts kept and named": sum.kept },
    seed: seeds.first,
    isWhole: seeds.isWhole,
    part: seeds.part,
  });
});

/** Versions of the undo that the histories must tell from the real one, and within how many of them. */
const TWINS: [undo: string, twin: Partial<typeof rules>, seeds: number][] = [
  ["asks nobody who wrote a contact last", { asLeft: "true" }, 10],
];

it.each(TWINS)(
  "would differ in generated histories if the undo %s",
  { timeout: 1_200_000 },
  async (_, twin, most) => {
    Object.assign(rules, { slice: 2, ...twin });
    blocks.size = 2;
    let [next, found] = [1, 0];
    const lane = async () => {
      while (found === 0 && next <= most) {
        const seed = next++;
        const { faults } = await ChangeHistory.run(seed, ACTS);
        if (faults.length > 0) found ||= seed;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    console.info(`change sets: differs with seed ${found}`);
    expect(found).toBeGreaterThan(0);
  },
);
