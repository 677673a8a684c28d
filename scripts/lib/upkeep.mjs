import { setTimeout as sleep } from "node:timers/promises";
import { DiskFull, Failure } from "./failure.mjs";

/** @import { Part } from "./types.ts" */

/** A part that ends sooner than this after it was ready counts as a failed start. */
const SETTLED_MS = 2_000;

/** The pause before each further attempt after consecutive failed starts. After the last one it gives up. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000, 4_000];

/** The pauses while the disk is full; the last one again and again. */
const FULL_PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Restarts a part whenever it ends, and says why in one line. The first time at once; a part that keeps ending right
 * after its start gets longer and longer pauses. While the disk is full it waits, however long that takes. Resolves
 * when `isOver` says that the end was intended.
 * @param {object} options
 * @param {string} options.name for example "The app"
 * @param {Part} options.part as it runs now
 * @param {() => Promise<Part>} options.restart resolves when it is ready
 * @param {() => Promise<boolean>} options.isOver
 * @param {(line: string) => void} options.tell
 * @throws {Failure} after several ends in a row right after the start
 */
export async function keepRunning(
  { name, part, restart, isOver, tell },
  pausesMs = PAUSES_MS,
  fullPausesMs = FULL_PAUSES_MS,
) {
  /** @type {Part | null} */
  let running = part;
  let readyAt = performance.now();
  let failure = new Failure(`${name} did not come up.`);
  for (let quickEnds = 0; ; ) {
    await running?.exited;
    if (await isOver()) return;
    const from = performance.now();
    quickEnds = running && from - readyAt > SETTLED_MS ? 0 : quickEnds + 1;
    if (running) failure = new Failure(`${name} ${running.reason()}.`);
    /** @type {boolean | undefined} */
    const isFull = running ? running.isDiskFull?.() : failure instanceof DiskFull;
    if (isFull) {
      tell(
        `${name} is down because the disk is full. Free some space: it then starts by itself, and nothing is lost.`,
      );
    } else {
      if (quickEnds >= pausesMs.length) throw givenUp(name, quickEnds, failure);
      tell(`${failure.message} Starting it again.`);
      await sleep(pausesMs[quickEnds]);
    }
    if (await isOver()) return;
    try {
      running = await (isFull ? onceThereIsSpace({ restart, isOver }, fullPausesMs) : restart());
      if (!running) return;
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
 * Tries until a start neither fails nor ends soon for lack of space: on a full disk a part may come up, and end with the
 * first that it writes. Returns null when it is over.
 * @param {{ restart: () => Promise<Part>, isOver: () => Promise<boolean> }} part
 * @param {number[]} pausesMs
 */
async function onceThereIsSpace({ restart, isOver }, pausesMs) {
  for (let tries = 0; ; tries++) {
    await sleep(pausesMs[Math.min(tries, pausesMs.length - 1)]);
    if (await isOver()) return null;
    try {
      const started = await restart();
      const endsSoon = await Promise.race([started.exited.then(() => true), sleep(SETTLED_MS, false)]);
      if (!endsSoon || !started.isDiskFull?.()) return started;
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
    }
  }
}

/**
 * @param {string} name
 * @param {number} times
 * @param {Failure} failure
 */
function givenUp(name, times, { message, detail }) {
  return new Failure(
    `${name} ended ${times} times in a row right after its start. ${message} Fix that and start again; nothing is lost.`,
    detail,
  );
}
