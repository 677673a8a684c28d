import { EXIT, Stop } from "./stop.mjs";

/** @import { Call } from "./kith.mjs" */

/**
 * Interruptible until all of the file is sent. After that the server may have it already: its answer is waited for,
 * because nothing else says what is to be deleted.
 * @param {Call} call
 * @param {import("./files.mjs").Source} source
 */
export async function upload({ kith, screen, signal, flags: { sheet } }, { filename, size, open }) {
  const onProgress = (/** @type {number} */ bytes) => screen.progress("Uploading", bytes, size);
  const sending = new AbortController();
  let isSent = false;
  const stop = () => {
    if (!isSent) sending.abort(signal.reason);
    else screen.warn("Waiting for the answer, to delete what was uploaded. Ctrl-C again leaves it there.");
  };
  const openAgain = () => {
    if (signal.aborted) sending.abort(signal.reason);
    isSent = false;
    const flush = () => {
      isSent = true;
    };
    return open().pipeThrough(new TransformStream({ flush }));
  };
  signal.addEventListener("abort", stop);
  try {
    const settings = { filename, ...(sheet !== undefined && { sheet }), signal: sending.signal, onProgress };
    return await kith.upload(openAgain, settings);
  } catch (error) {
    if (signal.aborted) throw new Stop("Interrupted. Nothing was imported.", EXIT.interrupted);
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
