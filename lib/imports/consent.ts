import { shapeOf } from "./mapping-values";
import { isFlagWord, isSubscribedWord, isUnsubscribedWord } from "./rows-flags";
import { headerWords } from "./synonyms";

/**
 * Columns that say who wants mail and who does not, whatever exactly they are called: an opt-out column that nobody
 * recognises is the worst silent loss there is. Stems in the languages of the mapper, of words without accents.
 */

const OPTED_OUT =
  /unsub|\bopt(?:ed)? ?out|\boptout|do not (?:e ?)?(?:mail|contact|send|write)|\bno (?:e ?mails?|mailings?|newsletter|marketing|contact)\b|blacklist|blocklist|suppress|consent (?:withdrawn|revoked)|abbestell|abgemeldet|abmeld|ausgetragen|austrag|werbesperre|werbewiderspruch|widerspruch|widersprochen|widerruf|\bkeine? (?:e ?)?(?:mails?|newsletter|werbung|werbemails?|post)|nicht (?:kontaktieren|anschreiben|mailen|mehr)|sperrvermerk|desabonn|desinscri|ne pas (?:contacter|envoyer|ecrire|emailer)|\bbaja\b|desuscri|no (?:contactar|enviar|molestar)|disiscri|disdett|non (?:contattare|inviare|scrivere)|revoc|descadastr|nao (?:contatar|contactar|enviar|perturbe)|remover da lista|uitgeschreven|uitschrijv|afgemeld|afmeld|niet (?:mailen|benaderen|contacteren)|geen (?:e ?)?(?:mail|mails|nieuwsbrief|reclame)|wypis|rezygn|nie (?:kontakt|wysyl|pisac)|sprzeciw|wycofan|отпис|отказ|не (?:писать|беспоко|отправля|присыла)|配信停止|購読解除|登録解除|退会|配信拒否|配信不要|オプトアウト|退订|退訂|取消订阅|取消訂閱|拒收/u;
const OPTED_IN =
  /newsletter|\bconsent|\bopt(?:ed)? ?in\b|\boptin|subscri|mailing list|\bgdpr\b|marketing (?:permission|e ?mails?|allowed|ok|opt)|(?:accepts?|receives?|wants?|allows?) (?:e ?mails?|marketing|mailings?|news)|may (?:e ?mail|contact|write)|einwillig|zustimm|einverstand|abonn|\bangemeldet|werbeerlaub|(?:e ?mail|werbung) erlaubt|\bdsgvo\b|infolettre|lettre d information|\binscri|\brgpd\b|consentement|accepte|boletin|suscri|acepta|consentimiento|\biscri|consenso|accetta|autorizz|assinante|subscrev|aceita|\blgpd\b|nieuwsbrief|toestemming|ingeschreven|aangemeld|\bavg\b|\bzgod|zapisan|subskry|\brodo\b|соглас|подпис|рассылк|購読|メルマガ|配信希望|配信許可|オプトイン|同意|订阅|訂閱|同意|许可|許可/u;
/** About the other ways to reach somebody, or about the opt-out itself. */
const NOT_MAIL =
  /\b(?:sms|phone|call|calls|whatsapp|telefon|telefono|telephone|postal|fax|push|url|link|ip|reason|grund|motif|motivo|count|campaign|source|quelle)\b/;

/** What a header says in one of its words: who opted out, who opted in, or neither. Opting out is the stronger word. */
export function consentOf(header: string): "opted_out" | "opted_in" | null {
  const words = headerWords(header);
  if (NOT_MAIL.test(words)) return null;
  if (OPTED_OUT.test(words)) return "opted_out";
  return OPTED_IN.test(words) ? "opted_in" : null;
}

function cellsOf(samples: string[][], column: number): string[] {
  return samples.map((row) => row[column]?.trim() ?? "").filter((cell) => cell !== "");
}

/** Share of the cells that can be read as a flag; null when all are empty. */
export function flagShare(samples: string[][], column: number): number | null {
  const cells = cellsOf(samples, column);
  const flags = cells.filter(
    (cell) => isFlagWord(cell) || isUnsubscribedWord(cell) || isSubscribedWord(cell),
  );
  return cells.length === 0 ? null : flags.length / cells.length;
}

/** Longest cell of a column of a few words. */
const MAX_WORD = 40;

/**
 * Whether leaving the column out may lose opt-outs, so that somebody has to be asked: its words name some, or its header
 * speaks of consent and its cells are a choice of words rather than dates, addresses or numbers.
 */
export function mayHoldConsent(header: string, column: number, samples: string[][]): boolean {
  const cells = cellsOf(samples, column);
  if (cells.some(isUnsubscribedWord)) return true;
  if (cells.length === 0 || consentOf(header) === null) return false;
  return cells.every(
    (cell) => cell.length <= MAX_WORD && (isFlagWord(cell) || (shapeOf(cell) === "text" && !/\d/.test(cell))),
  );
}
