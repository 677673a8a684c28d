import { foldedValue, namedValue } from "@/lib/imports/mapping/opt-out-values";
import type { UnreadCell } from "./row";

/** Different values that are counted one by one; rows with further values are counted in total. */
const COUNTED = 500;
/** Values that are listed. */
const NAMED = 100;

interface UnreadValue extends UnreadCell {
  rows: number;
}

/** Rows of a whole file whose consent cell cannot be read, and those values. In bounded memory. */
export class UnreadConsent {
  #rows = 0;
  #values = new Map<string, UnreadValue>();

  add(cells: readonly UnreadCell[]): void {
    if (cells.length > 0) this.#rows++;
    for (const cell of cells) this.#count(cell);
  }

  #count({ header, value }: UnreadCell): void {
    const name = namedValue(value);
    const key = JSON.stringify([header, foldedValue(name)]);
    const known = this.#values.get(key);
    if (known) known.rows++;
    // A copy: a slice of the file's text would keep all of it in memory.
    else if (this.#values.size < COUNTED)
      this.#values.set(key, { header, value: JSON.parse(JSON.stringify(name)), rows: 1 });
  }

  /** The most frequent values first. */
  summary() {
    const values = [...this.#values.values()].sort((a, b) => b.rows - a.rows);
    return { rows: this.#rows, values: values.slice(0, NAMED) };
  }
}
