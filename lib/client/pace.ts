import { createStore } from "./store";

/** The share of the API's 100 requests a minute that background work may use; the rest stays for the user's next click. */
const BUDGET = 75;
const WINDOW_MS = 60_000;

let sent: number[] = [];
let open = 0;
let closedAt = 0;

/** Records a request that is being sent. */
export function noteRequest(now = Date.now()): void {
  open += 1;
  sent = [...sent.filter((at) => now - at < WINDOW_MS), now];
}

/** Milliseconds until background work may send its next request. */
export function backgroundDelayMs(now = Date.now()): number {
  const recent = sent.filter((at) => now - at < WINDOW_MS);
  const oldest = recent.at(-BUDGET);
  return oldest === undefined ? 0 : oldest + WINDOW_MS - now;
}

/** Whether requests wait for the limit: what is loading then says why (components/ui/state.tsx). */
export const atLimit = createStore(false);
let limitEnds: ReturnType<typeof setTimeout> | undefined;

/** Records that requests wait for the limit for so long. */
export function noteLimit(ms: number): void {
  atLimit.set(true);
  clearTimeout(limitEnds);
  limitEnds = setTimeout(() => atLimit.set(false), ms);
}

/** Resolves when background work may send its next request. */
export async function backgroundTurn(signal?: AbortSignal): Promise<void> {
  for (let wait = backgroundDelayMs(); wait > 0; wait = backgroundDelayMs()) {
    noteLimit(wait);
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
  }
}

/** Records an answer, or that there will be none. */
export function noteAnswer(now = Date.now()): void {
  open -= 1;
  closedAt = now;
}

/** After this long without a request, the page counts as loaded. */
const QUIET_MS = 800;
/** A page that never stops requesting is not waited for. */
const LONGEST_MS = 5_000;

/** Calls back when the page has loaded and requests nothing more. Returns a function that cancels this. */
export function whenQuiet(then: () => void): () => void {
  const began = Date.now();
  closedAt = began;
  const timer = setInterval(() => {
    const isQuiet = open === 0 && Date.now() - closedAt > QUIET_MS && document.readyState === "complete";
    if (!isQuiet && Date.now() - began < LONGEST_MS) return;
    clearInterval(timer);
    then();
  }, QUIET_MS / 4);
  return () => clearInterval(timer);
}
