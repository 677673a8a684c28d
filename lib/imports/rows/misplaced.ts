import { isConsentTarget, isName, TEXT_FIELDS } from "@/lib/contacts/fields";
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

/** The last cell of a row that lacks cells, where it is what a column of consent says. */
export interface Misplaced {
  column: number;
  cell: string;
  /** The header of the column of consent. */
  belongs: string;
  isOut: boolean;
}

/**
 * Finds in a row with fewer cells than the header, and the `surplus` that rows usually have, a last cell that has moved
 * out of a column of consent because one before it is missing. Returns null where no row can be: no column is about
 * consent, or nothing is known of what the columns say.
 */
export function misplacedFinder(
  fields: readonly Field[],
  headers: readonly string[],
  { said, surplus = 0, optOutValues = {}, allOptedOut = false }: ToldConsent & ColumnFacts,
): ((cells: string[]) => Misplaced | null) | null {
  if (!said || allOptedOut) return null;
  const saidBy = (column: number) => said.find((one) => one.column === column);
  const flags = consentColumns(headers, fields, optOutValues).map(({ column, header, read }) => ({
    column,
    header,
    isOut: (cell: string) => read(cell) === true,
    says: sayer(read, saidBy(column), own(optOutValues, header)),
  }));
  if (flags.length === 0) return null;
  const fits = headers.map((_, column) => fitter(fields[column], saidBy(column)));
  return (cells) => {
    if (cells.length >= headers.length + surplus) return null;
    const column = cells.findLastIndex((cell) => consentCell(cell) !== "");
    const field = fields[column];
    if (field === undefined || field === "email" || isConsentTarget(field)) return null;
    const cell = consentCell(cells[column]);
    const flag = flags.find((one) => one.column > column && one.says(cell, isPersonal(field)));
    if (!flag || fits[column]?.(cell)) return null;
    return { column, cell, belongs: flag.header, isOut: flag.isOut(cell) };
  };
}

/** What the whole file shows; `said` is absent where rows have no cells of their own to lack. */
export interface ColumnFacts {
  said?: readonly SaidWords[] | undefined;
  surplus?: number;
}

/** People are called Sai, Iva and Ja, and "S" may be an initial. */
const isPersonal = (field: Field) =>
  field === "full_name" || TEXT_FIELDS.some((name) => name === field && isName(name));

/**
 * Whether a cell is what a column of consent says: elsewhere in the file or, unless it `mayName` somebody, a word that
 * opts out.
 */
function sayer(
  read: (cell: string) => boolean | null,
  said: SaidWords | undefined,
  told: OptOutValues | undefined,
): (cell: string, mayName: boolean) => boolean {
  const words = new Set(said?.words);
  const named = new Set([...(told?.out ?? []), ...(told?.not ?? [])].map(foldedValue));
  const saysDays = said?.kinds.includes("day") ?? false;
  return (cell, mayName) => {
    if (isNothing(cell) || isDash(cell)) return false;
    if (words.has(cell) || named.has(foldedValue(cell)) || (saysDays && isDay(cell))) return true;
    const isWord = cell.length === 1 || !/\d/.test(cell);
    return !mayName && isWord && read(cell) === true && (isSaidOfConsent(cell) || saysOptedOut(cell));
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
