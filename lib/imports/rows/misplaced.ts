import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { ERROR_COLUMN, isOwnColumn } from "@/lib/imports/mapping/error-columns";
import type { Field } from "@/lib/imports/mapping/fields";
import {
  consentCell,
  isDash,
  isDay,
  isNothing,
  isSaidOfConsent,
  saysOptedOut,
} from "@/lib/imports/mapping/flags";
import { foldedValue, type OptOutValues } from "@/lib/imports/mapping/opt-out-values";
import { isLetters, isNumber, type SaidWords } from "@/lib/imports/mapping/said-words";
import { own } from "@/lib/own";
import { consentColumns, type ToldConsent } from "./consent-reader";

/** A cell that says what an empty column of consent says elsewhere, in a row that lacks cells. */
export interface Misplaced {
  column: number;
  cell: string;
  /** The header of the column of consent. */
  belongs: string;
  isOut: boolean;
}

/** What we wrote of such a row in the column `_error`, in each language. */
const REASONS = [
  "A cell may be missing before ",
  "fehlt wohl eine Zelle",
  "Il manque sans doute une cellule",
  "Puede faltar una celda",
  "Pode faltar uma célula",
  "の前のセルが欠けている",
];
export const isMisplacedReason = (cell: string) => REASONS.some((reason) => cell.includes(reason));

/**
 * Finds in a row with fewer cells than the header has a cell that has moved out of a column of consent because one
 * before it is missing; null where no column is about consent. Our files of rejected rows have all of their cells: there
 * a row counts that was rejected for this and has empty ones at its end.
 */
export function misplacedFinder(
  fields: readonly Field[],
  headers: readonly string[],
  said: readonly SaidWords[],
  { optOutValues = {}, allOptedOut = false }: ToldConsent,
): ((cells: string[]) => Misplaced | null) | null {
  const flags = consentColumns(headers, fields, optOutValues).map(({ column, header, read }) => ({
    column,
    header,
    isOut: (cell: string) => read(cell) === true,
    says: sayer(
      read,
      said.find((one) => one.column === column),
      own(optOutValues, header),
    ),
  }));
  if (flags.length === 0 || allOptedOut) return null;
  const fits = headers.map((_, column) =>
    fitter(
      fields[column],
      said.find((one) => one.column === column),
    ),
  );
  const find = (cells: readonly string[], width: number, isKnown = false): Misplaced | null => {
    for (const { column: from, header, isOut, says } of flags) {
      if (consentCell(cells[from]) !== "") continue;
      const furthest = Math.max(0, from - (width - cells.length));
      for (let column = Math.min(from, cells.length) - 1; column >= furthest; column--) {
        const cell = consentCell(cells[column]);
        if (cell === "" || fields[column] === "email") continue;
        // The file of rejected rows does not show what those say that were taken.
        const isMoved = isKnown ? says(cell) || isSaid(cell) : says(cell) && !fits[column]?.(cell);
        if (!isMoved) continue;
        return { column, cell, belongs: header, isOut: isOut(cell) };
      }
    }
    return null;
  };
  const width = headers.findIndex(isOwnColumn);
  if (width < 0) return (cells) => (cells.length < headers.length ? find(cells, headers.length) : null);
  const error = headers.indexOf(ERROR_COLUMN);
  return (cells) => {
    const table = cells.slice(0, width);
    const isKnown = isMisplacedReason(cells[error] ?? "");
    if (isKnown) while (table.at(-1)?.trim() === "") table.pop();
    return table.length < width ? find(table, width, isKnown) : null;
  };
}

const isSaid = (cell: string) => isSaidOfConsent(cell) || isDay(cell) || saysOptedOut(cell);

/** Whether a cell is what a column of consent says. */
function sayer(
  read: (cell: string) => boolean | null,
  said: SaidWords | undefined,
  told: OptOutValues | undefined,
): (cell: string) => boolean {
  const words = new Set(said?.words);
  const named = new Set([...(told?.out ?? []), ...(told?.not ?? [])].map(foldedValue));
  const saysDays = said?.kinds.includes("day") ?? false;
  return (cell) => {
    if (isNothing(cell) || isDash(cell)) return false;
    if (words.has(cell) || named.has(foldedValue(cell)) || (saysDays && isDay(cell))) return true;
    return read(cell) === true && isSaid(cell) && !isDay(cell);
  };
}

/** Whether a cell is like the others of its column. */
function fitter(field: Field | undefined, said: SaidWords | undefined): (cell: string) => boolean {
  const words = new Set(said?.words.map((word) => word.toLowerCase()));
  const kinds = said?.kinds ?? [];
  // In a file of few rows, a company or a name might be "yes" only because of rows like this one.
  const isOpen = field !== "full_name" && !TEXT_FIELDS.some((name) => name === field);
  return (cell) =>
    words.has(cell.toLowerCase()) ||
    (kinds.includes("number") && isNumber(cell)) ||
    (kinds.includes("day") && isDay(cell)) ||
    (isOpen && kinds.includes("letters") && isLetters(cell)) ||
    (isOpen && kinds.includes("flag") && isSaidOfConsent(cell));
}
