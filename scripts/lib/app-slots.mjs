import { Failure } from "./failure.mjs";

/** @import { App, Slot } from "./types.ts" */

/** As long as the slowest upload may take: a process that is replaced finishes the work in progress. */
const LEAVE_MS = 16 * 60_000;
const STOP_MS = 8_000;

/**
 * Starts the app's processes. Each has a slot, in which another one replaces it when it ends (`upkeep.mjs`) or is
 * renewed. `apps` always contains the running ones.
 * @param {Set<App>} apps
 * @param {() => App} start
 * @param {number} count
 * @returns {Promise<Slot[]>}
 */
export function startSlots(apps, start, count) {
  const launch = () => {
    const app = start();
    apps.add(app);
    app.exited.then(() => apps.delete(app));
    return app;
  };
  const nameOf = (/** @type {number} */ number) => (count === 1 ? "The app" : `Process ${number} of the app`);
  const slots = Array.from({ length: count }, (_, at) => makeSlot(nameOf(at + 1), launch));
  return Promise.all(slots);
}

/**
 * @param {string} name
 * @param {() => App} launch
 * @returns {Promise<Slot>}
 */
async function makeSlot(name, launch) {
  let app = launch();
  await app.untilHealthy();
  /** Resolves when no process holds the slot any more; one that was replaced does not count. */
  const part = {
    get exited() {
      return untilEmpty();
    },
    reason: () => app.reason(),
  };
  async function untilEmpty() {
    for (let one = null; one !== app; ) {
      one = app;
      await one.exited;
    }
  }
  const next = async () => {
    const one = launch();
    try {
      await one.untilHealthy();
    } catch (error) {
      one.kill();
      await one.exited;
      throw error;
    }
    return one;
  };
  const restart = async () => {
    app = await next();
    return part;
  };
  /** The new process is ready before the old one leaves, so that requests always find one. */
  const renew = async () => {
    const old = app;
    const one = await next();
    // It died meanwhile, so the slot is being refilled already.
    if (old.hasEnded()) return void one.stop(STOP_MS);
    app = one;
    await old.leave(LEAVE_MS);
    await old.stop(STOP_MS);
  };
  return { name, part, restart, renew };
}

/** @type {{ again: boolean } | null} */
let renewal = null;

/**
 * Replaces the processes one after the other; if requested again meanwhile, once more after that. If a new one does
 * not start, the running ones stay.
 * @param {Slot[]} slots
 * @param {(line: string) => void} tell
 */
export async function renewSlots(slots, tell) {
  if (renewal) {
    renewal.again = true;
    return;
  }
  do {
    renewal = { again: false };
    try {
      for (const slot of slots) await slot.renew();
      tell(
        slots.length === 1
          ? "The app was renewed."
          : `All ${slots.length} processes of the app were renewed.`,
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      tell(`${error.message} The app was not renewed; it runs on as before.`);
    }
  } while (renewal.again);
  renewal = null;
}
