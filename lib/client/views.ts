import type { Store } from "./store";
import { createStore } from "./store";
import { VIEWS_PREFIX } from "./view-storage";

/** A named filter of the contact list: the query string that shows it. */
export interface SavedView {
  name: string;
  query: string;
}

const stores = new Map<string, Store<SavedView[]>>();

/** The saved views of a user in this browser. */
export function savedViews(email: string): Store<SavedView[]> {
  const existing = stores.get(email);
  if (existing) return existing;
  const key = `${VIEWS_PREFIX}${email}`;
  const store = createStore(read(key));
  const kept: Store<SavedView[]> = {
    ...store,
    set: (views) => {
      store.set(views);
      try {
        localStorage.setItem(key, JSON.stringify(views));
      } catch {
        // Without storage the views live as long as the page.
      }
    },
  };
  stores.set(email, kept);
  return kept;
}

function read(key: string): SavedView[] {
  if (typeof localStorage === "undefined") return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "query" in value &&
    typeof value.name === "string" &&
    typeof value.query === "string"
  );
}
