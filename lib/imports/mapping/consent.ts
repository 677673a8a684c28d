import {
  ABOUT_MAIL,
  BLOCKED,
  COMPLAINT,
  COUNT_OF_LEAVING,
  END_DAY,
  isGone,
  isShippingOrPayment,
  LEGAL_BASIS,
  OF_SENDING,
  WHAT_TO_DO,
} from "./about-mail";
import { isBarred, namesBarred } from "./barred";
import {
  areDigits,
  areMarks,
  beginsWithFlag,
  beginsWithNo,
  isAnswer,
  isChoice,
  isChoiceOfTwo,
  isCodeOfTwo,
  isFewWords,
  isForeignChoice,
  isOneOrZero,
  isRemarkedFlag,
  isSpokenFlag,
  isUnknownChoice,
  mostly,
} from "./choices";
import {
  areCounts,
  areProofs,
  cellsOf,
  doubtfulDays,
  isBilling,
  isMark,
  isTechnical,
  refusesInJson,
} from "./consent-cells";
import { COUNTED, ENDED, LEFT, NEGATED, OPTED_IN, OPTED_OUT, RESTING } from "./consent-words";
import { hasLegend, isClearDirection, withoutLegend } from "./direction";
import {
  isDash,
  isDay,
  isDecisionWord,
  isEndedWord,
  isFlagWord,
  isNoWord,
  isRefusedWord,
  isSubscribedWord,
  isUnsubscribedWord,
  mayRefuse,
  saysOptedOut,
  saysStayed,
} from "./flags";
import { nameFormer } from "./former";
import { isPlaceholder } from "./headers";
import { saysLeaving, speaksOfLeaving } from "./leaving";
import { areChannels, isLevel, isMailChoice, isMixed, isSinceWhen, mayBeCodes } from "./mail-choice";
import { LETTERS, mayConcernMail, NOT_MAIL, OTHER_WAY } from "./mail-words";
import { isOrdinaryThing } from "./ordinary";
import { isJson, shapeOf } from "./shapes";
import { areAllActive, hasEnded, isCodeOfState, isStateHeader } from "./states";
import { headerWords } from "./synonyms";
import { isBesideActive, isUnreached } from "./unreached";

/**
 * Finds columns that say who wants mail and who does not, whatever their names: an unrecognised opt-out column would be the
 * worst silent loss. The user is asked about anything unclear.
 */

const OPTED = new RegExp(`${OPTED_OUT.source}|${OPTED_IN.source}`, "u");

/** Whether a header is about another channel than mail. */
export function isOtherWay(header: string): boolean {
  return NOT_MAIL.test(headerWords(header));
}

/** What a header says in one of its words: opted out, opted in, or neither. Opting out takes precedence. */
export function consentOf(header: string): "opted_out" | "opted_in" | null {
  const words = headerWords(withoutLegend(header));
  if (NOT_MAIL.test(words) || LETTERS.test(words)) return null;
  if (OPTED_OUT.test(words)) return "opted_out";
  if (!OPTED_IN.test(words)) return null;
  return NEGATED.test(words) ? "opted_out" : "opted_in";
}

/** Share of the cells that can be read as a flag; null when all are empty. */
export function flagShare(samples: string[][], column: number): number | null {
  const cells = cellsOf(samples, column);
  const flags = cells.filter(
    (cell) => isFlagWord(cell) || isUnsubscribedWord(cell) || isSubscribedWord(cell) || saysStayed(cell),
  );
  return cells.length === 0 ? null : flags.length / cells.length;
}

/**
 * Whether leaving the column out may lose opt-outs, so the user has to be asked:
 * - Its cells contain some, or its header is about consent and its cells are a choice of words, not dates or numbers.
 * - If no other column marks opt-outs (`alone`): some dates below no header, words beside one for subscribed, dates and
 *   reasons of leaving, and yes/no, 1/0 or status codes below an unknown header.
 * - Beside such a column: the same choices, below a header that may be about mail, or below none.
 */
