import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.mjs";

/** A part that ends sooner than this after it was ready counts as a failed start. */
const SETTLED_MS = 2_000;

/** The pause before each further attempt after consecutive failed starts. After the last one it gives up. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000, 4_000];

/**
 * Restarts a part whenever it ends, and says why in one line. The first time at once; a part that keeps ending right
 * after its start gets longer and longer pauses. Resolves when `isOver` says that the end was intended.
 * @param {object} options
 * @param {string} options.name for example "The app"
 * @param {{exited: Promise<unknown>, reason: () => string}} options.part as it runs now
 * @param {() => Promise<{exited: Promise<unknown>, reason: () => string}>} options.restart resolves when it is ready
 * @param {() => Promise<boolean>} options.isOver
 * @param {(line: string) => void} options.tell
 * @throws {Failure} after several ends in a row right after the start
 */
export async function keepRunning({ name, part, restart, isOver, tell }, pausesMs = PAUSES_MS) {
  /** @type {typeof part | null} */
  let running = part;
  let readyAt = performance.now();
  let failure = new Failure(`${name} did not come up.`);
  for (let quickEnds = 0; ; ) {
    await running?.exited;
    if (await isOver()) return;
    const from = performance.now();
    quickEnds = running && from - readyAt > SETTLED_MS ? 0 : quickEnds + 1;
    if (running) failure = new Failure(`${name} ${running.reason()}.`);
    if (quickEnds >= pausesMs.length) throw givenUp(name, quickEnds, failure);
    tell(`${failure.message} Starting it again.`);
    await sleep(pausesMs[quickEnds]);
    if (await isOver()) return;
    try {
      running = await restart();
      readyAt = performance.now();
      tell(`${name} is back after ${((readyAt - from) / 1000).toFixed(1)} s.`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      running = null;
      failure = error;
    }
  }
}

/**
 * @param {string} name
 * @param {number} times
 * @param {Failure} options
 */
function givenUp(name, times, { message, detail }) {
  return new Failure(
    `${name} ended ${times} times in a row right after its start. ${message} Fix that and start again; nothing is lost.`,
    detail,
  );
}
