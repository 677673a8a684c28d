import { parseArgs } from "node:util";
import { recordFigure, withOutcome } from "../scripts/reliability/record.mjs";
import { startBenchDatabase } from "./database";

/**
 * `npm run chaos`: imports with worker processes killed, frozen and cut off, and with database crashes, compared with
 * an undisturbed run. `npm run chaos -- --rows 1000000 --kills 300 --crashes 40` is the full form, `--unfenced` the
 * build without the fence that must fail.
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    kills: { type: "string", default: "60" },
    crashes: { type: "string", default: "8" },
    zombies: { type: "string", default: "20" },
    workers: { type: "string", default: "3" },
    bad: { type: "string", default: "0.01" },
    seed: { type: "string", default: "1" },
    unfenced: { type: "boolean", default: false },
  },
});
/** What makes it the full form: nearly all of the requested kills hit a running import. */
const WHOLE = { rows: 1_000_000, kills: 250, crashes: 30 };
const number = (name: "rows" | "kills" | "crashes" | "zombies" | "workers" | "bad" | "seed") =>
  Number(values[name]);

const database = await startBenchDatabase({ LOG_LEVEL: "silent" });
const { runChaos } = await import("@/lib/testing/fixtures/chaos");
const options = {
  rows: number("rows"),
  kills: number("kills"),
  crashes: number("crashes"),
  zombies: number("zombies"),
  workers: number("workers"),
  bad: number("bad"),
  seed: number("seed"),
  leaseMs: 1000,
  unfenced: values.unfenced,
};
/** Throws when the import did not end, or ended differently than an undisturbed one. */
async function prove(): Promise<void> {
  const { rows, seed, workers } = options;
  const { problems, state, kills, zombies, crashes, seconds } = await runChaos(options);
  console.log(JSON.stringify({ state, kills, zombies, crashes, seconds, problems }, null, 2));
  if (problems.length > 0) throw new Error("The result differs from an undisturbed import.");
  if (values.unfenced) return;
  recordFigure("exact", {
    seed,
    size: { rows, "kill -9": kills, "frozen workers": zombies, "database crashes": crashes, workers },
    measured: { "cells, counters or contacts that differ": problems.length },
    isWhole: rows >= WHOLE.rows && kills >= WHOLE.kills && crashes >= WHOLE.crashes,
  });
}
const failure = await withOutcome("bench/run-chaos.ts", prove).then(
  () => null,
  (error: Error) => error,
);
await database.stop();
console.log(failure?.message ?? "Nothing lost, nothing counted twice.");
process.exit(failure ? 1 : 0);
