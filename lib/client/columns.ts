import { useMemo } from "react";
import { useFields } from "./fields";
import { createKeptStore, useStore } from "./store";

/** Columns of the contact table after the contact itself, in their default order. */
export const COLUMNS = ["company", "phone", "tags", "added"] as const;
export type FixedColumn = (typeof COLUMNS)[number];
/** A custom field, after those. */
export type CustomColumn = `custom_fields.${string}`;
export type Column = FixedColumn | CustomColumn;

const CUSTOM = "custom_fields.";
export const customColumn = (key: string): CustomColumn => `${CUSTOM}${key}`;
export const columnKey = (column: Column): string | null =>
  column.startsWith(CUSTOM) ? column.slice(CUSTOM.length) : null;

const NONE: readonly FixedColumn[] = [];
const hidden = createKeptStore<readonly FixedColumn[]>("kith-columns", NONE, {
  read: readHidden,
  write: (columns) => columns.map((column) => `-${column}`).join(" "),
});

/** Hidden columns are prefixed with a minus. Earlier versions also stored the others, with widths after a colon. */
export function readHidden(text: string): readonly FixedColumn[] {
  const words = text.split(" ").map((word) => word.split(":")[0]);
  return COLUMNS.filter((column) => words.includes(`-${column}`));
}

export const DENSITIES = ["comfortable", "compact"] as const;
type Density = (typeof DENSITIES)[number];

const density = createKeptStore<Density>("kith-density", "comfortable", {
  read: (text) => DENSITIES.find((one) => one === text) ?? "comfortable",
  write: (value) => value,
});

/** The height of table rows in this browser. A page from the server has high ones until that is known. */
export function useDensity(): Density {
  return useStore(density, "comfortable");
}

export const chooseDensity = (next: Density): void => density.set(next);

/** The most that make sense in a table. */
const MOST_CUSTOM = 20;
const NO_KEYS: readonly string[] = [];
/** Keys of the custom fields that are shown, in the order in which they were chosen. */
const chosen = createKeptStore<readonly string[]>("kith-field-columns", NO_KEYS, {
  read: readKeys,
  write: (keys) => JSON.stringify(keys),
});

/** Anything but a list of keys counts as none. */
export function readKeys(text: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text);
    const keys = Array.isArray(kept) ? kept.filter((key) => typeof key === "string" && key !== "") : [];
    return [...new Set<string>(keys)].slice(0, MOST_CUSTOM);
  } catch {
    return NO_KEYS;
  }
}

/** The columns shown in this browser. A page from the server has the fixed ones until the browser's choice is known. */
export function useShownColumns(): readonly Column[] {
  const gone = useStore(hidden, NONE);
  const keys = useStore(chosen, NO_KEYS);
  const { data: fields } = useFields();
  return useMemo(() => {
    // Columns of another workspace, or of deleted fields, stay stored: they may return.
    const isKnown = (key: string) => fields === undefined || fields.some((field) => field.key === key);
    return [...COLUMNS.filter((column) => !gone.includes(column)), ...keys.filter(isKnown).map(customColumn)];
  }, [gone, keys, fields]);
}

/** Shows or hides a column, in this browser from now on; a custom field comes last. */
export function showColumn(column: Column, shown: boolean): void {
  const key = columnKey(column);
  if (key === null) {
    hidden.set(COLUMNS.filter((each) => (each === column ? !shown : hidden.get().includes(each))));
    return;
  }
  const others = chosen.get().filter((one) => one !== key);
  chosen.set(shown ? [...others, key].slice(-MOST_CUSTOM) : others);
}
