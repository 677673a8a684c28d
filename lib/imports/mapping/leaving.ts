import { STAYED, STAYED_WITHIN } from "./consent-words";
import { LEAVES } from "./leaving-words";
import { wordsOf } from "./letters";
import { shapeOf } from "./shapes";
import { headerWords } from "./synonyms";

/** Of a longer text, what is looked through. */
export const LOOKED_AT = 2000;
/** "Not unsubscribed" says the opposite of what its second word does. */
const NOT_SO = new RegExp(`(?:${STAYED.source})\\p{L}*|${STAYED_WITHIN.source}`, "gu");

/** Whether words of a header or a cell clearly say that somebody wants no mail any more, or none but by another way. */
export function speaksOfLeaving(text: string): boolean {
  return areOfLeaving(headerWords(text.slice(0, LOOKED_AT)));
}

function areOfLeaving(words: string): boolean {
  return LEAVES.test(words) && LEAVES.test(words.replace(NOT_SO, " "));
}

/** The same of a cell, unless it is a link, an address or a number: those few that seem to say it are looked at for that. */
export function saysLeaving(cell: string): boolean {
  return areOfLeaving(wordsOf(cell.slice(0, LOOKED_AT))) && shapeOf(cell) === "text";
}
