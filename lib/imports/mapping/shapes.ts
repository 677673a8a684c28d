import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX } from "@/lib/contacts/fields";
import { recalling } from "./recall";

/** What a cell looks like, whatever its column is called. */
export type Shape = "empty" | "email" | "phone" | "number" | "date" | "boolean" | "url" | "text";

const EMAIL = new RegExp(EMAIL_PATTERN);
const DISPLAY_FORM = /<([^<>]+)>\s*$/;
const NUMBER = /^[+-]?\d{1,3}(?:[.,' ]?\d{3})*(?:[.,]\d+)?\s*[%€$£]?$|^[+-]?\d+(?:[.,]\d+)?$/;
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ]\s?\d{1,2}:\d{2}.*)?$|^\d{1,2}:\d{2}(?::\d{2})?$|^\d{1,2} \p{L}{3,9} \d{4}$/u;
const BOOLEAN =
  /^(?:true|false|yes|no|y|n|ja|nein|oui|non|si|sí|sì|sim|não|nao|nee|tak|nie|да|нет|はい|いいえ|是|否)$/i;
const URL_SHAPE = /^(?:https?:\/\/|www\.)\S+$/i;
const PHONE = /^'?\(?(?:\+|00|0|\d)[\d\s().\-/\u2010-\u2015\u00a0]{5,}\d(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;

/** Longest cell that is examined; longer ones are text. */
const MAX_LOOK = 300;

/** The shape of a cell. A phone number needs 7 to 15 digits and something that a plain number does not have. */
export const shapeOf = recalling((cell): Shape => {
  const text = cell.trim();
  if (text === "") return "empty";
  if (text.length > MAX_LOOK) return "text";
  if (text.includes("@") && isAddress(text)) return "email";
  if (BOOLEAN.test(text)) return "boolean";
  if (DATE.test(text)) return "date";
  if (PHONE.test(text) && isPhone(text)) return "phone";
  if (NUMBER.test(text)) return "number";
  if (URL_SHAPE.test(text)) return "url";
  return "text";
});

function isAddress(text: string): boolean {
  const address = DISPLAY_FORM.exec(text)?.[1]?.trim() ?? text;
  return address.length <= EMAIL_MAX && EMAIL.test(address);
}

/**
 * `+49 30 …`, `(030) …`, `030 1234…`, `555-123-4567`: digits in a form that no customer number, tax id or article
 * number has.
 */
const ONLY_PHONE = /^'?(?:\+|\(|0[1-9]\d*[ /(-]|\d{3}[-. ]\d{3}[-. ]\d{4}$)/;

/** Whether a cell is a phone number without a header that says so. */
export function isSurelyPhone(cell: string): boolean {
  return ONLY_PHONE.test(cell.trim()) && shapeOf(cell) === "phone";
}

function isPhone(text: string): boolean {
  const digits = text.replace(/(?:x|ext).*$/i, "").replace(/\D/g, "").length;
  if (digits < 7 || digits > 15) return false;
  return /^'?(?:\+|0|\()/.test(text) || (/[\s()/-]/.test(text) && !/[.,]\d+$/.test(text));
}

/** Share of each shape among the cells of a column that are not empty, and their number. */
export type ColumnShape = {
  filled: number;
  share(shape: Shape): number;
  /** Whether they say something, and none of them with a digit: `✓` or "yes" below "SMS" is no number. */
  isWithoutDigits(): boolean;
};

/** What people and programs write for a missing value. */
const MISSING = /^(?:[-–—_.]+|n\/?a|null|none|nan|nil)$/i;

export function columnShape(samples: string[][], column: number): ColumnShape {
  const counts = new Map<Shape, number>();
  let filled = 0;
  for (const row of samples) {
    const shape = shapeOf(row[column] ?? "");
    if (shape === "empty") continue;
    filled++;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return {
    filled,
    share: (shape) => (filled === 0 ? 0 : (counts.get(shape) ?? 0) / filled),
    isWithoutDigits() {
      const cells = filledCells(samples, column).filter((cell) => !MISSING.test(cell));
      return cells.length > 0 && !cells.some((cell) => /\p{N}/u.test(cell));
    },
  };
}

/** Whether the cells of a column may identify people: no two are equal, and none is rounded. */
export function mayIdentify(samples: string[][], column: number): boolean {
  const cells = filledCells(samples, column);
  return new Set(cells).size === cells.length && !hasRounded(samples, column);
}

const ROUNDED = /^[+-]?\d(?:[.,]\d+e\+?|e\+)\d+$/i;

/** Whether a cell is a number whose last digits a spreadsheet has lost (`6.01235E+12`). */
function isRounded(cell: string): boolean {
  return ROUNDED.test(cell.trim());
}

/** Whether a spreadsheet has rounded cells of a column: as ids, others have become the same. */
export function hasRounded(samples: string[][], column: number): boolean {
  return roundedCell(samples, column) !== undefined;
}

/** The first cell of a column that a spreadsheet has rounded. */
export function roundedCell(samples: string[][], column: number): string | undefined {
  const cells = filledCells(samples, column);
  return cells.find(isRounded) ?? cutNumber(cells);
}

/** Spreadsheets keep fifteen digits, and write zeros for the others. */
const LONG_NUMBER = /^[+-]?[1-9]\d{14}(\d+)$/;
/** By chance as many zeros stand there in a thousandth of such columns. */
const FEWEST_ZEROS = 3;

/** The first of the numbers of more than fifteen digits, if nothing but zeros stands behind those in all of them. */
function cutNumber(cells: string[]): string | undefined {
  const long = cells.flatMap((cell) => {
    const end = LONG_NUMBER.exec(cell)?.[1];
    return end === undefined ? [] : [{ cell, end }];
  });
  const ends = long.map(({ end }) => end).join("");
  return ends.length >= FEWEST_ZEROS && /^0+$/.test(ends) ? long[0]?.cell : undefined;
}

function filledCells(samples: string[][], column: number): string[] {
  return samples.map((row) => row[column]?.trim() ?? "").filter((cell) => cell !== "");
}

/** Whether a cell is an object or a list, as a converted JSON file has them. */
export function isJson(cell: string): boolean {
  return /^(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|null|true|false))/.test(cell) && /[}\]]$/.test(cell);
}

/** Share of the filled cells of a column that satisfy a condition. */
export function shareOf(samples: string[][], column: number, holds: (cell: string) => boolean): number {
  const cells = filledCells(samples, column);
  return cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
}
