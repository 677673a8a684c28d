import type { CSSProperties } from "react";
import { type Column, columnKey, type FixedColumn } from "@/lib/client/columns";

/** Shares of the available width. */
const SHARES: Record<FixedColumn, string> = {
  company: "minmax(0,1.1fr)",
  phone: "minmax(0,0.95fr)",
  tags: "minmax(0,1.6fr)",
  added: "6.5rem",
};
/** The number of columns that fit next to the contact on a tablet; the phone number needs a wider window then. */
const ROOM = 3;

/** Columns of the list: on a phone a card, on wider screens a row of the table (`columnStyle` decides). */
export const ROW_GRID =
  "grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-2 md:min-w-(--table-width) md:grid-cols-(--columns) md:gap-x-4 xl:grid-cols-(--columns-wide)";

const CUSTOM_REM = 10;
/** The width of the others beside custom field columns, which make the table wider than the window, so that it scrolls. */
const FIXED_REM = 9;
const CONTACT_REM = 18;

/** The grid's columns, for an element around all rows. */
export function columnStyle(columns: readonly Column[]): CSSProperties & Record<`--${string}`, string> {
  const custom = columns.filter((column) => columnKey(column) !== null).length;
  const share = (column: Column) => {
    const fixed = isFixed(column) ? SHARES[column] : `minmax(${CUSTOM_REM}rem,1fr)`;
    return custom > 0 ? fixed.replace("minmax(0,", `minmax(${FIXED_REM}rem,`) : fixed;
  };
  const contact = custom > 0 ? `minmax(${CONTACT_REM}rem,2.4fr)` : "minmax(12rem,2.3fr)";
  const grid = (shown: readonly Column[]) => ["2.25rem", contact, ...shown.map(share)].join(" ");
  const gaps = columns.length + 1;
  const width = 4.5 + CONTACT_REM + gaps + custom * CUSTOM_REM + (columns.length - custom) * FIXED_REM;
  return {
    "--columns": grid(columns.filter((column) => fitsNarrow(column, columns))),
    "--columns-wide": grid(columns),
    "--table-width": custom > 0 ? `${width}rem` : "0",
  };
}

const isFixed = (column: Column): column is FixedColumn => columnKey(column) === null;

const DISPLAY = {
  block: { narrow: "hidden md:block", wide: "hidden xl:block" },
  flex: { narrow: "hidden md:flex", wide: "hidden xl:flex" },
};

/** From which window width on a cell of the column is shown. */
export function cellDisplay(
  column: Column,
  columns: readonly Column[],
  display: keyof typeof DISPLAY = "block",
): string {
  return DISPLAY[display][fitsNarrow(column, columns) ? "narrow" : "wide"];
}

function fitsNarrow(column: Column, columns: readonly Column[]): boolean {
  // A table that scrolls has room for all.
  return column !== "phone" || columns.length <= ROOM || !columns.every(isFixed);
}
