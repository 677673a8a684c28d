import type { CSSProperties } from "react";
import type { Column } from "@/lib/client/columns";

/** Shares of the room. */
const SHARES: Record<Column, string> = {
  company: "minmax(0,1.2fr)",
  phone: "minmax(0,1fr)",
  tags: "minmax(0,1.3fr)",
  added: "6.5rem",
};
/** The number of columns that fit next to the contact on a tablet; the phone number needs a wider window then. */
const ROOM = 3;

/** Columns of the list: on a phone a card, on wider screens a row of the table (`columnStyle` says which). */
export const ROW_GRID =
  "grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-2 md:grid-cols-(--columns) md:gap-x-4 xl:grid-cols-(--columns-wide)";

/** The grid's columns, for an element around all rows. */
export function columnStyle(columns: readonly Column[]): CSSProperties & Record<`--${string}`, string> {
  const grid = (shown: readonly Column[]) =>
    ["2.25rem", "minmax(12rem,2.4fr)", ...shown.map((column) => SHARES[column])].join(" ");
  return {
    "--columns": grid(columns.filter((column) => fitsNarrow(column, columns))),
    "--columns-wide": grid(columns),
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
