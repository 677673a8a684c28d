import { ABOUT_MAIL, ABOUT_PLACES, FREQUENCY, OF_SENDING, SENDING, saysNever } from "./about-mail";
import { areCodes, isChoice, MOST_VALUES, mostly } from "./choices";
import { COUNTED, NEGATED } from "./consent-words";
import { mayConcernMail, NOT_MAIL } from "./mail-words";
import { headerWords } from "./synonyms";

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

/** Whether days below a header say since when somebody wants no mail ("Mail ban", "Pas de mailing"), or does. */
export const isSinceWhen = (words: string, says: "no" | "yes"): boolean =>
  (says === "no" ? NEGATED.test(words) && mayConcernMail(words) : ABOUT_MAIL.test(words)) &&
  !(NOT_MAIL.test(words) || ABOUT_PLACES.test(words) || OF_SENDING.test(words));

const MAIL = /^(?:e ?mails?|mails?|courriel|correo(?: electronico)?|newsletter)$/;
const CHANNEL =
  /^(?:sms|text|mms|phone|telephone|call|calls|telefon|telefono|telefone|tel|mobile|post|postal|mail|letter|letters|brief|courrier|fax|whats ?app|push|messenger|telegram|viber|social)$/;

/** Whether cells list ways of reaching people, and mail is among those of some only: "email, sms" and "sms, phone". */
export function areChannels(cells: string[]): boolean {
  const lists = cells.map((cell) => cell.split(/[,;|/+&]/).map((one) => headerWords(one).trim()));
  const areWays = (list: string[]) => list.every((one) => MAIL.test(one) || CHANNEL.test(one));
  const isMailed = (list: string[]) => list.some((one) => MAIL.test(one));
  return (
    lists.some((list) => list.length > 1) &&
    mostly(lists, areWays) &&
    lists.some(isMailed) &&
    !lists.every(isMailed)
  );
}

/** About something else and mail, too: "Photo ok / mail ok". Not a mail's own properties. */
export const isMixed = (words: string) => mayConcernMail(words) && !OF_MAIL.test(words);
const OF_MAIL =
  /\b(?:verified|valid|confirmed|bounced?|type|format|provider|domain|language|ids?|status|count|opened|clicked|owner|template|subject|address|hash|source|sent|received|delivered)\b/;

/** Whether a column has codes that only its author can explain, below a header that may be about mail: "Ricevi NL" (1, 2). */
export const mayBeCodes = (words: string, cells: string[]): boolean =>
  areCodes(cells) &&
  (ABOUT_MAIL.test(words) || isMixed(words)) &&
  !(NOT_MAIL.test(words) || ABOUT_PLACES.test(words) || (COUNTED.test(words) && !isLevel(words)));
