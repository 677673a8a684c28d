import { consentCell, isDay, isSaidOfConsent } from "@/lib/imports/mapping/flags";

/** What more than half of the cells of a column are. */
type Kind = "flag" | "number" | "day" | "letters";

/** What a column says, as far as it shows which column a cell belongs to whose row is too short. */
export interface SaidWords {
  column: number;
  /** Its words in rows as wide as the header; of a column with many only those that a column of consent may say. */
  words: string[];
  kinds: Kind[];
}

/** Rows that are looked at. */
const ROWS = 5000;
/** Characters of a word. */
const WORD = 24;
const FEW = 30;
const MOST = 60;

export const isNumber = (cell: string): boolean => /^\d{1,18}$/.test(cell);
/** Codes of countries, "M" and "F", initials. */
export const isLetters = (cell: string): boolean => /^(?:\p{Lu}{1,2}|\p{L})$/u.test(cell);

/** Looks in the rows of a file for what its columns say, each row with as many cells as it has. */
export class SaidWordsSurvey {
  #rows = 0;
  #columns: ColumnSurvey[];

  constructor(width: number) {
    this.#columns = Array.from({ length: width }, () => new ColumnSurvey());
  }

  add(rows: readonly (readonly string[])[]): void {
    for (const row of rows.slice(0, Math.max(0, ROWS - this.#rows))) {
      this.#rows++;
      const isFull = row.length >= this.#columns.length;
      for (const [column, one] of this.#columns.entries()) one.add(row[column], isFull);
    }
  }

  summary(): SaidWords[] {
    const all = this.#columns.map((one, column) => ({ column, ...one.summary() }));
    return all.filter(({ words, kinds }) => words.length + kinds.length > 0);
  }
}

class ColumnSurvey {
  #filled = 0;
  #counts: Record<Kind, number> = { flag: 0, number: 0, day: 0, letters: 0 };
  #counts01 = 0;
  #words = new Set<string>();
  #hasMany = false;

  add(written: string | undefined, isFull: boolean): void {
    if (!written) return;
    const cell = written.length > 2 * WORD ? written : consentCell(written);
    if (cell === "") return;
    this.#filled++;
    if (cell.length > WORD) {
      this.#hasMany = true;
      return;
    }
    const isFlag = isSaidOfConsent(cell);
    if (isFlag) this.#counts.flag++;
    if (isLetters(cell)) this.#counts.letters++;
    if (isNumber(cell)) this.#counts.number++;
    if (cell === "0" || cell === "1") this.#counts01++;
    if (/\d/.test(cell) && isDay(cell)) this.#counts.day++;
    if (!isFull || this.#words.has(cell)) return;
    if (this.#words.size < FEW || (isFlag && this.#words.size < MOST)) this.#words.add(cell);
    else this.#hasMany = true;
  }

  summary(): Pick<SaidWords, "words" | "kinds"> {
    const { flag, number, day, letters } = this.#counts;
    const isMost = (count: number) => count > this.#filled / 2;
    const kinds: Kind[] = [];
    if (isMost(flag)) kinds.push("flag");
    // Nothing but zeros and ones is no column of numbers.
    if (isMost(number) && number > this.#counts01) kinds.push("number");
    if (isMost(day)) kinds.push("day");
    const words = [...this.#words];
    if (isMost(letters)) kinds.push("letters");
    return { words: this.#hasMany ? words.filter(isSaidOfConsent) : words, kinds };
  }
}
