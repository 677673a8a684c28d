import { saysOptedOut } from "../mapping/flags";
import { saysLeaving } from "../mapping/leaving";
import { splitFullName } from "../rows/names";
import { refusedKind } from "./refused";
import { type Fields, type Found, tagCell } from "./table";
import { headOf, type Property, readProperty } from "./vcard-property";

/** Columns that always exist, so that lists of all kinds are mapped alike. */
export const VCARD_COLUMNS = ["email", "first_name", "last_name", "phone", "company"] as const;

/** Characters of a property, and of what is kept of a card. */
const MAX_PROPERTY = 256 * 1024;
const MAX_CARD = 1024 * 1024;

/** What says nothing about a person. */
const TECHNICAL = new Set(
  "BEGIN END PRODID REV SORT-STRING CLASS MAILER PROFILE SOURCE NAME KIND CLIENTPIDMAP XML X-ABADR".split(
    " ",
  ),
);

/** Columns of properties that are text: for the preferred one, and for the others. */
const TEXTS = [
  ["TITLE", "title", "other_titles"],
  ["ROLE", "role", "other_roles"],
  ["NICKNAME", "nickname", "other_nicknames"],
  ["BDAY", "birthday", "other_birthdays"],
  ["ANNIVERSARY", "anniversary", "other_anniversaries"],
  ["URL", "website", "other_websites"],
  ["IMPP", "im", "other_ims"],
  ["GENDER", "gender", "other_genders"],
  ["LANG", "language", "other_languages"],
  ["TZ", "time_zone", "other_time_zones"],
  ["GEO", "geo", "other_geos"],
  ["RELATED", "related", "other_related"],
] as const;

/** Properties that are read; all else (pictures, keys, a program's own notes) is left out and named, unlike in CSV. */
const KEPT = new Set<string>([
  ..."VERSION FN N EMAIL TEL ORG NOTE CATEGORIES ADR LABEL".split(" "),
  ...TEXTS.map(([property]) => property),
]);

/** A program's own note about mail is about consent, and is asked about like any column. */
const OF_CONSENT =
  /^X-[\w-]*(?:NEWSLETTER|OPT-?OUT|OPT-?IN|SUBSCRI|CONSENT|MAILING|MARKETING|DO-?NOT|NO-?MAIL)/;
const isKept = (name: string) => KEPT.has(name) || OF_CONSENT.test(name);

/** A program's own property in whose value somebody leaves: "X-STATUS:DNM", the label "do not mail". */
function isOfConsent({ name, text }: Property): boolean {
  if (OF_CONSENT.test(name)) return true;
  if (!name.startsWith("X-") || text.length > MAX_LABEL) return false;
  return saysOptedOut(text) || saysLeaving(text);
}

/** Pictures and the like say nothing. */
const MAX_LABEL = 200;

const isEmpty = (source: string) => /:\s*$/.test(source.slice(-100));

/**
 * The contacts of vCards 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350); `leaveOut` gets the name of each property that is not
 * read. Throws 415 with the line of the error: text outside a card, or a card that does not end.
 */
export async function* vcardRecords(
  text: AsyncIterable<string>,
  leaveOut: (name: string) => void,
): AsyncGenerator<Found> {
  let card: Property[] | null = null;
  let [nested, chars, begin] = [0, 0, 0];
  for await (const { text: source, line } of unfolded(text)) {
    const name = headOf(source)?.name;
    const isCard = /^[^:]*:\s*VCARD\s*$/i.test(source.slice(0, 200));
    if (name === "BEGIN" && isCard) {
      if (card) nested++;
      else [card, chars, begin] = [[], 0, line];
    } else if (!card || !name) {
      if (source.trim() !== "") throw damagedCard(line);
    } else if (name === "END" && isCard) {
      if (nested > 0) nested--;
      else {
        yield { fields: contactOf(card), line: begin };
        card = null;
      }
    } else if (nested === 0) {
      const mayBeKept = isKept(name) || (name.startsWith("X-") && source.length <= 2 * MAX_LABEL);
      chars += mayBeKept ? source.length : 0;
      if (mayBeKept && (source.length > MAX_PROPERTY || chars > MAX_CARD)) throw tooLongAt(line);
      const property = mayBeKept ? readProperty(source) : null;
      if (property && (isKept(name) || isOfConsent(property))) card.push(property);
      else if (!TECHNICAL.has(name) && !isEmpty(source)) leaveOut(name);
    }
  }
  if (card) throw damagedCard(null);
}

const tooLongAt = (line: number) =>
  refusedKind("vcard", "record", `What stands at line ${line} is too long for a contact.`, { line });

const damagedCard = (line: number | null) =>
  refusedKind(
    "vcard",
    "damaged",
    line === null
      ? "The last card has no end: the file was cut off."
      : `Line ${line} is not part of a vCard.`,
    line === null ? {} : { line },
  );

