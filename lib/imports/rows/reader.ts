import { eachTextField, isName, maxOf, TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { foreignSign, hiddenSign } from "@/lib/contacts/foreign-sign";
import { unguardFormula } from "@/lib/csv/formula";
import { NO_VALUE } from "@/lib/csv/no-value";
import { FIELD_LIMITS } from "@/lib/field-limits";
import type { Field } from "@/lib/imports/mapping/fields";
import { saysOptedOut } from "@/lib/imports/mapping/flags";
import { saysLeaving } from "@/lib/imports/mapping/leaving";
import { familyWords } from "@/lib/imports/mapping/name-order";
import { LIMITS } from "@/lib/limits";
import { own } from "@/lib/own";
import { cleanText, isLonger, trimBlanks } from "@/lib/text";
import { addressesNamed, wordsBeside } from "./address-fixes";
import { consentReader, type ToldConsent } from "./consent-reader";
import { customReader, shorten } from "./custom-reader";
import { type EmailCell, isEmail, unwrapEmail } from "./email-cell";
import { idTester } from "./id-cell";
import { type ColumnFacts, misplacedFinder } from "./misplaced";
import { movedChecker } from "./moved";
import { type PersonName, splitBeside, splitFullName } from "./names";
import type { Complain, ImportOptions, OptOut, RowError, RowValues } from "./row";
import { swallowsRows } from "./swallowed";
import { splitTags } from "./tags";
import { checkExtraCells, complainOfMisplaced } from "./width";

const MAX_NAME_LENGTH = 100;
const NO_TEXT = eachTextField(
  () => null,
  () => null,
);
const MAX_ID = maxOf("external_id");
const MAX_TAGS = LIMITS.tags_per_contact.max;

/** What the whole file shows, and how its cells are read. */
type ReaderFacts = ToldConsent & ColumnFacts & Partial<Pick<ImportOptions, "readings">>;

/**
 * Compiles a validated mapping (the field of each column, `validateMapping(…).columns`) into a function from the cells
 * of a row to its values, or to every reason why the row fails. About 1 µs per row; the function is not re-entrant. A
 * row shorter than the header is read as if padded with empty cells, unless what a missing cell would say of consent has
 * moved to another column; a longer one may have `surplus` more empty cells,
 * as many as most rows of the file have: in any other row they are left over when an unquoted delimiter has shifted
 * the others. A missing first name stays null here; the code that creates a contact uses the e-mail's local part.
 */
export function compileRow(
  columns: readonly Field[],
  headers: readonly string[],
  { readings = {}, ...facts }: ReaderFacts = {},
): (cells: string[]) => RowValues | RowError[] {
  let errors: RowError[] = [];
  const complain: Complain = (column, code, message) => {
    errors.push({ column: headers[column] ?? null, code, message });
  };
  const at = (field: Field) => columns.indexOf(field);
  const checkMoved = movedChecker(headers, complain);
  const findMisplaced = misplacedFinder(columns, headers, facts);
  const emailColumn = at("email");
  const readEmail = emailReader(emailColumn, complain);
  const readName = nameReader(columns, headers, complain);
  const readId = idReader(headers, at("external_id"), complain);
  const others = TEXT_FIELD_FACTS.filter(({ name }) => !isName(name)).map(
    ({ name, max }) => [name, name === "external_id" ? readId : textReader(max, at(name), complain)] as const,
  );
  const readTags = tagsReader(at("tags"), complain);
  const readConsent = consentReader(headers, columns, facts);
  const readCustom = customReader(columns, (column) => own(readings, headers[column] ?? ""), clean, complain);
  return (cells) => {
    errors = [];
    if (cells.length > headers.length) checkExtraCells(cells, headers.length, facts.surplus ?? 0, complain);
    checkMoved?.(cells);
    complainOfMisplaced(findMisplaced?.(cells), complain);
    checkSwallowed(cells, headers.length, emailColumn, complain);
    const email = readEmail(cells);
    const name = readName(cells, email.name);
    const consent = readConsent(cells);
    const values: RowValues = {
      ...NO_TEXT,
      email: email.address,
      first_name: name.first,
      last_name: name.last,
      tags: null,
      is_unsubscribed: consent.is_unsubscribed,
      unread: consent.unread,
      custom_fields: null,
    };
    for (const [field, read] of others) values[field] = read(cells);
    values.tags = readTags(cells);
    values.custom_fields = readCustom(cells);
    return errors.length > 0 ? errors : values;
  };
}

/** A shifted cell is looked for at most this many places further on. */
const MAX_SHIFT = 3;

/**
 * Compiles a mapping into a function that says who opted out according to a row that fails: the row has an address or
 * an id, and a cell says so, whatever is wrong with others. Cells that may have shifted are read at both positions: in
 * doubt nobody gets mail.
 */
export function compileOptOut(
  columns: readonly Field[],
  headers: readonly string[],
  facts: ReaderFacts,
): (cells: string[]) => OptOut | null {
  const silent = () => undefined;
  const at = (field: Field) => columns.indexOf(field);
  const emailAt = at("email");
  const readEmail = emailReader(emailAt, silent);
  const readId = idReader(headers, at("external_id"), silent);
  const readConsent = consentReader(headers, columns, facts);
  const misplaced = misplacedFinder(columns, headers, facts);
  /** Surplus cells may have shifted the others by this many places. */
  const saysOut = (cells: string[]) => {
    const surplus = Math.min(Math.max(cells.length - headers.length, 0), MAX_SHIFT);
    for (let shift = 0; shift <= surplus; shift++)
      if (readConsent(shift === 0 ? cells : cells.slice(shift)).is_unsubscribed) return true;
    return misplaced?.(cells)?.isOut ?? false;
  };
  /** Beside the address, in its own cell, `ada@example.com (unsubscribed)`, or beyond the columns. */
  const remarksOut = (cells: string[]) =>
    [wordsBeside(cells[emailAt] ?? ""), ...cells.slice(headers.length)].some(
      (words) => words !== "" && (saysOptedOut(words) || saysLeaving(words)),
    );
  return (cells) => {
    if (!saysOut(cells) && !remarksOut(cells)) return null;
    const address = readEmail(cells).address;
    const [email = null, ...others] = address ? [address] : addressesNamed(cells[emailAt] ?? "");
    // Alone, an id identifies a person only where it cannot have shifted; beside several people, it is not known whose it is.
    const isSure = others.length === 0 && (email !== null || cells.length <= headers.length);
    const externalId = isSure ? readId(cells) : null;
    if (email === null && externalId === null) return null;
    return others.length > 0 ? { email, externalId, others } : { email, externalId };
  };
}

function checkSwallowed(cells: string[], width: number, email: number, complain: Complain): void {
  for (let column = 0; column < cells.length; column++) {
    if (!swallowsRows(cells[column] ?? "", column, width, email)) continue;
    const message =
      "This cell holds other rows: the quotation mark before it is closed by one in a later row. Remove both, or double them if they are part of the text.";
    complain(column, "unbalanced_quote", message);
  }
}

/** Printable ASCII and the letters of most languages: NFC leaves them alone, and none of them combines with another. */
const PLAIN = "\\x20-\\x7e\\u00c0-\\u024f\\u0400-\\u0481\\u048a-\\u04ff\\u4e00-\\u9fff\\uac00-\\ud7a3";
/** Anything that makes a cell need cleaning: blanks, a quote or `=` at its ends, and special characters. */
const UNCLEAN = new RegExp(`^[\\s'=]|\\s$|[^${PLAIN}]`);
/** Whether a cell can be stored without cleaning, by a quick check. Most can. */
export const isPlain = (text: string): boolean => !UNCLEAN.test(text);
/** What DOS programs write after the last cell of a file. */
const END_OF_FILE = "\x1a";
/** A cell as it is stored: trimmed, NFC, without a formula guard or a formula around it. Complains about NUL. */
function clean(cell: string | undefined, column: number, complain: Complain): string {
  if (cell === undefined || cell === "" || cell === NO_VALUE) return "";
  if (!UNCLEAN.test(cell)) return cell;
  if (cell.includes("\0")) {
    complain(column, "nul_character", "This cell contains a NUL character, which cannot be stored.");
    return "";
  }
  const text = cleanText(cell.endsWith(END_OF_FILE) ? cell.slice(0, -1) : cell);
  const bare = unguardFormula(text);
  return bare === text ? text : trimBlanks(bare);
}

type ReadText = (cells: string[]) => string | null;

function textReader(max: number, column: number, complain: Complain): ReadText {
  if (column < 0) return () => null;
  return (cells) => {
    const text = clean(cells[column], column, complain);
    if (text === "") return null;
    if (!isLonger(text, max)) return text;
    complain(column, "too_long", tooLong([...text].length, max));
    return null;
  };
}

function idReader(headers: readonly string[], column: number, complain: Complain): ReadText {
  const read = textReader(MAX_ID, column, complain);
  const isId = idTester(headers);
  return (cells) => {
    const id = read(cells);
    return id !== null && isId(id) ? id : null;
  };
}

function tooLong(length: number, max: number): string {
  return `This cell has ${length.toLocaleString("en")} characters; at most ${max.toLocaleString("en")} are allowed.`;
}

function emailReader(column: number, complain: Complain): (cells: string[]) => EmailCell {
  return (cells) => {
    const text = clean(cells[column], column, complain);
    if (isEmail(text)) return { address: text.toLowerCase(), name: null };
    const unwrapped = unwrapEmail(text);
    const isRemarked = unwrapped.name !== null && saysOptedOut(unwrapped.name);
    if (isEmail(unwrapped.address) && !isRemarked)
      return { ...unwrapped, address: unwrapped.address.toLowerCase() };
    if (text === "") complain(column, "email_missing", `This row has no e-mail address${besides(cells)}.`);
    else
      complain(
        column,
        "email_invalid",
        `“${shorten(text)}” is not a valid e-mail address${asciiAlone(text)}.`,
      );
    return { address: "", name: null };
  };
}

/** What a row that is not data says: a line of dashes, a sum below the table. */
function besides(cells: string[]): string {
  const [only, more] = cells.map(trimBlanks).filter((cell) => cell !== "");
  return only === undefined || more !== undefined ? "" : `, only “${shorten(only.replaceAll("\0", ""))}”`;
}

/** The character at which a mail server would stop. */
function asciiAlone(text: string): string {
  const foreign = foreignSign(text);
  if (foreign !== null) return `: only ASCII characters are allowed, and “${foreign}” is not one`;
  const hidden = hiddenSign(text);
  return hidden === null ? "" : `: it contains an invisible character (${hidden})`;
}

type RowName = { first: string | null; last: string | null };
const NO_NAME: RowName = { first: null, last: null };

/** First and last name; values missing in their own columns come from the full name, else from `Name <a@b.c>`. */
function nameReader(
  columns: readonly Field[],
  headers: readonly string[],
  complain: Complain,
): (cells: string[], shown: string | null) => RowName {
  const first = textReader(MAX_NAME_LENGTH, columns.indexOf("first_name"), complain);
  const last = textReader(MAX_NAME_LENGTH, columns.indexOf("last_name"), complain);
  const fullAt = columns.indexOf("full_name");
  const hasOwn = columns.includes("first_name") || columns.includes("last_name");
  const family = familyWords(headers, fullAt);
  const readFull = fullAt < 0 ? null : fullReader(fullAt, family, complain);
  return (cells, shown) => {
    if (!hasOwn && !readFull) return shown === null ? NO_NAME : shortNames(splitFullName(shown, family));
    const own = { first: first(cells), last: last(cells) };
    if (!readFull) return own;
    const full = readFull(cells, own);
    return { first: own.first ?? full.first, last: own.last ?? full.last };
  };
}

function fullReader(
  column: number,
  family: number,
  complain: Complain,
): (cells: string[], own: RowName) => RowName {
  return (cells, own) => {
    const text = clean(cells[column], column, complain);
    if (text === "") return NO_NAME;
    const name = splitBeside(text.slice(0, 1000), own, family);
    if (![name.first, name.last ?? ""].some((part) => isLonger(part, MAX_NAME_LENGTH))) return name;
    complain(
      column,
      "too_long",
      `The first and the last name may have at most ${MAX_NAME_LENGTH} characters each.`,
    );
    return NO_NAME;
  };
}

/** A name found only next to the address is optional: one that is too long is dropped without an error. */
function shortNames({ first, last }: PersonName): RowName {
  return {
    first: isLonger(first, MAX_NAME_LENGTH) ? null : first,
    last: last === null || isLonger(last, MAX_NAME_LENGTH) ? null : last,
  };
}

function tagsReader(column: number, complain: Complain): (cells: string[]) => string[] | null {
  if (column < 0) return () => null;
  return (cells) => {
    const text = clean(cells[column], column, complain);
    if (text === "") return null;
    const tags = splitTags(text, MAX_TAGS + 1);
    if (tags.length > MAX_TAGS) {
      complain(column, "too_many_tags", `A contact can have at most ${MAX_TAGS} tags; this cell names more.`);
      return null;
    }
    const long = tags.find((tag) => isLonger(tag, FIELD_LIMITS.tag));
    if (long === undefined) return tags.length > 0 ? tags : null;
    complain(
      column,
      "tag_too_long",
      `The tag “${shorten(long)}” has more than ${FIELD_LIMITS.tag} characters.`,
    );
    return null;
  };
}
