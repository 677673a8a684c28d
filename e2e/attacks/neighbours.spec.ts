import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { type Passed, type Passing, withHole } from "./holes";
import { BOUNDS, doTheWorst, lifeFaults, live, wordsOf } from "./neighbours";
import { target } from "./target";

const isFull = process.env.KITH_FULL === "1";

test("while one workspace does its worst, another one lists, imports and exports, and is never refused", async () => {
  const quiet = await live(target, 2000);
  const stop = await doTheWorst(isFull ? 200_000 : 20_000);
  const busy = await live(target, isFull ? 60_000 : 12_000);
  await stop();
  expect(lifeFaults(busy)).toEqual([]);
  recordFigure("attack-neighbours", {
    measured: { alone: wordsOf(quiet), beside: wordsOf(busy) },
    isWhole: isFull,
  });
});

test("this group catches a neighbour who has to wait, and one who is refused", async () => {
  const slow = {
    before: async () => {
      await sleep(BOUNDS.listMs + 100);
      return undefined;
    },
  };
  const waiting = await withHole(target, slow, (at) => live(at, 3000));
  expect(lifeFaults(waiting).join("\n")).toMatch(/95 of 100 lists took \d+ ms/);
  let asked = 0;
  const full = {
    after: ({ path }: Passing, got: Passed) =>
      path === "/api/contacts" && ++asked === 3 ? { ...got, status: 503 } : got,
  };
  const refused = await withHole(target, full, (at) => live(at, 1500));
  expect(refused.refusals).toEqual(["GET /api/contacts: 503"]);
});
