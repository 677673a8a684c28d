import { expect, it } from "vitest";
import { DiskFull, Failure } from "./lib/failure.mjs";
import { keepRunning } from "./lib/upkeep.mjs";

/** @import { Part } from "./lib/types.ts" */

/**
 * A part that has ended.
 * @param {{ isFull: boolean }} options
 * @returns {Part}
 */
const ended = ({ isFull }) => ({
  exited: Promise.resolve(),
  reason: () => "ended (exit code 1)",
  isDiskFull: () => isFull,
});

/** @returns {Part} */
const lasting = () => ({ exited: new Promise(() => {}), reason: () => "" });

/**
 * Keeps a part running through such restarts; resolves with what was said once the last of them is up, or with how it
 * was given up.
 * @param {(() => Part)[]} restarts
 */
async function kept(...restarts) {
  /** @type {string[]} */
  const said = [];
  const back = new Promise((resolve) => {
    const tell = (/** @type {string} */ line) => {
      said.push(line);
      if (line.includes("is back")) resolve("back");
    };
    const restart = async () => {
      const next = restarts.shift();
      if (!next) throw new Failure("Too many restarts.");
      return next();
    };
    const options = {
      name: "The database",
      part: ended({ isFull: true }),
      restart,
      isOver: async () => false,
      tell,
    };
    keepRunning(options, [0, 0, 0], [0]).catch(resolve);
  });
  return { outcome: await back, said, left: restarts.length };
}

const refused = () => {
  throw new DiskFull("The disk is full: PostgreSQL could not start. Free some space and start again.");
};

it("waits for a full disk beyond all tries, says so once, and comes back by itself", async () => {
  const tries = Array.from({ length: 20 }, (_, n) => (n % 2 ? refused : () => ended({ isFull: true })));
  const { outcome, said, left } = await kept(...tries, lasting);
  expect({ outcome, left }).toEqual({ outcome: "back", left: 0 });
  expect(said).toEqual([
    "The database is down because the disk is full. Free some space: it then starts by itself, and nothing is lost.",
    expect.stringContaining("is back after"),
  ]);
});

it("gives up what fails for another reason while it waits", async () => {
  const { outcome } = await kept(refused, () => {
    throw new Failure("The folder is gone.");
  });
  expect(String(outcome)).toMatch(/ended 3 times in a row.*Too many restarts/);
});
