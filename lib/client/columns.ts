import { useMemo } from "react";
import { createKeptStore, useStore } from "./store";

/** Columns of the contact table after the contact itself, in their default order. */
export const COLUMNS = ["company", "phone", "tags", "added"] as const;
export type Column = (typeof COLUMNS)[number];

const NONE: readonly Column[] = [];
const hidden = createKeptStore<readonly Column[]>("kith-columns", NONE, {
  read: readHidden,
  write: (columns) => columns.map((column) => `-${column}`).join(" "),
});

/** Hidden columns are prefixed with a minus. Earlier versions also stored the others, with widths after a colon. */
export function readHidden(text: string): readonly Column[] {
  const words = text.split(" ").map((word) => word.split(":")[0]);
  return COLUMNS.filter((column) => words.includes(`-${column}`));
}

/** The columns shown in this browser. A page from the server has all until the browser's choice is known. */
export function useShownColumns(): readonly Column[] {
  const gone = useStore(hidden, NONE);
  return useMemo(() => COLUMNS.filter((column) => !gone.includes(column)), [gone]);
}

/** Shows or hides a column, in this browser from now on. */
export function showColumn(column: Column, shown: boolean): void {
  hidden.set(COLUMNS.filter((each) => (each === column ? !shown : hidden.get().includes(each))));
}
