import { createStore } from "./store";

/** Whether the server tells this tab what changes (follow.ts). Then nothing needs to be asked for again and again. */
export const live = createStore(false);

/** In case that something was not told after all. */
const UNTOLD_MS = 15_000;

/** Pause before the next look at running work. */
export function lookAgainMs(ms: number): number {
  return live.get() ? Math.max(ms, UNTOLD_MS) : ms;
}
