import type { CorrectedRow } from "@/lib/client/corrections";

type RowFault = Pick<NonNullable<CorrectedRow["error"]>, "code" | "column">;

/** Of a row that is rejected as a whole, the cells that may be why. */
const SUSPECTS: Partial<Record<RowFault["code"], (cell: string, isExtra: boolean) => boolean>> = {
  unbalanced_quote: (cell) => cell.includes('"'),
  undecodable_text: (cell) => cell.includes("\ufffd"),
  too_many_cells: (cell, isExtra) => isExtra && cell !== "",
  surplus_cells: (cell, isExtra) => isExtra && cell !== "",
};

/** Whether a cell is the one for which its row is rejected, or may be it. */
export function isFaulty(
  { code, column }: RowFault,
  headers: string[],
  index: number,
  cell: string,
): boolean {
  if (column !== null) return index === headers.indexOf(column);
  return SUSPECTS[code]?.(cell, index >= headers.length) ?? false;
}
