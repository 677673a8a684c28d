const holder = globalThis as typeof globalThis & { kithStopping?: boolean };

/**
 * Makes jobs stop at their next checkpoint when the process is asked to end: the server waits for running work, and
 * whoever stops it does not wait for ever. Adding a listener leaves the server's own handling as it is.
 */
export function stopJobsOnSignal(): void {
  const stop = () => {
    holder.kithStopping = true;
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** True once this process was asked to end: work lets go of its lease, and the next process goes on. */
export function isStopping(): boolean {
  return holder.kithStopping === true;
}
