import type { CSSProperties } from "react";
import { type Column, columnKey, type FixedColumn } from "@/lib/client/columns";
import type { KnownField } from "@/lib/client/fields";

/** Shares of the available width. */
const SHARES: Record<FixedColumn, string> = {
  company: "minmax(0,1.1fr)",
  phone: "minmax(0,0.95fr)",
  tags: "minmax(0,1.6fr)",
  added: "8rem",
};
/** The number of columns that fit next to the contact on a tablet; the phone number needs a wider window then. */
const ROOM = 3;

/** Columns of the list: on a phone a card, on wider screens a row of the table (`columnStyle` decides). */
export const ROW_GRID =
  "grid grid-cols-(--columns-card) items-center gap-x-2 md:min-w-(--table-width) md:grid-cols-(--columns) md:gap-x-4 xl:grid-cols-(--columns-wide)";

/** The least widths in rem beside custom fields, which may make the table wider than the window, so that it scrolls. */
const CONTACT_REM = 17;
const FIXED_REM: Record<FixedColumn, number> = { company: 8, phone: 8.5, tags: 10, added: 8 };
const CUSTOM_REM: Record<KnownField["type"], number> = {
  text: 9,
  choice: 7,
  date: 8,
  number: 6,
  boolean: 4.5,
};
/** A longer name of a field is cut. */
const NAME_REM = 10;
const CHECKBOX_REM = 2.25;
/** The table's margins. */
const EDGES_REM = 2;

/** By the type of the values, or as wide as the field's name, in small letters beside an arrow. */
function customRem({ name, type }: KnownField): number {
  return Math.max(CUSTOM_REM[type], Math.min(NAME_REM, 1.25 + name.length * 0.45));
}

/** The grid's columns, for an element around all rows. There are no checkboxes for those who cannot select. */
export function columnStyle(
  columns: readonly Column[],
  of: (key: string) => KnownField,
  maySelect: boolean,
): CSSProperties & Record<`--${string}`, string> {
  const scrolls = !columns.every(isFixed);
  const rem = (column: Column) =>
    isFixed(column) ? FIXED_REM[column] : customRem(of(columnKey(column) ?? ""));
  const share = (column: Column) => {
    if (!isFixed(column)) return `minmax(${rem(column)}rem,1fr)`;
    return scrolls ? SHARES[column].replace("minmax(0,", `minmax(${rem(column)}rem,`) : SHARES[column];
  };
  const contact = scrolls ? `minmax(${CONTACT_REM}rem,2.4fr)` : "minmax(12rem,2.3fr)";
  const checkbox = maySelect ? [`${CHECKBOX_REM}rem`] : [];
  const grid = (shown: readonly Column[]) => [...checkbox, contact, ...shown.map(share)].join(" ");
  const [gaps, edges] = [columns.length + checkbox.length, EDGES_REM + checkbox.length * CHECKBOX_REM];
  const width = columns.reduce((sum, column) => sum + rem(column), edges + CONTACT_REM + gaps);
  return {
    "--columns-card": [...checkbox, "minmax(0,1fr)"].join(" "),
    "--columns": grid(columns.filter((column) => fitsNarrow(column, columns))),
    "--columns-wide": grid(columns),
    "--table-width": `max(${scrolls ? width : 0}rem,var(--table-least))`,
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
