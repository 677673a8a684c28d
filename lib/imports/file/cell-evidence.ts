import { unguardFormula } from "@/lib/csv/formula";
import { NO_VALUE } from "@/lib/csv/no-value";
import {
  type CellFormat,
  FIELD_OPTIONS,
  type FieldType,
  readDate,
  readNumber,
  withoutTime,
} from "@/lib/fields/fields";
import { readYesNo } from "@/lib/fields/yes-no";
import { namesClosedSet } from "./closed-sets";
import { mayBeMissing } from "./missing-words";

/** What the cells of a column are, as far as all of them agree. */
export interface ColumnCells {
  /** The type that every one fits; a choice when a few short words recur; text when none does, or two ways fit. */
  type: FieldType;
  /** How most numbers and dates are written; null when there are none, or when they are ambiguous. */
  number_format: CellFormat | null;
  date_format: CellFormat | null;
  /** The different values, if they are few; each as it is written most. */
  options: string[] | null;
  /** Of a column of which every cell was seen: none is a number or a day, so no format could change what they mean. */
  any_format?: true;
}

/** After this many other cells the column is known not to be of this type, and is no longer checked. */
const LOOKS = 200;
/** Different numbers of which the spelling is known: those that a file writes in two ways are mostly among the first. */
const SPELLINGS = 1000;
/** How an export writes numbers, days, yes and no. */
const WRITTEN = /^(?:0|-?(?:[1-9]\d*|0(?=\.))(?:\.\d*[1-9])?|\d{4}-\d\d-\d\d|true|false)$/;
/** A column that says a few things again and again: so many different ones at most, and so many cells of each. */
const CHOICE = { values: 12, cells: 20, each: 4, length: 40 };
/** A word; no list of words, address, number or day. */
const WORD = /^(?=.*\p{L})[^;,|@\n]+$/u;
const LEADING_ZERO = /^[-+]?0\d/;

/** Looks at the cells of one column, row by row, for what all of them have in common. */
export class CellEvidence {
  #filled = 0;
  #isDead = false;
  #yes = 0;
  #no = 0;
  #fits: Record<CellFormat, number> = { dot: 0, comma: 0, ymd: 0, dmy: 0, mdy: 0 };
  /** Cells that mean one number, or day, in one format and another in the other. */
  #unclear = { number: 0, date: 0 };
  #zeros = 0;
  /** Days with a time, which a date would lose. */
  #times = 0;
  /** How each number is written, and whether some number is written in two ways (`2.10` and `2.1`). */
  #spellings = { dot: new Map<number, string>(), comma: new Map<number, string>() };
  #merges = { dot: false, comma: false };
  /** Of Kith's own export: a value that it writes in another way was a text. */
  readonly #isOwn: boolean;
  readonly #mayBeChoice: boolean;
  #isText = false;

  constructor({ isOwn, header }: { isOwn: boolean; header: string }) {
    this.#isOwn = isOwn;
    this.#mayBeChoice = namesClosedSet(header);
  }
  /** How often each value occurs, while they are few. */
  #values: Map<string, number> | null = new Map();
  #words = new Set<string>();

