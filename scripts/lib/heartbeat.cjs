/**
 * Loaded before Next beside `preload.cjs`: tells the supervisor once a second that the event loop turns. A beat that
 * was not taken yet is not followed by another.
 */
const BEAT_MS = 1_000;
let isTaken = true;

const beat = () => {
  if (!isTaken || !process.connected) return;
  isTaken = false;
  process.send("alive", () => {
    isTaken = true;
  });
};

if (process.send) setInterval(beat, BEAT_MS).unref();