export function mayHoldConsent(
  header: string,
  column: number,
  samples: string[][],
  { alone, known, isOther }: { alone: boolean; known: boolean; isOther: boolean },
): boolean {
  const cells = cellsOf(samples, column);
  const words = headerWords(header);
  const isLeft = OPTED_OUT.test(words) || LEFT.test(words);
  if (alone && isLeft && doubtfulDays(column, samples).length > 0) return true;
  if (cells.length === 0 || (cells.length === samples.length && areAllActive(words, cells))) return false;
  const isState = isStateHeader(words);
  const mayBar = isState || OF_PROGRAM.test(header);
  if (cells.some(isUnsubscribedWord) || (mayBar && cells.some(saysOptedOut))) return true;
  if (LEGAL_BASIS.test(words) && cells.some(mayRefuse)) return true;
  if (alone && speakOfLeaving(words, cells)) return true;
  if (!isState && isOrdinaryThing(words, cells))
    return cells.some((cell) => saysOptedOut(cell) && !isTechnical(cell));
  if (areCounts(words, cells) || cells.some(isBilling)) return false;
  if (cells.some((cell) => (!known && isBarred(cell)) || namesBarred(header, cell, known))) return true;
  if (cells.some(refusesInJson)) return true;
  const said = consentOf(header);
  if (alone && said === "opted_in" && cells.length < samples.length && areProofs(cells)) return true;
  if (alone && isSinceWhen(words, "no") && cells.some(isDay)) return true;
  if (alone && isSinceWhen(words, "yes") && cells.length < samples.length && mostly(cells, isDay))
    return true;
  if (alone && COUNT_OF_LEAVING.test(words) && cells.some((cell) => Number(cell) > 0)) return true;
  if (said !== null && (mostly(cells, isChoice) || mostly(cells, isJson) || isShortCode(header, cells)))
    return true;
  if (said !== null && cells.some(speaksOfNo)) return true;
  const isOut = said === "opted_out" || OPTED_OUT.test(words);
  if (isOut && cells.some(isAddress)) return true;
  if (!alone && !mayBeAnotherFlag(header, cells)) return false;
  if (LETTERS.test(words) && OPTED.test(words) && cells.some(isFlagWord)) return true;
  if (hasLegend(header) && mostly(cells, (cell) => cell.length <= 3)) return true;
  if (namesSubscribers(cells) || areChannels(cells)) return true;
  if (
    !known &&
    !isShippingOrPayment(words, cells) &&
    cells.some(isRefusedWord) &&
    mostly(cells, isDecisionWord)
  )
    return true;
  if (COMPLAINT.test(words) && mostly(cells, (cell) => !isTechnical(cell))) return true;
  if (!isOther && cells.some((cell) => saysOptedOut(cell) && !isTechnical(cell))) return true;
  const told = cells.filter((cell) => !isDash(cell));
  if (isPlaceholder(header) && told.length < samples.length && mostly(told, isDay)) return told.length > 0;
  if (isPlaceholder(header) && (isChoiceOfTwo(cells) || mostly(cells, beginsWithFlag) || areDigits(cells)))
    return true;
  const isLabel = isOther && cells.every((cell) => cell === "*");
  if (!isLabel && cells.some((cell) => cell !== "-") && mostly(cells, (cell) => SIGN.test(cell))) return true;
  // Numbers may be counts, and dates below opting in say since when.
  if (said !== null && cells.some(isSpokenFlag)) return true;
  if (isOut || isLeft) return cells.some(isDay) || mostly(cells, (cell) => !isTechnical(cell));
  if (isMailChoice(words, cells) || mayBeCodes(words, cells)) return true;
  if (said !== null) return alone && cells.some((cell) => !isDay(cell) && !isTechnical(cell));
  if (NOT_MAIL.test(words)) return false;
  if (alone && (!known || isMixed(words)) && isAnswer(cells, mayConcernMail(words))) return true;
  const isOver = (cell: string) => isGone(cell) || RESTING.test(cell);
  const areOver = cells.some(isOver) || nameFormer(cells);
  const areFew = isFewWords(cells) || (cells.length < samples.length && areMarks(cells));
  if (alone && !known && !isShippingOrPayment(words, cells) && areOver && areFew) return true;
  if (isState) {
    const isOver = (cell: string) => hasEnded(cell) || isUnreached(cell);
    return (
      mostly(cells, (cell) => isCodeOfState(words, cell)) ||
      cells.some(isOver) ||
      nameFormer(cells) ||
      isBesideActive(cells)
    );
  }
  if (known)
    return (
      /\b(?:marketing|e ?mail|mail|mailing)/.test(words) &&
      (isUnknownChoice(cells) || (isCodeOfTwo(cells) && !cells.every(isFlagWord)))
    );
  if (isCodeOfTwo(cells)) return true;
  return (
    (told.length > 0 && mostly(told, isRemarkedFlag)) ||
    isOneAndZero(header, column, samples) ||
    isUnknownChoice(cells) ||
    isForeignChoice(cells)
  );
}

/** A program's own property of a vCard ("X-STATUS"): only those that may be about consent become columns. */
const OF_PROGRAM = /^x-/i;

/** A choice that may say more about who wants mail than the columns beside it. Days say when, and are compared instead. */
function mayBeAnotherFlag(header: string, cells: string[]): boolean {
  const words = headerWords(header);
  if (NOT_MAIL.test(words) || !(isPlaceholder(header) || mayConcernMail(words))) return false;
  const told = cells.filter((cell) => !isDash(cell) && !isNoWord(cell));
  if (told.length > 0 && mostly(told, isDay)) return false;
  return mostly(cells, (cell) => isChoice(cell) || isRemarkedFlag(cell) || cell.length <= 2);
}

/**
 * Whether a column beside flags may say that further people opted out: of the people whom no flag marks (`unmarked`,
 * of `samples`) some have a date below a header of leaving, or a word of refusal below one about mail.
 */
