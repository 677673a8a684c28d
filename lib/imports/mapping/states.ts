import { ABOUT_MAIL, hasGone } from "./about-mail";
import { isBarringTag } from "./barred";
import { isRemarkedFlag, mostly } from "./choices";
import { cellsOf } from "./consent-cells";
import { RESTING, VAGUE, WAITING } from "./consent-words";
import { isEndedWord, isFlagWord, isNoWord } from "./flags";
import { isFormer } from "./former";
import { headerWords } from "./synonyms";

/** Whether a column that goes to tags has list statuses: "active", "deleted". */
export function namesStates(header: string, column: number, samples: string[][]): boolean {
  const cells = cellsOf(samples, column);
  const isOut = (tag: string) => hasEnded(tag) || isFormer(tag) || isBarringTag(header, tag);
  if (cells.some((cell) => cell.split(/[;,|/]|:::/).some((tag) => isOut(tag.trim())))) return true;
  const isList = ABOUT_MAIL.test(headerWords(header));
  return isList && cells.length > 0 && mostly(cells, (cell) => isRemarkedFlag(cell) || isStateWord(cell));
}

/** Headers of the state of a subscription, in two words or more: "Sub status", "Situação da assinatura". */
export const SUBSCRIPTION_STATE =
  /\b(?:subs?|subscri\w+|newsletter|mailing|list|nl|abo|opt ?(?:in)?) (?:stat(?:us|e)|flag|code)\b|(?:situacao|estado|stato|statut|status|stan|stav|статус|стан) (?:de |da |do |dell |del |di |d |van |на )*(?:la |l )?(?:assinatur|inscri|suscri|iscri|abonn|subskryp|subscri|prenumer|подпис|підпис|odber|рассыл|abonament)/u;

/** Whether a cell is a state of a subscription that says by itself nothing of mail. */
export const isStateWord = (cell: string): boolean => VAGUE.test(cell) || WAITING.test(cell);

/** That something is over, a subscription or another thing. */
export const hasEnded = (cell: string) => isEndedWord(cell) || hasGone(cell) || RESTING.test(cell);

const ACTIVE = /^(?:is )?(?:active|enabled|aktiv|actif|activo|attivo|ativo|actief|aktywny|aktivni)$/;

/** Whether a column says of everybody that they are active: nobody is not. */
export const areAllActive = (words: string, cells: string[]): boolean =>
  ACTIVE.test(words) && cells.every((cell) => isFlagWord(cell) && !isNoWord(cell));
