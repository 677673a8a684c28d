import { expect, it } from "vitest";
import { runChaos } from "@/lib/testing/fixtures/chaos";

/** The quick form of `npm run chaos`, with real processes and a real database. */
it("ends in exactly the state of an undisturbed import after 4 kill -9", async () => {
  const result = await runChaos({ rows: 20_000, kills: 4, seed: 7 });
  expect(result.problems).toEqual([]);
  expect(result.kills).toBeGreaterThanOrEqual(3);
}, 400_000);

const zombies = { rows: 40_000, kills: 2, zombies: 4, workers: 3, leaseMs: 1000, bad: 0, seed: 3 };

it("is not fooled by workers that wake up after their lease", async () => {
  expect((await runChaos(zombies)).problems).toEqual([]);
}, 400_000);

it.runIf(process.env.KITH_FULL === "1")(
  "would notice if it were",
  async () => {
    // Not every seed hits the right moment; a build without the fence cannot pass many.
    const broken = [];
    for (let seed = 3; seed < 15 && broken.length === 0; seed++) {
      const run = runChaos({ ...zombies, seed, unfenced: true });
      const found = run.then(({ problems }) => problems).catch((error: Error) => [neverEnded(error)]);
      broken.push(...(await found));
    }
    expect(broken).not.toEqual([]);
  },
  600_000,
);

/**
 * Workers that undo each other's progress may never end. Any other error is the harness's own, and does not count as a
 * detection.
 */
function neverEnded(error: Error): string {
  if (!error.message.startsWith("the import did not end")) throw error;
  return error.message;
}
