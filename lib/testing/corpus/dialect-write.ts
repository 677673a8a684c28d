import type { Form } from "./dialect-draw";

/** Rows as they are written in a form. */

export function lineOf(cells: string[], form: Form, row = -1): string {
  const written = (cell: string) => form.write(cell, row, quotedCell(cell, form));
  return cells.map((cell, index) => (index > 0 ? form.before : "") + written(cell) + form.after).join(form.delimiter);
}

function quotedCell(cell: string, { delimiter, quote, escape, quoted }: Form): string {
  if (quoted === "never") return [...cell].map((sign) => (sign === delimiter || /["\\\n]/.test(sign) ? `\\${sign}` : sign)).join("");
  const needs =
    cell.includes(delimiter) || cell.includes(quote) || /[\r\n]/.test(cell) || (escape === "backslash" && cell.includes("\\"));
  const isText = !/^[+\d. -]*$/.test(cell);
  if (!needs && quoted !== "all" && !(quoted === "text" && isText)) return cell;
  const inside =
    escape === "double" ? cell.replaceAll(quote, quote + quote) : cell.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return quote + inside + quote;
}

/** Rows that come first, and must not vanish. */
export function putAbove(form: Form, rows: string[][]): void {
  form.also = rows;
  form.above = rows.map((cells) => lineOf(cells, form));
}
