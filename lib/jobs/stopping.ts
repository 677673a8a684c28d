const holder = globalThis as typeof globalThis & { kithStopping?: boolean };

/**
 * Makes jobs stop at their next checkpoint when the process is asked to end, because the server waits for running work and
 * the supervisor that stops it has a deadline. Adding a listener does not change the server's own handling.
 */
export function stopJobsOnSignal(): void {
  const stop = () => {
    holder.kithStopping = true;
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** True once this process was asked to end: work releases its lease, and the next process continues. */
export function isStopping(): boolean {
  return holder.kithStopping === true;
}
