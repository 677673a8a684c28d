import { recordError } from "@/lib/imports/limits";
import { ERROR_COLUMN, isOwnColumn, LINE_COLUMN } from "@/lib/imports/mapping/error-columns";
import { isPlaceholder } from "@/lib/imports/mapping/headers";
import type { Complain } from "./row";

/** What we wrote in the column `_line`, as spreadsheets save it. */
const LINE_NUMBER = /^[\d\s.,']*$/;
/** What we wrote in the column `_error`: sentences. */
const SENTENCE = /^$|^.{10,}[.。]\s*$/su;
/** How it begins in a row that was too wide, in each language: only in these, cells are moved when they are mended. */
const REASONS = [
  "This row has ",
  recordError("unbalanced_quote").message,
  "Diese Zeile hat mehr Zel",
  'Ein Anführungszeichen ("',
  "Cette ligne a plus de ce",
  'Un guillemet (") est ouv',
  "Esta fila tiene más celd",
  "En esta línea se abren u",
  "Esta linha tem mais célu",
  'Uma aspa (") é aberta ne',
  "この行のセルは列の",
  "この行のセルはほか",
  'この行の引用符（"',
];
export const isReason = (cell: string) => REASONS.some((reason) => cell.startsWith(reason));

/**
 * Complains about a row of our file of rejected rows whose cells have moved, or null for other files. The cells that a
 * row had too many are behind our columns; there a spreadsheet adds columns without a name.
 */
export function movedChecker(
  headers: readonly string[],
  complain: Complain,
): ((cells: string[]) => void) | null {
  const end = headers.findLastIndex((header) => !isPlaceholder(header));
  if (end < 0 || !isOwnColumn(headers[end] ?? "")) return null;
  const line = headers.indexOf(LINE_COLUMN);
  const error = headers.indexOf(ERROR_COLUMN);
  const hasMoved = (cells: string[]) =>
    line < 0
      ? !SENTENCE.test(cells[error] ?? "") || cells.slice(0, error).some(isReason)
      : !LINE_NUMBER.test(cells[line] ?? "");
  return (cells) => {
    if (hasMoved(cells)) complain(line < 0 ? error : line, "cells_moved", MOVED);
    else if (cells.slice(end + 1, headers.length).some((cell) => cell.trim() !== ""))
      complain(-1, "too_many_cells", TOO_MANY);
  };
}

const MOVED =
  "The `_line` or `_error` of this row is not what stood there: its cells have moved to other columns. Move them back, or clear that cell.";
const TOO_MANY =
  "This row has cells behind the columns of this file, as it had when it was rejected. Move them to the columns they belong to.";
