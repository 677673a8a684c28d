/** The time between two checks. A late check means that this process was delayed as well, so it proves nothing. */
const LOOK_MS = 1_000;

/** Checks without a beat after which an app counts as hung. An import's longest pause is a tenth of a second. */
const SILENT_LOOKS = 30;

/**
 * Watches for the beats of `heartbeat.cjs`. After half a minute without one, in which this process was never delayed
 * itself, the app is asked once more through `ask`; if it does not answer either, `onHung` is called, once. A machine
 * that is busy, swaps or was asleep slows both processes down, and does not count.
 * @returns {() => void} ends the watch
 * @param {import("node:events").EventEmitter} child
 * @param {{ ask: () => Promise<boolean>, onHung: () => void, lookMs?: number, silentLooks?: number }} options
 */
export function watchPulse(child, { ask, onHung, lookMs = LOOK_MS, silentLooks = SILENT_LOOKS }) {
  let silent = 0;
  let lookedAt = performance.now();
  const beat = () => {
    silent = 0;
  };
  const look = async () => {
    const now = performance.now();
    const isLate = now - lookedAt > 1.5 * lookMs;
    lookedAt = now;
    if (isLate) return;
    silent += 1;
    if (silent !== silentLooks) return;
    if (await ask()) return beat();
    // A beat that arrived during the question counts as well.
    if (silent >= silentLooks) end(onHung);
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  child.on("message", beat);
  const end = (then = () => {}) => {
    clearInterval(timer);
    child.off("message", beat);
    then();
  };
  return () => end();
}
