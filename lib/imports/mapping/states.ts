import { ABOUT_MAIL, hasGone } from "./about-mail";
import { isBarringTag } from "./barred";
import { isRemarkedFlag, isSpokenFlag, mostly } from "./choices";
import { cellsOf } from "./consent-cells";
import { PLACE_HEADER, RESTING, STATE_HEADER, STATE_WORD, VAGUE, WAITING } from "./consent-words";
import { isEndedWord, isFlagWord, isNoWord } from "./flags";
import { isFormer } from "./former";
import { namesPeople } from "./people-words";
import { headerWords } from "./synonyms";

/** Whether a column that goes to tags has list statuses: "active", "deleted". */
export function namesStates(header: string, column: number, samples: string[][]): boolean {
  const cells = cellsOf(samples, column);
  const isOut = (tag: string) => hasEnded(tag) || isFormer(tag) || isBarringTag(header, tag);
  if (cells.some((cell) => cell.split(/[;,|/]|:::/).some((tag) => isOut(tag.trim())))) return true;
  const isList = ABOUT_MAIL.test(headerWords(header));
  const isAnswer = (cell: string) => isRemarkedFlag(cell) || isStateWord(cell) || !NAMING.test(cell);
  return isList && cells.length > 0 && mostly(cells, isAnswer);
}

/** A word of two letters or more; signs, numbers and days are no names of tags. */
const NAMING = /\p{L}[\p{L}\p{M}]/u;

/** Headers of the state of a subscription, in two words or more: "Sub status", "Situação da assinatura". */
const SUBSCRIPTION_STATE =
  /\b(?:subs?|subscri\w+|newsletter|mailing|list|nl|abo|opt ?(?:in)?) (?:stat(?:us|e)|flag|code)\b|(?:situacao|estado|stato|statut|status|stan|stav|статус|стан) (?:de |da |do |dell |del |di |d |van |на )*(?:la |l )?(?:assinatur|inscri|suscri|iscri|abonn|subskryp|subscri|prenumer|подпис|підпис|odber|рассыл|abonament)/u;

const STATE =
  /(?:status|statut)(?!\p{L})|(?<!\p{L})(?:state|estado|stato|stan|stav|статус|состояние|стан)(?!\p{L})|状態|状态|ステータス|상태/u;

/** Whether a header, as words, is that of a state of people or of their subscriptions: "Status", "Guest status". */
export function isStateHeader(words: string): boolean {
  if (STATE_HEADER.test(words.replaceAll(" ", "")) || SUBSCRIPTION_STATE.test(words)) return true;
  const of = words.replace(STATE, " ");
  return of !== words && namesPeople(of) === "surely";
}

/** Whether a cell is a state of a subscription that says by itself nothing of mail. */
export const isStateWord = (cell: string): boolean => VAGUE.test(cell) || WAITING.test(cell);

export function isCodeOfState(words: string, cell: string): boolean {
  if (cell.length === 1 || (cell.length === 2 && !PLACE_HEADER.test(words))) return true;
  return isSpokenFlag(cell) || isStateWord(cell) || STATE_WORD.test(cell);
}

/** Something is over, a subscription or another thing. */
export const hasEnded = (cell: string) => isEndedWord(cell) || hasGone(cell) || RESTING.test(cell);

const ACTIVE = /^(?:is )?(?:active|enabled|aktiv|actif|activo|attivo|ativo|actief|aktywny|aktivni)$/;

/** Whether a column below "Active" or "Status" says of every person that they are active. */
export const areAllActive = (words: string, cells: string[]): boolean =>
  (ACTIVE.test(words) && cells.every((cell) => isFlagWord(cell) && !isNoWord(cell))) ||
  (STATE_HEADER.test(words.replaceAll(" ", "")) && cells.every((cell) => ACTIVE.test(headerWords(cell))));
