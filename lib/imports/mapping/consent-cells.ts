import { mostly } from "./choices";
import {
  compileFlag,
  consentCell,
  type FlagMeaning,
  isDash,
  isDay,
  isFlagWord,
  isNothing,
  isNoWord,
  isReadable,
  isStandInDay,
  isUnsubscribedWord,
} from "./flags";
import { saysLeaving } from "./leaving";
import { shapeOf } from "./shapes";

/** What the cells of one column say about consent, whatever its header says. */

/** The cells of a column that say something. */
export function cellsOf(samples: string[][], column: number): string[] {
  return samples.map((row) => consentCell(row[column])).filter((cell) => cell !== "" && !isNothing(cell));
}

/** Whether some cell alone means “unsubscribed”. */
export function namesLeavers(column: number, samples: string[][]): boolean {
  return cellsOf(samples, column).some(isUnsubscribedWord);
}

/** Whether some cell clearly means “unsubscribed” in a field that is not about it, such as a company or a name. */
export function namesLeaving(column: number, samples: string[][]): boolean {
  return cellsOf(samples, column).some(saysLeaving);
}

/** Values of a flag that cannot be read, each once; among them the empty one, and words for it, if they may mean no. */
export function unreadValues(column: number, samples: string[][], meaning: FlagMeaning): string[] {
  const cells = cellsOf(samples, column).filter((cell) => !cell.includes("\0"));
  const isDoubtful = isMarkOf(cells);
  const unread = new Set(cells.filter((cell) => !isReadable(cell, meaning) || isDoubtful(cell)));
  const days = meaning === "subscribed" ? [] : doubtfulDays(column, samples);
  return [...emptyForNo(column, samples, meaning), ...days, ...unread];
}

/**
 * Dates that programs write for a missing one: of people who left on an unknown day, unless other people left on a
 * known one and nothing else in the column says that somebody did not.
 */
export function doubtfulDays(column: number, samples: string[][]): string[] {
  const cells = new Set(samples.map((row) => consentCell(row[column])));
  const days = [...cells].filter(isStandInDay);
  const others = [...cells].filter((cell) => !isStandInDay(cell));
  const isClear = others.length > 0 && others.every(isDay);
  return isClear ? [] : days;
}

/** The empty cells beside some that say yes to mail and none that says no: a list in which only the subscribers are marked. */
function emptyForNo(column: number, samples: string[][], meaning: FlagMeaning): string[] {
  if (meaning !== "subscribed") return [];
  const isOut = compileFlag(meaning);
  const flags = [...new Set(samples.map((row) => consentCell(row[column])))].sort();
  const isEmpty = (cell: string) => cell === "" || isNothing(cell);
  const isYes = (cell: string) => isOut(cell) === false && !isEmpty(cell);
  return flags.some(isYes) && !flags.some(isOut) ? flags.filter(isEmpty) : [];
}

const MARK = /^x$/i;

/**
 * "X" marks those who said yes; beside another word for yes, such as "O" or "Y", it may be the opposite. So may one of
 * two words where none says no: "tak" is yes in Polish, and no beside the Malay "ya".
 */
function isMarkOf(cells: string[]): (cell: string) => boolean {
  const isYes = (cell: string) => isFlagWord(cell) && !isNoWord(cell);
  const isBeside = cells.some((cell) => isYes(cell) && !MARK.test(cell));
  const words = new Set(
    cells.filter((cell) => isYes(cell) && WORD.test(cell)).map((cell) => cell.toLowerCase()),
  );
  const areTwo = words.size > 1 && !cells.some(isNoWord);
  return (cell) => (isBeside && MARK.test(cell)) || (areTwo && words.has(cell.toLowerCase()));
}

const WORD = /^\p{L}[\p{L}\p{M}]+$/u;

/** An address, a number, a link: no word. */
export const isTechnical = (cell: string) =>
  ["url", "email", "number", "phone"].includes(shapeOf(cell)) && !isDay(cell);

/** A yes, a cross, a day or a word: more than nothing and other than no. */
export const isMark = (cell: string) =>
  isDay(cell) || (!isNoWord(cell) && !isDash(cell) && (isFlagWord(cell) || !isTechnical(cell)));

/** How many newsletters somebody opened. */
export const areCounts = (words: string, cells: string[]) =>
  /\b(?:opened|opens|clicked|clicks|sent|received|delivered|count)\b/.test(words) &&
  cells.every((cell) => /^\d+$/.test(cell)) &&
  cells.some((cell) => Number(cell) > 1);

/** When people consented, or the text of it: the others may have refused. */
export function areProofs(cells: string[]): boolean {
  return mostly(cells, (cell) => isDay(cell) || /^(?:19|20)\d\d$/.test(cell)) || new Set(cells).size <= 2;
}

/** The state of a subscription that is paid for. */
export const isBilling = (cell: string): boolean =>
  /^(?:trial(?:ing)?|past[ _-]?due|unpaid|incomplete(?:[ _]expired)?)$/i.test(cell);

/** Settings as JSON: {"channels":{"email":false}}. */
export const refusesInJson = (cell: string): boolean =>
  /^[[{]/.test(cell) &&
  /"[^"]*(?:mail|marketing|newsletter|subscri|consent|opt)[^"]*"\s*:\s*(?:false|0|"(?:off|no|false|0|none|never|out|opt.?out|unsubscribed|disabled)")/i.test(
    cell,
  );
