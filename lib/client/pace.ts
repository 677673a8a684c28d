/** Of the API's 100 requests a minute, what background work may use; the rest stays for the user's next click. */
const BUDGET = 75;
const WINDOW_MS = 60_000;

let sent: number[] = [];

/** Notes a request that is being sent. */
export function noteRequest(now = Date.now()): void {
  sent = [...sent.filter((at) => now - at < WINDOW_MS), now];
}

/** Milliseconds until background work may send its next request. */
export function backgroundDelayMs(now = Date.now()): number {
  const recent = sent.filter((at) => now - at < WINDOW_MS);
  const oldest = recent.at(-BUDGET);
  return oldest === undefined ? 0 : oldest + WINDOW_MS - now;
}

/** Resolves when background work may send its next request. */
export async function backgroundTurn(signal?: AbortSignal): Promise<void> {
  for (let wait = backgroundDelayMs(); wait > 0; wait = backgroundDelayMs()) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
  }
}
