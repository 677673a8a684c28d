import { type FlagMeaning, isReadable, saysOptedOut } from "@/lib/imports/mapping/flags";
import { saysLeaving } from "@/lib/imports/mapping/leaving";

/** Different values of a column that are looked out for. One that has more has shown what it holds. */
const VALUES = 100;
/** More of a value than this says nothing new. */
const VALUE_CHARS = 100;
/** Of a column about consent that has shown so many, words that nobody can read are looked out for all the same. */
const UNREAD_VALUES = 500;
const MOST_ROWS = 400;
const MOST_CHARS = 512 * 1024;
/** Cells of several words in columns that have shown so many values, notes mostly, that are read all the same: 8 µs each. */
const MOST_NOTES = 30_000;
/** Rows beyond these that say something about who opted out. */
const MOST_TELLING = 400;

/**
 * Rows from all over a file that say something its first rows do not: a value that a column did not have before, in
 * particular a first one. What is filled in the last rows only, or says in one of a million that somebody unsubscribed,
 * is not overlooked then, however many other values came before. In the order of the file.
 */
export class RowSurvey {
  readonly rows: string[][] = [];
  #known: Set<string>[];
  #chars = 0;
  #telling = 0;
  #notes = 0;
  #tellingChars = 0;
  #flags: ReadonlyMap<number, FlagMeaning>;

  /** `first`: the rows that are looked at in any case, as wide as the table; `flags`: columns that say who opted out. */
  constructor(
    width: number,
    first: readonly string[][],
    flags: ReadonlyMap<number, FlagMeaning> = new Map(),
  ) {
    this.#known = Array.from({ length: width }, () => new Set());
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

  /** Whether a note says that somebody wants no mail, as long as not too many were read. */
  #leaves(cell: string): boolean {
    return isNote(cell) && this.#notes++ < MOST_NOTES && saysLeaving(cell);
  }

  #learns(row: readonly string[]): "news" | "telling" | null {
    let learnt: "news" | "telling" | null = null;
    for (const [column, known] of this.#known.entries()) {
      const flag = this.#flags.get(column);
      const isFull = known.size >= VALUES;
      if (isFull && flag === undefined && this.#leaves(row[column] ?? "")) learnt = "telling";
      if (isFull && (flag === undefined || known.size >= UNREAD_VALUES)) continue;
      const value = (row[column] ?? "").trim().slice(0, VALUE_CHARS);
      if (value === "" || known.has(value)) continue;
      const isUnread = flag !== undefined && (!isFull || isWord(value)) && !isReadable(value, flag);
      if (isFull && !isUnread) continue;
      known.add(value);
      if (isUnread || saysOptedOut(value) || saysLeaving(row[column] ?? "")) learnt = "telling";
      else learnt ??= "news";
    }
    return learnt;
  }
}

const isNote = (cell: string) => cell.length > 10 && cell.indexOf(" ", cell.indexOf(" ") + 1) > 0;

/** Whether it is worth a look: most of what is different in every row is a day or a number. */
const isWord = (value: string) => !/^[\d+-]/.test(value);
