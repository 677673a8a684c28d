import { useSyncExternalStore } from "react";
import { createStore } from "./store";

/** Columns of the contact table beside the contact itself, in their order. */
export const COLUMNS = ["company", "phone", "tags", "added"] as const;
export type Column = (typeof COLUMNS)[number];

const KEY = "kith-columns";
const store = createStore<readonly Column[]>(COLUMNS);
if (typeof window !== "undefined") store.set(read());

/** What this browser was told to show; everything when it was told nothing. */
function read(): readonly Column[] {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? COLUMNS : COLUMNS.filter((column) => stored.split(" ").includes(column));
  } catch {
    return COLUMNS;
  }
}

/** The columns that are shown. A page from the server shows all of them until the browser's choice is known. */
export function useColumns(): readonly Column[] {
  return useSyncExternalStore(store.subscribe, store.get, () => COLUMNS);
}

/** Shows or hides a column, in this browser from now on. */
export function showColumn(column: Column, on: boolean): void {
  const before = store.get();
  const next = COLUMNS.filter((each) => (each === column ? on : before.includes(each)));
  store.set(next);
  try {
    localStorage.setItem(KEY, next.join(" "));
  } catch {
    // Without storage the choice lives as long as the page.
  }
}
