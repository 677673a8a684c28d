import { shorten } from "./custom-reader";
import type { Misplaced } from "./misplaced";
import type { Complain } from "./row";

/** Complains about cells beyond the columns, except for `surplus` empty ones. */
export function checkExtraCells(cells: string[], width: number, surplus: number, complain: Complain): void {
  if (cells.slice(width).every((cell) => cell.trim() === "")) {
    if (cells.length <= width + surplus) return;
    const message = `This row has ${cells.length} cells, more than most rows. The last ones are empty, but its values may have moved to other columns. Remove the surplus cells; a cell that contains the delimiter must be in quotation marks.`;
    complain(-1, "surplus_cells", message);
    return;
  }
  const message = `This row has ${cells.length} cells, but there are ${width} columns. A cell that contains the delimiter must be in quotation marks.`;
  complain(-1, "too_many_cells", message);
}

export function complainOfMisplaced(found: Misplaced | null | undefined, complain: Complain): void {
  if (!found) return;
  const { column, cell, belongs } = found;
  const value = `“${shorten(cell.replaceAll("\0", ""))}”`;
  const message = `A cell may be missing before ${value}: this row has fewer cells than there are columns, and ${value} is what “${belongs}” says. Move it there or, if it belongs here, fill in “${belongs}”, too.`;
  complain(column, "too_few_cells", message);
}
