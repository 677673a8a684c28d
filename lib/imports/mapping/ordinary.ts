import { saysNever } from "./about-mail";
import { besideAgreedTo } from "./agreements";
import { NEGATED } from "./consent-words";
import { isDash, isFlagWord } from "./flags";
import { isFormer } from "./former";
import { speaksOfLeaving } from "./leaving";
import { mayConcernMail } from "./mail-words";
import { ORDINARY } from "./ordinary-words";
import { ORDINARY_FURTHER } from "./ordinary-words-further";
import { hasEnded, isStateWord } from "./states";
import { WordList } from "./word-list";

const THINGS = new WordList([...Object.values(ORDINARY), ...Object.values(ORDINARY_FURTHER)]);

/** Things, too, above plain cells: nobody is "gone" or "deleted" there. */
const MARKS = new WordList([
  "guest*, host*, starred, favourite, favorite, pinned, communicant*, gmt off, gmtoff, dstoff, gast, gäste, kundengruppe, preisgruppe, kundenart, favorit, overblijv*",
]);

/** What is to be done next, as a whole header: "May we follow up?" is another thing. */
const NEXT =
  /^(?:needs? |requires? )?follow ?ups?(?: (?:needed|required|done))?$|^(?:wiedervorlage|ruckruf|a relancer|relance|seguimiento|richiamare)$/;

/** Yes, no, a number, or a code of a group: "A". */
const isPlain = (cell: string) =>
  cell.length <= 2 || /^\d+$/.test(cell) || (isFlagWord(cell) && !isState(cell) && !saysNever(cell));
const isState = (cell: string) => hasEnded(cell) || isStateWord(cell) || isFormer(cell);

/** Plus and minus: for and against something that the header does not say. */
const areSigns = (cells: string[]) => cells.includes("+") && cells.some(isDash);

/** Things whose words begin like those about mail: a ban on dunning or on deliveries, who recruited somebody. */
const SURE = new WordList([
  "mahnsperre, liefersperre, zahlsperre, auftragssperre, kreditsperre, werber, blocked drains, meisterbrief, gesellenbrief",
  "plus one, no show, critère de diffusion, billing active, blocked for payment, visa letter, poster, newsletter editor, communicant, communicants, mailbox full, emergency contact, contact lenses, kontaktlinsen, kündigung vertrag, offer state, offer status",
]);

/** What is sent to people, beside the words of `mayConcernMail`. */
const SENT =
  /courrier|correio|correo|surat|\bthu\b|通訊|通讯|obav|notices?\b|[ck]or+espond|stewardship|save the date|lettre|letter|\bcartas?\b|\bcomms?\b|\blist[aes]?\b|acti[fv]|aktiv|ativ[oa]|actief|maga[sz]in|journal|bulletin|b[ou]l+et|appeal|solicit|communi[ck]|kommuni[ck]|comunica|announc|circular|circolar|zirkular|invit|remind|survey|publication|publikation|brochure|broschure|catalog|katalog|campaign|kampagne|outreach|einlad|erinner|umfrage|zeitung|zeitschrift|\w{3}brief|revue|revista|rivista|gazet|ankundig|aankondig|uitnodig|convoca|encuesta|sondage|enquete|zapros|pozvan|pozvank|meghiv|inbjud|innbyd|indbyd|kutsu|kviet|приглаш|запрош|покан|журнал|рассыл|розсил|προσκλ|περιοδικ|davet|dergi|הזמנ|עלון|דעו|דעיכ|نشر|مجل|دعو|خبرنامه|会報|案内|招待|お知らせ|邀请|邀請|期刊|会刊|초대|소식지|회보|บุลเลทิน|วารสาร|เชิญ|undang|majalah|buletin|tap chi|ban tin|पत्रिका|निमंत्रण/u;

/** Subscriptions that are paid for, mail that is no news, work in marketing: their words mean something else there. */
const NO_NEWS =
  /\b(?:subscription|abo|abonnement|subscripcion|suscripcion|abbonamento|assinatura) (?=(?:plan|tier|price|fee|level|tarif)\b)|\b(?:delivery|shipping|order|invoice|login|security|password) (?:notifications?|updates?|alerts?)\b|\b(?:invoice|receipt|statement|rechnung|facture|factura|fattura|fatura|faktura) (?:by|per|via|par|por|przez|pr) (?:e )?(?:mail|post|courriel|correo)\b|\bworks? in (?:marketing|advertising|communications?)\b|\b(?:newsletter|e ?mail|mail|communication|marketing) (?=language\b)/gu;

/**
 * Whether a header, as words, is surely about something else than mail, so that yes and no below it is no consent to
 * it: "Member", "Paid", "Photo consent". Not if any of its words may be about writing, or negates the others.
 */
export function isOrdinaryThing(words: string, cells: string[] = []): boolean {
  if (NEXT.test(words)) return true;
  const agreed = besideAgreedTo(words);
  const news = words.replace(NO_NEWS, " ").trim();
  const isMark = () => MARKS.has(words) && cells.every(isPlain) && !areSigns(cells);
  if (agreed === null && news === words && !THINGS.has(words) && !isMark()) return false;
  const about = SURE.without(agreed ?? news);
  return !(NEGATED.test(about) || SENT.test(about) || mayConcernMail(about) || speaksOfLeaving(about));
}
