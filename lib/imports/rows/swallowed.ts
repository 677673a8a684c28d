import { shapeOf } from "@/lib/imports/mapping/shapes";

/** In tables with fewer columns, rows look like sentences. */
const LEAST_WIDTH = 3;
const DELIMITERS = [",", ";", "\t", "|"];

/**
 * Whether a cell of several lines is the end of its row, whole rows, and the beginning of the one whose stray
 * quotation mark closed it: each line has the right number of cells, and an address where addresses are. Two stray
 * quotation marks make such a cell.
 */
export function swallowsRows(cell: string, column: number, width: number, email: number): boolean {
  if (width < LEAST_WIDTH || cell.length <= width) return false;
  if (!cell.includes("@") || !(cell.includes("\n") || cell.includes("\r"))) return false;
  const lines = cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const last = lines.length - 1;
  return DELIMITERS.some((delimiter) => {
    if (!cell.includes(delimiter)) return false;
    const rows = lines.map((line) => line.split(delimiter));
    const isCut = rows.every(
      ({ length }, index) => length === (index === 0 ? width - column : index === last ? column + 1 : width),
    );
    return (
      isCut && rows.some((row, index) => shapeOf(row[index === 0 ? email - column : email] ?? "") === "email")
    );
  });
}
