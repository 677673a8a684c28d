import { flagMeaning } from "@/lib/imports/mapping/columns";
import { type FlagMeaning, isReadable, isStandInDay, saysOptedOut } from "@/lib/imports/mapping/flags";
import { LOOKED_AT, saysLeaving } from "@/lib/imports/mapping/leaving";
import { QuickLook } from "@/lib/imports/mapping/quick-look";
import { suggestMapping } from "@/lib/imports/mapping/suggest";

/** Different values of a column that are looked for. A column with more has shown what it contains. */
const VALUES = 100;
/** More of a value than this says nothing new. */
const VALUE_CHARS = 100;
/** After this many values of a consent column, unreadable words are still looked for. */
const UNREAD_VALUES = 500;
const MOST_ROWS = 400;
const MOST_CHARS = 512 * 1024;
/**
 * After this many values of a column, usually notes, words are still read: this many characters of it, about 30 000
 * notes of a sentence, and of all columns together, which takes half a second of processor time. A cell counts as some more, and
 * letters beyond ASCII as three.
 */
const READ_OF_COLUMN = 3_000_000;
const READ_OF_ALL = 5_000_000;
const READ_OF_CELL = 40;
const FOREIGN = 3;
/** Of text beyond that, only cells that may have a phrase are read; it takes a moment to look for them in so much. */
const READ_OF_USUAL = 20_000_000;
/** Pieces of a large file that are parsed only because a phrase occurs in them. */
const MOST_PIECES = 400;
/** Further rows that say something about who opted out. */
const MOST_TELLING = 400;

/**
 * Rows from all over a file that say something its first rows do not: a value that a column did not have before, in
 * particular a first one. So a column that is filled only in the last rows, or one note in a million that
 * contains an opt-out, is not overlooked, however many other values came before. In file order.
 */
export class RowSurvey {
  readonly rows: string[][] = [];
  #known: Set<string>[];
  #chars = 0;
  #telling = 0;
  #read: number[];
  #readOfAll = 0;
  #readOfUsual = 0;
  #pieces = 0;
  #tellingChars = 0;
  #flags: ReadonlyMap<number, FlagMeaning>;
  #quickLook = new QuickLook();

  /** `first`: the rows that are looked at in any case, as wide as the table; `flags`: columns that say who opted out. */
  constructor(
    width: number,
    first: readonly string[][],
    flags: ReadonlyMap<number, FlagMeaning> = new Map(),
  ) {
    this.#known = Array.from({ length: width }, () => new Set());
    this.#read = Array.from({ length: width }, () => 0);
    this.#flags = flags;
    for (const row of first) this.#learns(row);
  }

  add(rows: readonly string[][]): void {
    for (const row of rows) {
      const learnt = this.#learns(row);
      if (learnt === null || !this.#hasRoom(learnt, row)) continue;
      this.rows.push(row);
    }
  }

  /** Whether a piece of the file that would be skipped may contain an opt-out. */
  wants(piece: Buffer): boolean {
    if (this.#telling >= MOST_TELLING || this.#pieces >= MOST_PIECES) return false;
    if (!this.#quickLook.finds(piece)) return false;
    this.#pieces++;
    return true;
  }

  #hasRoom(learnt: "news" | "telling", row: readonly string[]): boolean {
    const chars = row.reduce((sum, cell) => sum + cell.length, 0);
    if (this.rows.length - this.#telling < MOST_ROWS && this.#chars < MOST_CHARS) {
      this.#chars += chars;
      return true;
    }
    if (learnt === "news" || this.#telling >= MOST_TELLING || this.#tellingChars >= MOST_CHARS) return false;
    this.#telling++;
    this.#tellingChars += chars;
    return true;
  }

  /** Whether a cell contains an opt-out; of much text, only cells that may have a phrase are read. */
  #leaves(column: number, cell: string): boolean {
    const read = this.#read[column] ?? 0;
    if (!hasWords(cell)) return false;
    const cost = (READ_OF_CELL + Math.min(cell.length, LOOKED_AT)) * (/[^\0-\x7f]/.test(cell) ? FOREIGN : 1);
    if (read > READ_OF_COLUMN || this.#readOfAll > READ_OF_ALL) {
      if (this.#readOfUsual > READ_OF_USUAL) return false;
      this.#readOfUsual += cell.length;
      return this.#quickLook.finds(Buffer.from(cell.slice(0, LOOKED_AT)));
    }
    this.#read[column] = read + cost;
    this.#readOfAll += cost;
    return saysOptedOut(cell) || saysLeaving(cell);
  }

  #learns(row: readonly string[]): "news" | "telling" | null {
    let learnt: "news" | "telling" | null = null;
    for (const [column, known] of this.#known.entries()) {
      const flag = this.#flags.get(column);
      const isFull = known.size >= VALUES;
      if (isFull && flag === undefined && this.#leaves(column, row[column] ?? "")) learnt = "telling";
      if (isFull && (flag === undefined || known.size >= UNREAD_VALUES)) continue;
      const value = (row[column] ?? "").trim().slice(0, VALUE_CHARS);
      // Below consent, an empty cell may mean no.
      if ((value === "" && flag !== "subscribed") || known.has(value)) continue;
      const isUnread =
        flag !== undefined &&
        (((!isFull || isWord(value)) && !isReadable(value, flag)) || isStandInDay(value));
      if (isFull && !isUnread) continue;
      known.add(value);
      if (isUnread || saysOptedOut(value) || this.#leaves(column, row[column] ?? "")) learnt = "telling";
      else learnt ??= "news";
    }
    return learnt;
  }
}

/** Not a number, a day, an address or a link. One character says nothing. */
const hasWords = (cell: string) => cell.length > 1 && WORDS.test(cell) && !ONE_THING.test(cell);
const WORDS = /[a-z]{2}|[^\0-\x7f]/i;
const ONE_THING = /^(?:[^\s@]+@\S+|https?:\/\/\S+)$/i;

/** Whether it is worth reading: values that differ in every row are mostly days or numbers. */
const isWord = (value: string) => !/^[\d+-]/.test(value);

/** Columns that say who opted out, as far as the first rows show. */
export function flagsOf(headers: string[], rows: string[][]): Map<number, FlagMeaning> {
  const flags = new Map<number, FlagMeaning>();
  for (const [column, { header, field, question }] of suggestMapping(headers, rows).entries()) {
    if (field === "is_subscribed") flags.set(column, "subscribed");
    else if (field === "is_unsubscribed" || question) flags.set(column, flagMeaning(header));
  }
  return flags;
}
