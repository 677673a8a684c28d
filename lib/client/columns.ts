import { useMemo } from "react";
import { createStore, useStore } from "./store";

/** Columns of the contact table beside the contact itself, in the order they come with. */
export const COLUMNS = ["company", "phone", "tags", "added"] as const;
export type Column = (typeof COLUMNS)[number];

/** Narrowest and widest a column can be made, and how far one step of the keyboard goes, in CSS pixels. */
export const COLUMN_WIDTH = { min: 64, max: 480, step: 24 } as const;

/** One column as somebody arranged it; without a width it takes its share of the room. */
export interface ColumnPlace {
  column: Column;
  shown: boolean;
  /** CSS pixels. */
  width: number | null;
}

const STANDARD: readonly ColumnPlace[] = COLUMNS.map((column) => ({ column, shown: true, width: null }));
const KEY = "kith-columns";
const store = createStore(STANDARD);
if (typeof window !== "undefined") store.set(stored());

function stored(): readonly ColumnPlace[] {
  try {
    return readPlaces(localStorage.getItem(KEY));
  } catch {
    return STANDARD;
  }
}

/**
 * Reads what `writePlaces` wrote: the columns in their order, a hidden one after a minus, a width after a colon, as in
 * `tags:180 company -phone`. A column that is not named is hidden; what is no column is passed over.
 *
 * @param text null when nothing was arranged: every column, in the order they come with
 */
export function readPlaces(text: string | null): readonly ColumnPlace[] {
  if (text === null) return STANDARD;
  const places = new Map<Column, ColumnPlace>();
  for (const word of text.split(" ")) {
    const [name = "", width] = word.replace(/^-/, "").split(":");
    const column = COLUMNS.find((each) => each === name);
    if (!column) continue;
    places.set(column, {
      column,
      shown: !word.startsWith("-"),
      width: width ? clampWidth(Number(width)) : null,
    });
  }
  const missing = COLUMNS.filter((column) => !places.has(column));
  return [...places.values(), ...missing.map((column) => ({ column, shown: false, width: null }))];
}

/** The arrangement as one line, for `readPlaces`. */
export function writePlaces(places: readonly ColumnPlace[]): string {
  return places
    .map(({ column, shown, width }) => `${shown ? "" : "-"}${column}${width ? `:${width}` : ""}`)
    .join(" ");
}

function clampWidth(width: number): number | null {
  if (!Number.isFinite(width)) return null;
  return Math.round(Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, width)));
}

function arrange(places: readonly ColumnPlace[]): void {
  store.set(places);
  try {
    localStorage.setItem(KEY, writePlaces(places));
  } catch {
    // Without storage the arrangement lives as long as the page.
  }
}

/** Every column, arranged as in this browser. A page from the server has the standard until the browser's is known. */
export function useColumnPlaces(): readonly ColumnPlace[] {
  return useStore(store, STANDARD);
}

/** The columns that are shown, in their order. The same array as long as they stay the same, whatever their widths. */
export function useShownColumns(): readonly Column[] {
  const names = shownColumns(useColumnPlaces()).join(" ");
  return useMemo(() => shownColumns(readPlaces(names)), [names]);
}

function shownColumns(places: readonly ColumnPlace[]): readonly Column[] {
  return places.flatMap(({ column, shown }) => (shown ? [column] : []));
}

/** Shows or hides a column, in this browser from now on; it keeps its place and its width. */
export function showColumn(column: Column, shown: boolean): void {
  arrange(store.get().map((place) => (place.column === column ? { ...place, shown } : place)));
}

/** Moves a column past the next one that is shown, to the left (-1) or to the right (1). At the end it stays. */
export function moveColumn(column: Column, by: -1 | 1): void {
  const places = [...store.get()];
  const from = places.findIndex((place) => place.column === column);
  let to = from + by;
  while (places[to] && !places[to]?.shown) to += by;
  const [place] = places.splice(from, 1);
  if (!place || to < 0 || to > places.length) return;
  places.splice(to, 0, place);
  arrange(places);
}

/** Gives columns widths in CSS pixels, or their share of the room (null), in this browser from now on. */
export function resizeColumns(widths: Partial<Record<Column, number | null>>): void {
  arrange(
    store.get().map((place) => {
      const width = widths[place.column];
      return width === undefined ? place : { ...place, width: width === null ? null : clampWidth(width) };
    }),
  );
}

/** All columns, in the order and with the widths they come with. */
export function resetColumns(): void {
  arrange(STANDARD);
}