export function mayNameOthers(
  header: string,
  column: number,
  samples: string[][],
  unmarked: string[][],
): boolean {
  const words = headerWords(header);
  const cells = cellsOf(unmarked, column);
  if (speakOfLeaving(words, cells)) return true;
  if (isOrdinaryThing(words, cells)) return false;
  if (OPTED.test(words) && cells.some((cell) => isEndedWord(/^\p{L}+/u.exec(cell)?.[0] ?? ""))) return true;
  if (NOT_MAIL.test(words)) return false;
  if (isPlaceholder(header) && cells.length < unmarked.length && mostly(cells, isDay))
    return cells.length > 0;
  const isEnd = OPTED_OUT.test(words) || LEFT.test(words) || mayBeEnd(header, words);
  if (isEnd && cells.some(isDay)) return true;
  if (ENDED.test(words) && words.split(" ").length <= 2 && !EXPIRY.test(words) && cells.some(isMark))
    return true;
  if (WHAT_TO_DO.test(words) && cells.some((cell) => isGone(cell) || speaksOfNo(cell))) return true;
  if (BLOCKED.test(words) && cells.some((cell) => ABOUT_MAIL.test(headerWords(cell)) || /mail/i.test(cell)))
    return true;
  return isMailChoice(words, cellsOf(samples, column)) && cells.some(mayRefuse);
}

/** When something runs out: a plan, a card, a passport. */
const EXPIRY = /^(?:expir\p{L}* (?:date|day|on|at)|date expir\p{L}*)$/u;

/** Words beside those of consent, in whatever language, may say that it ended; and "until" alone. */
const mayBeEnd = (header: string, words: string) =>
  END_DAY.test(words) ||
  consentOf(header) === "opted_out" ||
  isSinceWhen(words, "no") ||
  (OPTED_IN.test(words) && !OF_SENDING.test(words) && !isClearDirection(header, "opted_in"));

/** "Revoked 2023-04-05", "No, by phone": a remark in which somebody refused. */
const speaksOfNo = (cell: string) =>
  !isTechnical(cell) && (NEGATED.test(headerWords(cell)) || beginsWithNo(cell));

/** The same for a column that goes to tags, notes or a custom field. */
export function alsoNamesOptOuts(header: string, column: number, unmarked: string[][]): boolean {
  const cells = cellsOf(unmarked, column);
  return (
    cells.some(saysLeaving) ||
    cells.some(saysOptedOut) ||
    cells.some((cell) => cell.split(/[;,|]/).some((tag) => namesBarred(header, tag.trim()))) ||
    (ABOUT_MAIL.test(headerWords(header)) && cells.some(mayRefuse))
  );
}

/** Letters or numbers whose meaning only the file's author knows. */
const isShortCode = (header: string, cells: string[]) =>
  (!COUNTED.test(headerWords(header)) || isLevel(headerWords(header))) &&
  mostly(cells, (cell) => cell.length <= 2);

/** Some are explicitly subscribed: the other word may be the opposite ("subscribed", "cancelled"). */
const namesSubscribers = (cells: string[]) =>
  cells.some(isSubscribedWord) && !cells.every(isSubscribedWord) && mostly(cells, isChoice);

/**
 * A choice that only its file can explain. Counts are not one. Below no header a single value is enough: there may be
 * no other.
 */
function isOneAndZero(header: string, column: number, samples: string[][]): boolean {
  const values = new Set(samples.map((row) => row[column]?.trim() ?? ""));
  if (COUNTED.test(headerWords(header)) || (values.size === 1 && !isPlaceholder(header))) return false;
  return mostly(cellsOf(samples, column), isOneOrZero);
}

/** Whether cells of a column that goes elsewhere, such as tags or notes, mention people who opted out. */
export function namesOptOuts(header: string, column: number, samples: string[][]): boolean {
  const cells = cellsOf(samples, column);
  return (
    mayBeCodes(headerWords(header), cells) ||
    cells.some(saysOptedOut) ||
    cells.some(saysLeaving) ||
    (cells.length > 0 && cells.every((cell) => isSpokenFlag(cell) || SIGN.test(cell)))
  );
}

/**
 * Whether cells clearly say that somebody wants no mail, whatever the header, or the header does: then every cell
 * counts that is not a plain no. Not for other channels.
 */
function speakOfLeaving(words: string, cells: string[]): boolean {
  if (OTHER_WAY.test(words)) return false;
  if (cells.some(saysLeaving)) return true;
  const isSaid = (cell: string) => !isDash(cell) && !isNoWord(cell) && !isTechnical(cell);
  return speaksOfLeaving(words) && !NOT_MAIL.test(words) && cells.some(isSaid);
}

/** Plus and minus, ticks and crosses, hearts. */
const SIGN = /^[^\p{L}\p{N}\s]{1,2}$/u;
const isAddress = (cell: string) => shapeOf(cell) === "email";
