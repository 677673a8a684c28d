import { headerWords } from "./synonyms";

/** Words that say nothing about what a column holds. */
export const NOISE = new Set(
  "the a of de del la le du des der die das von your my contact contacts customer client legal official subscriber member person people user lead kontakt kunde kunden cliente contacto contato contatto primary main default principal value wert valeur valor valore required optional pflichtfeld obligatoire field crm customers attendee guest participant recipient buyer billing shipping account property properties info work business please enter eventual further other votre vos mon ma mes notre eventuels eventuelles facultatif dein deine deiner ihr ihre ihrer eure gewunscht bitte ggf weitere su sus tu mi opcional tuo tua vostro eventuali seu sua eventuais uw jouw je twoj twoja ваш ваша ваше ваши".split(
    " ",
  ),
);

/** Words that make a column something else, whatever its other words are. */
const OTHER_THINGS = new Set(
  "siret siren noodcontact type typ tipo label status state count number_of opened opens clicked clicks sent delivered received date datum fecha data time zeit timestamp id ids uuid domain provider format verified valid validity bounced bounce score owner manager assistant phonetic yomi furigana kana ruby フリガナ ふりがな middle prefix suffix title titel salutation anrede maiden nick nickname spouse partner fax extension ext zip postal plz street strasse city citta ciudad cidade ville stadt ort country land region address2 birthday geburtstag industry branche website url web linkedin twitter facebook instagram size revenue employees source quelle campaign rating reason grund language sprache timezone currency ip gender geschlecht department abteilung last_modified modified created updated activity history password hash token photo image avatar picture latitude longitude role position job beruf yomigana pronunciation file spouse's children hobby initials mileage preference preferences sensitivity priority private privat persoonlijk prywatne prive privado privato particular soukrome частное delinquent anniversary template subject unsubscribes".split(
    " ",
  ),
);

/** Whether a word of the header makes it clear that the column is about something else. */
export function isOtherThing(header: string): boolean {
  return headerWords(header)
    .split(" ")
    .some((word) => OTHER_THINGS.has(word));
}

/** Whether a column says what happened to the mails of somebody: how often, or whether. */
export const isEventOfMail = (words: string): boolean =>
  /\b(?:opened|clicked|bounced|delivered)\b/.test(words);
