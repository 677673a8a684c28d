/** The time between two looks. A look that comes late says that this process had to wait too: then it proves nothing. */
const LOOK_MS = 1_000;

/** Looks without a beat after which an app counts as hung. An import's longest pause is a tenth of a second. */
const SILENT_LOOKS = 30;

/**
 * Watches for the beats of `heartbeat.cjs`. When none has come for half a minute in which this process was never kept
 * waiting itself, the app is asked once more by `ask`; if it does not answer either, `onHung` is called, once. A
 * machine that is busy, swaps or was asleep slows both down and is no reason.
 * @returns {() => void} ends the watch
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
    // A beat that came while it was asked is a sign of life as well.
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
