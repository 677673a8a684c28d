/** Different values of a column that are looked out for. One that has more has shown what it holds. */
const VALUES = 100;
/** More of a value than this says nothing new. */
const VALUE_CHARS = 100;
const MOST_ROWS = 400;
const MOST_CHARS = 512 * 1024;

/**
 * Rows from all over a file that say something its first rows do not: a value that a column did not have before, in
 * particular a first one. What is filled in the last rows only, or says in one of ten thousand that somebody unsubscribed,
 * is not overlooked then. In the order of the file.
 */
export class RowSurvey {
  readonly rows: string[][] = [];
  #known: Set<string>[];
  #chars = 0;

  /** `first`: the rows that are looked at in any case, as wide as the table. */
  constructor(width: number, first: readonly string[][]) {
    this.#known = Array.from({ length: width }, () => new Set());
    for (const row of first) this.#learns(row);
  }

  add(rows: readonly string[][]): void {
    for (const row of rows) {
      if (this.rows.length >= MOST_ROWS || this.#chars >= MOST_CHARS) return;
      if (!this.#learns(row)) continue;
      this.rows.push(row);
      for (const cell of row) this.#chars += cell.length;
    }
  }

  #learns(row: readonly string[]): boolean {
    let learns = false;
    for (const [column, known] of this.#known.entries()) {
      if (known.size >= VALUES) continue;
      const value = (row[column] ?? "").trim().slice(0, VALUE_CHARS);
      if (value === "" || known.has(value)) continue;
      known.add(value);
      learns = true;
    }
    return learns;
  }
}