/** Lines with their continuations: after a space, or after the `=` of quoted-printable text. */
async function* unfolded(text: AsyncIterable<string>): AsyncGenerator<{ text: string; line: number }> {
  let parts: string[] = [];
  let [start, line, chars] = [0, 0, 0];
  let head: ReturnType<typeof headOf> = null;
  for await (const next of linesOf(text)) {
    line++;
    const isSoft = head?.isQuoted === true && parts.at(-1)?.endsWith("=") === true;
    if (isSoft || (/^[ \t]/.test(next) && parts.length > 0)) {
      // Pictures are long, and not kept: the beginning is enough.
      if (!head || !isKept(head.name)) continue;
      const more = isSoft ? `\n${next}` : next.slice(1);
      parts.push(more);
      chars += more.length;
      if (chars > MAX_PROPERTY) throw tooLongAt(start);
      continue;
    }
    if (parts.length > 0) yield { text: parts.join(""), line: start };
    [parts, chars] = next === "" ? [[], 0] : [[next], next.length];
    [start, head] = [line, headOf(next)];
  }
  if (parts.length > 0) yield { text: parts.join(""), line: start };
}

/** Ends with LF, CRLF or, in files of old Macintoshes, CR. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? "";
    // Of a picture in one line the beginning is enough; a kept property as long as that is refused.
    if (rest.length > 2 * MAX_PROPERTY) rest = rest.slice(0, MAX_PROPERTY + 1);
    yield* lines;
  }
  yield rest.replace(/\r$/, "");
}

function contactOf(card: Property[]): Fields {
  const fields: Fields = new Map();
  const set = (name: string, text: string) => {
    if (text.trim() !== "") fields.set(name, text.trim());
  };
  const all = (name: string) => card.filter((one) => one.name === name);
  const [name = []] = all("N").map(({ parts }) => parts);
  const [last, first] = nameOf(name, all("FN")[0]?.text ?? "");
  const [firm, ...firms] = all("ORG");
  const [company = "", ...departments] = firm?.parts ?? [];
  severalOf(all("EMAIL"), "email", "other_emails", set);
  set("first_name", first);
  set("last_name", last);
  set("name_prefix", name[3] ?? "");
  set("name_suffix", name[4] ?? "");
  set("shown_as", otherNames(card));
  severalOf(all("TEL"), "phone", "other_phones", set);
  set("company", company);
  set("department", departments.filter(Boolean).join(", "));
  set("other_companies", firms.map(({ parts }) => joined(parts)).join("; "));
  set("tags", tagCell(all("CATEGORIES").flatMap(({ list }) => list)));
  set(
    "notes",
    all("NOTE")
      .map(({ text }) => text)
      .join("\n\n"),
  );
  for (const one of card) if (isOfConsent(one)) set(one.name.toLowerCase(), one.text);
  for (const [property, column, others] of TEXTS) severalOf(all(property), column, others, set);
  severalOf(addressesOf(card), "address", "other_addresses", set);
  return fields;
}

const joined = (parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");

/** A label is the text of an address for an envelope: it counts where a card has nothing else. */
function addressesOf(card: Property[]): Property[] {
  const places = card
    .filter(({ name }) => name === "ADR")
    .map((one) => ({ ...one, text: joined(one.parts) }));
  const hasPlace = places.some(({ text }) => text !== "");
  return hasPlace ? places : card.filter(({ name }) => name === "LABEL");
}

/**
 * Last and first name. Since 4.0 a card may have none but the whole name (RFC 6350, 6.2.2): in a column of its own it
 * would be left out beside the cards that have both.
 */
function nameOf([last = "", first = "", middle = ""]: string[], whole: string): [string, string] {
  if (first.trim() || last.trim()) return [last, [first, middle].filter(Boolean).join(" ")];
  const name = splitFullName(whole);
  return [name.last ?? "", name.first];
}

/** Whole names that say more than the parts of the name, the firm, the nickname or the address beside them. */
function otherNames(card: Property[]): string {
  const said = new Set(
    card
      .filter(({ name }) => ["N", "ORG", "NICKNAME", "EMAIL"].includes(name))
      .flatMap(({ parts }) => wordsOf(parts.join(" "))),
  );
  const wholes = card.filter(({ name }) => name === "FN").map(({ text }) => text.trim());
  const isFromParts = card.some(({ name, parts }) => name === "N" && wordsOf(parts.join(" ")).length > 0);
  const more = wholes.filter(
    (text, at) => (at > 0 || isFromParts) && wordsOf(text).some((word) => !said.has(word)),
  );
  return [...new Set(more)].join("; ");
}

const wordsOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The preferred one, else the first, and the others beside it. */
function severalOf(
  all: Property[],
  one: string,
  others: string,
  set: (name: string, text: string) => void,
): void {
  const values = [...all]
    .sort((a, b) => a.preference - b.preference)
    .map(({ text }) => text.replace(/^(?:mailto|tel):/i, "").trim());
  const [best = "", ...rest] = [...new Set(values.filter(Boolean))];
  set(one, best);
  set(others, rest.join("; "));
}
