import { ABOUT_MAIL, ABOUT_PLACES, FREQUENCY, SENDING, saysNever } from "./about-mail";
import { areCodes, isChoice, MOST_VALUES, mostly } from "./choices";
import { COUNTED } from "./consent-words";
import { mayConcernMail, NOT_MAIL } from "./mail-words";

/**
 * Whether a column is a choice of words about mail that are not about opting in or out: advertising, lists, how often,
 * complaints. Only somebody who knows the file can say what the words mean.
 */
export function isMailChoice(words: string, cells: string[]): boolean {
  if (NOT_MAIL.test(words) || ABOUT_PLACES.test(words)) return false;
  const values = new Set(cells.map((cell) => cell.toLowerCase()));
  const isNever = (cell: string) => saysNever(cell) || NOTHING.test(cell);
  if (FREQUENCY.test(words) && cells.some((cell) => cell === "0" || isNever(cell))) return true;
  if (SENDING.test(words) && cells.some(isNever)) return true;
  if (cells.some((cell) => EVERYTHING.test(cell)) && cells.some(isNever)) return true;
  if (isLevel(words) && mostly(cells, (cell) => cell.length <= 2)) return true;
  if (values.size > MOST_VALUES || !mostly(cells, (cell) => isChoice(cell) || /^[01]$/.test(cell)))
    return false;
  return ABOUT_MAIL.test(words);
}

/** "Email permission level": numbers below it are no counts. */
export const isLevel = (words: string): boolean => LEVEL.test(words);
const LEVEL =
  /\b(?:consent|permission|opt ?in|einwilligungs?|erlaubnis|contact|mailing|marketing) ?(?:level|grade|rank|class|stufe|code|status|rights?)\b/;

/** What somebody gets, beside those who get nothing. */
const EVERYTHING =
  /^(?:all|any|full|everything|html|text|plain(?: text)?|e-?mails?|alles?|tous|toutes|tout|todos|todas|todo|tutti|tutte|tutto|wszystk\p{L}+|все|全部|すべて)$/iu;
const NOTHING =
  /^(?:nothing|nichts|rien|nada|niente|niets|nic|ничего|off|sosem|不发送|不發送|配信しない|보내지 ?않음)$/iu;

/** About something else and mail, too: "Photo ok / mail ok". Not a mail's own properties. */
export const isMixed = (words: string) => mayConcernMail(words) && !OF_MAIL.test(words);
const OF_MAIL =
  /\b(?:verified|valid|confirmed|bounced?|type|format|provider|domain|language|ids?|status|count|opened|clicked|owner|template|subject|address|hash|source|sent|received|delivered)\b/;

/** Whether a column has codes that only its author can explain, below a header that may be about mail: "Ricevi NL" (1, 2). */
export const mayBeCodes = (words: string, cells: string[]): boolean =>
  areCodes(cells) &&
  (ABOUT_MAIL.test(words) || isMixed(words)) &&
  !(NOT_MAIL.test(words) || ABOUT_PLACES.test(words) || (COUNTED.test(words) && !isLevel(words)));
