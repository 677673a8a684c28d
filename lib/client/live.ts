import { createStore } from "./store";

/** Whether the server reports changes to this tab (follow.ts). Then nothing needs to be polled. */
export const live = createStore(false);

/** In case an event was missed after all. */
const UNTOLD_MS = 15_000;

/** Pause before the next poll of running work. */
export function lookAgainMs(ms: number): number {
  return live.get() ? Math.max(ms, UNTOLD_MS) : ms;
}
