/**
 * Loaded before Next together with `preload.cjs`: sends the supervisor a beat once a second while the event loop runs.
 * No beat is sent until the previous one has been delivered.
 */
const BEAT_MS = 1_000;
let isTaken = true;

const beat = () => {
  if (!isTaken || !process.connected) return;
  isTaken = false;
  process.send?.("alive", () => {
    isTaken = true;
  });
};

if (process.send) setInterval(beat, BEAT_MS).unref();
