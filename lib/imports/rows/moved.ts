import type { Complain } from "./row";

/** What we wrote in the column `_line`, as spreadsheets save it. */
const LINE_NUMBER = /^[\d\s.,']*$/;

/** A row of our file whose `_line` is not a number: its cells have moved. */
export function checkLine(cells: string[], column: number, complain: Complain): void {
  if (LINE_NUMBER.test(cells[column] ?? "")) return;
  const message =
    "The `_line` of this row is not the number that stood there: its cells have moved to other columns. Move them back, or clear the `_line` cell.";
  complain(column, "cells_moved", message);
}
