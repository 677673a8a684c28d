import { AGREED_TO, AGREEING } from "./ordinary-words";
import { WordList } from "./word-list";

const OBJECTS = new WordList([AGREED_TO]);
const AGREEMENT = new WordList(Object.values(AGREEING));

const INFORMED = /\b(?:informed|informad[oa]|informat[oa])\b/;

/**
 * The header's words about agreeing to something other than mail, without that subject and the agreement; null if it
 * has none.
 */
export function besideAgreedTo(words: string): string | null {
  const object = AGREEMENT.without(words);
  // "Informed consent" refers to a treatment; a person who is "kept informed" gets mail.
  if (object === words && INFORMED.test(words)) return null;
  return OBJECTS.has(object) ? OBJECTS.without(object) : null;
}
