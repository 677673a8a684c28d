import { AGREED_TO, AGREEING } from "./ordinary-words";
import { WordList } from "./word-list";

const OBJECTS = new WordList([AGREED_TO]);
const AGREEMENT = new WordList(Object.values(AGREEING));

const INFORMED = /\b(?:informed|informad[oa]|informat[oa])\b/;

/** Words about agreeing to something else than mail, without it and the agreement; null if there is no such thing. */
export function besideAgreedTo(words: string): string | null {
  const object = AGREEMENT.without(words);
  // Informed consent is to a treatment; who is kept informed gets mail.
  if (object === words && INFORMED.test(words)) return null;
  return OBJECTS.has(object) ? OBJECTS.without(object) : null;
}