  add(cell: string): void {
    if (this.#isDead) return;
    const text = this.#isOwn ? unguardFormula(cell.trim()) : cell.trim();
    // A cell that cannot be stored fails its row, and proves nothing about the others.
    if (text === "" || text === NO_VALUE || text.includes("\0")) return;
    if (mayBeMissing(text)) {
      this.#words.add(text);
      return;
    }
    this.#filled++;
    this.#addValue(text);
    if (this.#isOwn) this.#isText ||= !WRITTEN.test(text);
    const first = text.charCodeAt(0);
    // A cell that begins with a digit or a sign can be a number or a day; any cell may be a yes.
    if (text.length <= 40 && first < 0x3a) this.#addFormats(text);
    if (this.#yes + this.#no === this.#filled - 1) this.#addFlag(text);
    if (this.#filled % LOOKS === 0) this.#isDead = this.#values === null && this.#most() < this.#filled / 2;
  }

  /** Only as long as all say yes or no: one cell that does not rules it out. */
  #addFlag(text: string): void {
    const flag = readYesNo(text);
    if (flag === true) this.#yes++;
    else if (flag === false) this.#no++;
  }

  #addValue(text: string): void {
    const values = this.#values;
    if (values === null) return;
    const count = values.get(text) ?? 0;
    if (count === 0 && (values.size >= FIELD_OPTIONS.max || text.length > FIELD_OPTIONS.length))
      this.#values = null;
    else values.set(text, count + 1);
  }

  #addFormats(text: string): void {
    const [dot, comma] = [readNumber(text, "dot"), readNumber(text, "comma")];
    if (dot !== undefined) this.#addNumber("dot", dot, text);
    if (comma !== undefined) this.#addNumber("comma", comma, text);
    if (dot !== undefined && comma !== undefined && dot !== comma) this.#unclear.number++;
    if (LEADING_ZERO.test(text) || text.startsWith("+")) this.#zeros++;
    if (dot === undefined && comma === undefined) this.#addDate(text);
  }

  #addNumber(format: "dot" | "comma", value: number, text: string): void {
    this.#fits[format]++;
    if (this.#fits[format] < this.#filled || this.#merges[format]) return;
    const spellings = this.#spellings[format];
    const known = spellings.get(value);
    if (known !== undefined) this.#merges[format] = known !== text;
    else if (spellings.size < SPELLINGS) spellings.set(value, text);
  }

  #addDate(text: string): void {
    const isDay = readDate(text, "ymd") !== undefined;
    const isTime = !isDay && readDate(withoutTime(text), "ymd") !== undefined;
    if (isDay || isTime) this.#fits.ymd++;
    if (isTime) this.#times++;
    const [dmy, mdy] = [readDate(text, "dmy"), readDate(text, "mdy")];
    if (dmy !== undefined) this.#fits.dmy++;
    if (mdy !== undefined) this.#fits.mdy++;
    // Between dots the day comes first, wherever dates are written so.
    const isClear = dmy === mdy || text.includes(".");
    if (dmy !== undefined && mdy !== undefined && !isClear) this.#unclear.date++;
  }

  #most(): number {
    return Math.max(this.#yes + this.#no, ...Object.values(this.#fits));
  }

  /**
   * Undefined when they are just text. `words`: those that stand for a missing value in this column; `isWhole`: these
   * are all cells of the column.
   */
  summary(words: readonly string[] = [], isWhole = false): ColumnCells | undefined {
    for (const word of this.#words) {
      if (words.includes(word)) continue;
      this.#filled++;
      this.#addValue(word);
    }
    if (this.#isDead) return undefined;
    const isAny = isWhole && Object.values(this.#fits).every((count) => count === 0);
    const anyFormat = isAny && { any_format: true as const };
    if (this.#filled === 0)
      return anyFormat
        ? { type: "text", number_format: null, date_format: null, options: [], ...anyFormat }
        : undefined;
    const number_format = this.#formatOf("dot", "comma", this.#unclear.number);
    const { ymd, dmy, mdy } = this.#fits;
    const date_format = ymd > Math.max(dmy, mdy) ? "ymd" : this.#formatOf("dmy", "mdy", this.#unclear.date);
    const options = this.#values && usualSpellings(this.#values);
    const fits = this.#typeOf(number_format, date_format);
    const type = fits === "text" && options && this.#isChoice(options) ? "choice" : fits;
    return { type, number_format, date_format, options, ...anyFormat };
  }

  /** The format that more cells fit. Null for none, and when both fit equally many that mean different things. */
  #formatOf(one: CellFormat, other: CellFormat, unclear: number): CellFormat | null {
    const [a, b] = [this.#fits[one], this.#fits[other]];
    if (a + b === 0 || (a === b && unclear > 0)) return null;
    return b > a ? other : one;
  }

  #typeOf(number: CellFormat | null, date: CellFormat | null): FieldType {
    const all = this.#filled;
    if (this.#isText) return "text";
    if (date && this.#fits[date] === all && this.#times === 0) return "date";
    // As numbers, values that the file distinguishes would become equal.
    const isTold = (number === "dot" || number === "comma") && !this.#merges[number];
    if (isTold && this.#fits[number] === all && this.#zeros === 0) return "number";
    if (this.#yes > 0 && this.#no > 0 && this.#yes + this.#no === all) return "boolean";
    return "text";
  }

  #isChoice(options: readonly string[]): boolean {
    const isFew = options.length >= 2 && options.length <= CHOICE.values;
    const least = Math.max(CHOICE.cells, options.length * CHOICE.each);
    const areWords = options.every((one) => one.length <= CHOICE.length && WORD.test(one));
    return this.#mayBeChoice && isFew && areWords && this.#filled >= least && !this.#isText;
  }
}

/** Values that differ only in capitals are one, where it occurs first. */
function usualSpellings(counts: Map<string, number>): string[] {
  const usual = new Map<string, string>();
  for (const [text, count] of counts) {
    const folded = text.toLocaleLowerCase("und");
    const known = usual.get(folded);
    if (known === undefined || count > (counts.get(known) ?? 0)) usual.set(folded, text);
  }
  return [...usual.values()];
}
