import { useSyncExternalStore } from "react";
import type { Store } from "./plain-store";

export { createKeptStore, createStore, type Store } from "./plain-store";

/** @param onServer what a page from the server shows, if that is not the current value */
export function useStore<T>(store: Store<T>, onServer?: T): T {
  return useSyncExternalStore(
    store.subscribe,
    store.get,
    onServer === undefined ? store.get : () => onServer,
  );
}
