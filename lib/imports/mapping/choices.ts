import { EITHER_OR, KNOWN_LETTERS, UNLISTED_LETTERS } from "./consent-words";
import { isFlagWord, isNoWord } from "./flags";
import { unmixed } from "./letters";
import { shapeOf } from "./shapes";

/** What kind of choice a column's cells are, whatever its header says. */

/** Longest cell of a column of a few words. */
const MAX_WORD = 40;
/** Maximum number of values for a column to be a choice rather than free text. */
export const MOST_VALUES = 8;

/** One cell in five may be a typo, a question mark or a remark. */
export const mostly = <T>(cells: readonly T[], holds: (cell: T) => boolean) =>
  cells.filter(holds).length >= 0.8 * cells.length;

export const isChoice = (cell: string) =>
  cell.length <= MAX_WORD && (isFlagWord(cell) || (shapeOf(cell) === "text" && !/\d/.test(cell)));

/** Two values of which one is the other's opposite ("Non-marketing contact"), or that cannot be read. */
export function isUnknownChoice(cells: string[]): boolean {
  const [a = "", b = "", more] = [...new Set(cells.map((cell) => cell.toLowerCase()))].sort(
    (one, other) => other.length - one.length,
  );
  if (a === "" || more !== undefined || a.length > MAX_WORD || /\d/.test(a)) return false;
  return (b.length > 1 && a.endsWith(b)) || !(KNOWN_LETTERS.test(a) && KNOWN_LETTERS.test(b));
}

/** A choice of words in letters of which no word list has any: they cannot be looked up. */
export const isForeignChoice = (cells: string[]) =>
  isFewWords(cells) && mostly(cells, (cell) => UNLISTED_LETTERS.test(cell));

/** A choice between a few words that are used again and again. */
export function isFewWords(cells: string[]): boolean {
  const { size } = new Set(cells.map((cell) => cell.toLowerCase()));
  return size > 1 && size <= MOST_VALUES && size < cells.length && mostly(cells, isChoice);
}

/** One word, for some of the people only. */
export const areMarks = (cells: string[]) => {
  const [word = "", more] = [...new Set(cells.map((cell) => cell.toLowerCase()))];
  return more === undefined && isChoice(word);
};

/** Codes of one digit. */
export const areDigits = (cells: string[]) =>
  cells.length > 1 && new Set(cells).size <= 3 && mostly(cells, (cell) => /^\d$/.test(cell));

/** A few codes of a digit or two, again and again: "1" for yes, "2" for no. */
export const areCodes = (cells: string[]) =>
  cells.length > 1 && new Set(cells).size <= 4 && mostly(cells, (cell) => /^\d{1,2}$/.test(cell));

/** As programs with fractions write them, too, and Access, where yes is minus one. */
export const isOneOrZero = (cell: string) => /^-?[01٠١۰۱](?:[.,]0{1,6})?$/.test(cell);

/** Two letters, or in and out. */
export function isCodeOfTwo(cells: string[]): boolean {
  const values = new Set(cells.map((cell) => unmixed(cell).toLowerCase()));
  const isCode = (value: string) => /^\p{L}$/u.test(value) || EITHER_OR.test(value);
  return values.size === 2 && [...values].every(isCode);
}

/** Two words, again and again, without a header: nobody can know what they mean. */
export function isChoiceOfTwo(cells: string[]): boolean {
  const values = new Set(cells.map((cell) => cell.toLowerCase()));
  return values.size === 2 && cells.length >= 4 && cells.every((cell) => isChoice(cell) && cell.length <= 20);
}

/** Yes or no in a word. */
export const isSpokenFlag = (cell: string) => !/\d/.test(cell) && (isFlagWord(cell) || EITHER_OR.test(cell));
/** Yes or no with a remark: "1 – by phone". */
export const beginsWithFlag = (cell: string) => isFlagWord(/^[\p{L}\p{N}]+/u.exec(cell)?.[0] ?? "");
export const beginsWithNo = (cell: string) => isNoWord(/^[\p{L}\p{M}]+/u.exec(cell)?.[0] ?? "");
/** The same in a word: "no / by phone", "Ja.". */
export const isRemarkedFlag = (cell: string) =>
  isSpokenFlag(cell) ||
  (!/^\d/.test(cell) && /^\p{L}+(?=\s?[^\p{L}\s]|$)/u.test(cell) && beginsWithFlag(cell));
/**
 * A few answers, with a yes among them ("Yes", "Maybe"), or all beginning with one or a no ("Yes please"); if it is
 * `aboutMail`, a no will do ("gerne", "nein").
 */
export const isAnswer = (cells: string[], aboutMail: boolean) =>
  new Set(cells.map((cell) => cell.toLowerCase())).size <= MOST_VALUES &&
  cells.every((cell) => cell.length <= 40 && !/\d/.test(cell)) &&
  (cells.some((cell) => isSpokenFlag(cell) && (aboutMail || !isNoWord(cell))) || cells.every(beginsWithFlag));
