import { isName, SEARCHED_FIELDS, type TextField } from "@/lib/contacts/fields";
import { foldSearch } from "@/lib/contacts/search-fold";
import { phoneDigits } from "@/lib/contacts/search-phone";
import { PART } from "@/lib/contacts/search-words";
import { copyText, localPart, type StagedColumns, type StagedRow } from "./encode";

/** Maximum size in the covering index, as in `contact_search_doc` of the database. */
const MAX_BYTES = 2400;
/** Room for what is written before an overflow is noticed; every byte may have to be escaped. */
export const SEARCH_ROOM = 2 * MAX_BYTES + 256;
const SEPARATOR = PART.charCodeAt(0);
const ZERO = 48;
const NINE = 57;
const PLUS = 43;

/** What a UTF-16 unit becomes: 0 until it is looked up, a unit, or one of these, or below them an index of EXPANSIONS. */
const NOTHING = -1;
/** Depends on its neighbours, or has to be escaped. */
const NOT_ALONE = -2;
const table = new Int32Array(65_536);
const EXPANSIONS: Buffer[] = [];
const NO_BYTES = Buffer.alloc(0);

function lookUp(unit: number): number {
  const char = String.fromCharCode(unit);
  const folded = char.isWellFormed() ? foldSearch(char) : char;
  let becomes = folded.charCodeAt(0);
  if (folded === "") becomes = NOTHING;
  else if (!char.isWellFormed() || /[\\\p{M}\p{Cc}\u1100-\u11ff]/u.test(folded)) becomes = NOT_ALONE;
  else if (folded.length > 1) becomes = NOT_ALONE - EXPANSIONS.push(Buffer.from(folded));
  table[unit] = becomes;
  return becomes;
}

/** Writes into a buffer with SEARCH_ROOM left at that place, and the row's e-mail elsewhere; returns where the text ends. */
type Writer = (row: StagedRow, bytes: Buffer, at: number, emailAt: number) => number;

/** Compiles the writer of a row's searchable text, used if the row creates a contact. Not re-entrant. */
export function compileSearchText(columns: StagedColumns): Writer {
  const text = new SearchText();
  const partOf = (name: TextField): Part => {
    const at = columns.text.indexOf(name);
    return (row) => row.text[at] ?? null;
  };
  const [first, last, phone] = [partOf("first_name"), partOf("last_name"), partOf("phone")];
  const others = SEARCHED_FIELDS.filter((name) => !isName(name) && name !== "phone").map(partOf);
  return (row, bytes, at, emailAt) => {
    text.start(bytes, at);
    text.copy(emailAt, row.email.length);
    text.name(first(row) ?? localPart(row.email), last(row));
    for (const other of others) text.part(other(row));
    const number = phone(row);
    text.part(number);
    for (const key in row.custom) text.value(row.custom[key]);
    text.digits(number);
    return text.end();
  };
}

type Part = (row: StagedRow) => string | null;

/**
 * The searchable text of a contact, as `contact_search_doc` builds it, in COPY's format. It is mapped character by
 * character through a table; the language's own functions take several times as long.
 */
class SearchText {
  #bytes: Buffer = NO_BYTES;
  #from = 0;
  #used = 0;
  #escapes = 0;

  start(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#from = at;
    this.#used = at;
    this.#escapes = 0;
  }

  /** What is in the buffer already: an e-mail is ASCII in lower case, and never too long. */
  copy(from: number, length: number): void {
    const bytes = this.#bytes;
    let used = this.#used;
    // copyWithin() took a seventh of an import's time in this process.
    for (let at = from; at < from + length; at++) bytes[used++] = bytes[at] ?? 0;
    this.#used = used;
  }

  /** Nothing, when it is too long for the index. */
  end(): number {
    return this.#isLong ? this.#from : this.#used;
  }

  get #isLong(): boolean {
    return this.#used > this.#limit;
  }

  get #limit(): number {
    return this.#from + MAX_BYTES + this.#escapes;
  }

  name(first: string, last: string | null): void {
    this.#bytes[this.#used++] = SEPARATOR;
    this.#put(first);
    if (last === null || this.#isLong) return;
    this.#bytes[this.#used++] = 32;
    this.#put(last);
  }

  part(text: string | null): void {
    if (text === null || this.#isLong) return;
    this.#bytes[this.#used++] = SEPARATOR;
    this.#put(text);
  }

  /** For a custom field: text, or a number. A number that the database spells differently is left to it. */
  value(value: unknown): void {
    if (typeof value === "string") this.part(value);
    else if (typeof value !== "number") return;
    else if (String(value).includes("e")) this.#used = this.#limit + 1;
    else this.part(String(value));
  }

  /** The digits of a phone number, unless it is spelled like that. */
  digits(phone: string | null): void {
    if (phone === null || this.#isLong) return;
    const before = this.#used;
    this.#bytes[this.#used++] = SEPARATOR;
    if (!this.#putDigits(phone)) {
      this.#used = before;
      const digits = phoneDigits(phone);
      if (digits !== "" && digits !== foldSearch(phone)) this.part(digits);
    }
  }

  /** False when it takes more than a lookup per character. */
  #putDigits(phone: string): boolean {
    const start = this.#used;
    for (let at = 0; at < phone.length; at++) {
      const unit = phone.charCodeAt(at);
      if (unit >= ZERO && unit <= NINE) this.#bytes[this.#used++] = unit;
      else if (unit === PLUS && at === 0) this.#bytes[this.#used++] = unit;
      else if (unit !== 32 && unit !== 45) return false;
    }
    const isWhole = this.#used - start < phone.length;
    return isWhole && !(this.#bytes[start] === ZERO && this.#bytes[start + 1] === ZERO);
  }

  #put(text: string): void {
    const before = this.#used;
    const bytes = this.#bytes;
    const limit = this.#limit;
    let used = before;
    for (let at = 0; at < text.length && used <= limit; at++) {
      const unit = text.charCodeAt(at);
      const becomes = table[unit] || lookUp(unit);
      if (becomes > 0) {
        if (becomes < 0x80) bytes[used++] = becomes;
        else if (becomes < 0x800) {
          bytes[used++] = 0xc0 | (becomes >> 6);
          bytes[used++] = 0x80 | (becomes & 0x3f);
        } else {
          bytes[used++] = 0xe0 | (becomes >> 12);
          bytes[used++] = 0x80 | ((becomes >> 6) & 0x3f);
          bytes[used++] = 0x80 | (becomes & 0x3f);
        }
      } else if (becomes === NOT_ALONE) {
        this.#used = before;
        this.#putWhole(text);
        return;
      } else if (becomes < NOT_ALONE) used += EXPANSIONS[NOT_ALONE - 1 - becomes]?.copy(bytes, used) ?? 0;
    }
    this.#used = used;
  }

  #putWhole(text: string): void {
    const folded = foldSearch(text);
    const bytes = Buffer.byteLength(folded);
    if (this.#used + bytes > this.#limit) {
      this.#used = this.#limit + 1;
      return;
    }
    const written = this.#bytes.write(copyText(folded), this.#used);
    this.#escapes += written - bytes;
    this.#used += written;
  }
}
