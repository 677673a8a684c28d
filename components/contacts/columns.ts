import type { CSSProperties } from "react";
import type { Column, ColumnPlace } from "@/lib/client/columns";

/** Shares of the room, for columns nobody gave a width, and from which width of the window on there is room for each. */
const SHARES: Record<Column, string> = {
  company: "minmax(0,1.2fr)",
  phone: "minmax(0,1fr)",
  tags: "minmax(0,1.3fr)",
  added: "6.5rem",
};
/** So many columns fit beside the contact on a tablet; the phone number waits for a wider window then. */
const ROOM = 3;

/** Columns of the list: on a phone a card, on wider screens a row of the table (`columnStyle` says which). */
export const ROW_GRID =
  "grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-2 md:grid-cols-(--columns) md:gap-x-4 xl:grid-cols-(--columns-wide)";

/** So much is left to the contact itself, in CSS pixels, however wide the other columns are made. */
export const CONTACT_MIN = 192;

/** The grid's columns, for an element around all rows. A column that was given a width gives way where there is no room. */
export function columnStyle(places: readonly ColumnPlace[]): CSSProperties & Record<`--${string}`, string> {
  const grid = (shown: readonly ColumnPlace[]) => {
    const widths = shown.map(({ column, width }) => (width ? `minmax(0,${width}px)` : SHARES[column]));
    return ["2.25rem", `minmax(${CONTACT_MIN}px,2.4fr)`, ...widths].join(" ");
  };
  const shown = places.filter((place) => place.shown);
  const columns = shown.map(({ column }) => column);
  return {
    "--columns": grid(shown.filter(({ column }) => fitsNarrow(column, columns))),
    "--columns-wide": grid(shown),
  };
}

const DISPLAY = {
  block: { narrow: "hidden md:block", wide: "hidden xl:block" },
  flex: { narrow: "hidden md:flex", wide: "hidden xl:flex" },
};

/** From which width of the window on a cell of the column is shown. */
export function cellDisplay(
  column: Column,
  columns: readonly Column[],
  display: keyof typeof DISPLAY = "block",
): string {
  return DISPLAY[display][fitsNarrow(column, columns) ? "narrow" : "wide"];
}

function fitsNarrow(column: Column, columns: readonly Column[]): boolean {
  return column !== "phone" || columns.length <= ROOM;
}

/** The date stands at the right edge of the table, but beside another column it begins where that would. */
export function cellSide(column: Column, columns: readonly Column[]): string | false {
  return column === "added" && columns.at(-1) === column && "justify-end text-right";
}
