import { withStorage } from "./storage";

/** A value outside React that components can watch, by `useStore`. Without React, because server components load it, too. */
export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store whose value stays in this browser under `key`; without storage it lives as long as the page. */
export function createKeptStore<T>(
  key: string,
  initial: T,
  { read, write }: { read: (text: string) => T; write: (value: T) => string },
): Store<T> {
  const store = createStore(initial);
  withStorage(() => {
    const kept = typeof localStorage === "undefined" ? null : localStorage.getItem(key);
    if (kept !== null) store.set(read(kept));
  });
  return {
    ...store,
    set: (next) => {
      store.set(next);
      withStorage(() => localStorage.setItem(key, write(next)));
    },
  };
}
