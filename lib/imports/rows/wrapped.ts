import { cutLeniently } from "./lenient";
import type { TableShape } from "./proposals";
import type { FailedRow, RowReader, TakenRow } from "./row";

/**
 * A row that fails (`read`), unless it is a single cell that contains exactly the cells of a row that does not. A
 * spreadsheet that shows a file in one column saves rows with quotation marks like that.
 */
export function unwrapped(
  reader: RowReader,
  row: number,
  [only = "", ...others]: readonly string[],
  { headers, delimiter }: TableShape,
  read: FailedRow,
): FailedRow | (TakenRow & { cells: string[] }) {
  if (!only.includes(delimiter) || others.some((cell) => cell !== "")) return read;
  const cells = cutLeniently(only, delimiter);
  if (cells.length !== headers.length) return read;
  const inner = reader.read(row, cells);
  return "failure" in inner
    ? { ...read, optOut: read.optOut ?? reader.optOut(row, cells) }
    : { ...inner, cells };
}
