import { ABOUT_MAIL, hasGone } from "./about-mail";
import { isRemarkedFlag, mostly } from "./choices";
import { cellsOf } from "./consent-cells";
import { RESTING, VAGUE, WAITING } from "./consent-words";
import { isEndedWord } from "./flags";
import { headerWords } from "./synonyms";

/** Whether a column that goes to tags has list statuses: "active", "deleted". */
export function namesStates(header: string, column: number, samples: string[][]): boolean {
  const cells = cellsOf(samples, column);
  if (cells.some((cell) => cell.split(/[;,|/]|:::/).some((tag) => hasEnded(tag.trim())))) return true;
  const isList = ABOUT_MAIL.test(headerWords(header));
  return isList && cells.length > 0 && mostly(cells, (cell) => isRemarkedFlag(cell) || isStateWord(cell));
}

/** Whether a cell is a state of a subscription that says by itself nothing of mail. */
export const isStateWord = (cell: string): boolean => VAGUE.test(cell) || WAITING.test(cell);

/** That something is over, a subscription or another thing. */
export const hasEnded = (cell: string) => isEndedWord(cell) || hasGone(cell) || RESTING.test(cell);
