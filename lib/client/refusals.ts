import { createStore } from "./store";

/** Counts the answers that say that the user may do less than this page assumes. */
export const refusals = createStore(0);
