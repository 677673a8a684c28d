import { STAYED, STAYED_WITHIN } from "./consent-words";
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

/** The same for a cell, unless it is a link, an address or a number: only the few cells that match are checked for that. */
export const saysLeaving = recalling(
  (cell) => areOfLeaving(wordsOf(cell.slice(0, LOOKED_AT))) && shapeOf(cell) === "text",
);
