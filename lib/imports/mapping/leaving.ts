import { STAYED, STAYED_WITHIN } from "./consent-words";
import { blocksOfLeaving } from "./leaving-blocks";
import { leavesElsewhere, pairsOfLeaving } from "./leaving-pairs";
import { LEAVES } from "./leaving-words";
import { wordsOf } from "./letters";
import { recalling } from "./recall";
import { shapeOf } from "./shapes";
import { headerWords } from "./synonyms";

/** The part of a longer text that is searched. */
export const LOOKED_AT = 2000;
/** "Not unsubscribed" says the opposite of its second word. */
const NOT_SO = new RegExp(`(?:${STAYED.source})\\p{L}*|${STAYED_WITHIN.source}`, "gu");

/** Whether the words of a header or a cell clearly say that somebody wants no more mail, or only by another channel. */
export function speaksOfLeaving(text: string): boolean {
  return areOfLeaving(headerWords(text.slice(0, LOOKED_AT)));
}

function areOfLeaving(words: string): boolean {
  return LEAVES.test(words) && LEAVES.test(words.replace(NOT_SO, " "));
}

/** A tag that takes another one away: "-newsletter". */
const MINUS = /^[-–−!¬]\s?(?:newsletter|mailing|e-?mail|nl\b)/i;
const SIGNS = /[✗✘❌✖✕🚫👎⛔📧✉📩📨메]/u;
/** The same by signs: "❌ newsletter", "no 📧". */
const CROSSED =
  /[✗✘❌✖✕🚫👎⛔].{0,3}(?:newsletter|mail|nl\b|dm\b|[📧✉📩📨])|(?:newsletter|mail|\bnl|dm|[📧✉📩📨メ메]\S{0,3}).{0,3}[✗✘❌✖✕🚫👎⛔]|메일 ?X|(?:no|kein\p{L}*|pas de|sin|senza|geen|bez|non?|без) ?[📧✉📩📨]/iu;

/** The same for a cell, unless it is a link, an address or a number: only the few cells that match are checked for that. */
export const saysLeaving = recalling((cell) => {
  const text = cell.slice(0, LOOKED_AT);
  const words = wordsOf(text);
  const isSigned = MINUS.test(text) || (SIGNS.test(text) && CROSSED.test(text));
  const isLeaving = isSigned || areOfLeaving(words) || pairsOfLeaving(words) || blocksOfLeaving(words);
  return isLeaving && !leavesElsewhere(words) && shapeOf(cell) === "text";
});
