import { consentCell, isDay, isSaidOfConsent } from "./flags";

/** What more than half of the cells of a column are. */
type Kind = "flag" | "number" | "day" | "letters";

/** What a column says, as far as it shows which column a cell belongs to whose row is too short. */
export interface SaidWords {
  column: number;
  /** Those of its words in rows up to the last column that a column of consent may say: others may name people. */
  words: string[];
  kinds: Kind[];
}

/** Rows that are looked at, in wide tables fewer. */
const ROWS = 1000;
const CELLS = 20_000;
/** Characters of a word. */
const WORD = 24;
const MOST = 60;

export const isNumber = (cell: string): boolean => /^[+-]?\d{1,18}(?:[.,]\d+)?$/.test(cell);
/** Codes of countries and languages, "M" and "F", initials. */
export const isLetters = (cell: string): boolean => /^(?:\p{Lu}{1,2}|\p{Ll}{2}|\p{L})$/u.test(cell);

/** Looks in the rows of a file for what its columns say, each row with as many cells as it has. */
export class SaidWordsSurvey {
  #left: number;
  #columns: ColumnSurvey[];

  constructor(width: number) {
    this.#left = Math.min(ROWS, Math.ceil(CELLS / width));
    this.#columns = Array.from({ length: width }, () => new ColumnSurvey());
  }

  add(rows: readonly (readonly string[])[]): void {
    for (const row of rows.slice(0, this.#left)) {
      this.#left--;
      const isFull = (row[this.#columns.length - 1] ?? "").trim() !== "";
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
  #bits = 0;
  /** Of each word whether a column of consent may say it. */
  #known = new Map<string, boolean>();
  #words = new Set<string>();

  add(written: string | undefined, isFull: boolean): void {
    if (!written) return;
    this.#filled++;
    if (written.length > 2 * WORD) return;
    const cell = consentCell(written);
    if (cell === "") this.#filled--;
    else if (cell.length <= WORD) this.#look(cell, isFull);
  }

  #look(cell: string, isFull: boolean): void {
    const isFlag = this.#isFlag(cell);
    const counts = this.#counts;
    if (isFlag) counts.flag++;
    if (cell === "0" || cell === "1") this.#bits++;
    if (isLetters(cell)) counts.letters++;
    else if (isNumber(cell)) counts.number++;
    if (/\d/.test(cell) && isDay(cell)) counts.day++;
    if (isFlag && isFull && this.#words.size < MOST) this.#words.add(cell);
  }

  #isFlag(cell: string): boolean {
    // No such word has a digit beside others.
    if (cell.length > 1 && /\d/.test(cell)) return false;
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const isFlag = isSaidOfConsent(cell);
    if (this.#known.size < MOST) this.#known.set(cell, isFlag);
    return isFlag;
  }

  summary(): Pick<SaidWords, "words" | "kinds"> {
    const { flag, number, day, letters } = this.#counts;
    const isMost = (count: number) => count > this.#filled / 2;
    const kinds: Kind[] = [];
    if (isMost(flag)) kinds.push("flag");
    // Nothing but zeros and ones is no column of numbers.
    if (isMost(number) && number > this.#bits) kinds.push("number");
    if (isMost(day)) kinds.push("day");
    if (isMost(letters)) kinds.push("letters");
    return { words: [...this.#words], kinds };
  }
}
