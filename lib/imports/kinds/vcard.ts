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

/** Properties that are read; all else (pictures, keys, a program's own notes) is left out, unlike in CSV. */
const KEPT = new Set(
  "VERSION FN N EMAIL TEL ORG TITLE ROLE NOTE CATEGORIES NICKNAME BDAY ANNIVERSARY URL ADR LABEL".split(" "),
);

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

/**
 * The contacts of vCards 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350). Throws 415 with the line of the error: text outside a
 * card, or a card that does not end.
 */
export async function* vcardRecords(text: AsyncIterable<string>): AsyncGenerator<Found> {
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
    } else if (nested === 0 && (isKept(name) || (name.startsWith("X-") && source.length <= 2 * MAX_LABEL))) {
      chars += source.length;
      if (source.length > MAX_PROPERTY || chars > MAX_CARD) throw tooLongAt(line);
      const property = readProperty(source);
      if (property) card.push(property);
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
  const [last, first] = nameOf(all("N")[0]?.parts ?? [], all("FN")[0]?.text ?? "");
  const [company = "", ...departments] = all("ORG")[0]?.parts ?? [];
  severalOf(all("EMAIL"), "email", "other_emails", set);
  set("first_name", first);
  set("last_name", last);
  severalOf(all("TEL"), "phone", "other_phones", set);
  set("company", company);
  set("department", departments.filter(Boolean).join(", "));
  set("tags", tagCell(all("CATEGORIES").flatMap(({ list }) => list)));
  set(
    "notes",
    all("NOTE")
      .map(({ text }) => text)
      .join("\n\n"),
  );
  for (const one of card) if (isOfConsent(one)) set(one.name.toLowerCase(), one.text);
  for (const [name, column] of [
    ["TITLE", "title"],
    ["ROLE", "role"],
    ["NICKNAME", "nickname"],
    ["BDAY", "birthday"],
    ["ANNIVERSARY", "anniversary"],
    ["URL", "website"],
  ] as const)
    set(column, all(name)[0]?.text ?? "");
  set(
    "address",
    (all("ADR")[0]?.parts ?? [])
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", "),
  );
  return fields;
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
