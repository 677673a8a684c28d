import type { DiffSink } from "./recorder";
import { LETTERS } from "./rows";

const FIRST_BYTES = 64 * 1024;

/** What a row would do, for comparison with another run. */
export interface TriedRow {
  letter: string;
  email: string;
  text: string;
  /** It is not merged into an earlier one. */
  isFirst: boolean;
  /** It changes or creates a contact. */
  writes: boolean;
  isRemembered: boolean;
}

/** A canonical text for a row of a diff: equal effects have equal texts, wherever the row is in the file. */
export function comparable(letter: string, email: string, text: string): string {
  return `${letter}\n${email}\n${text.slice(text.indexOf("\t"))}`;
}

/** Keeps the rows of one batch in memory. */
export class RowSink implements DiffSink {
  readonly rows = new Map<number, TriedRow>();
  #next: number;
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);

  constructor(firstRow: number) {
    this.#next = firstRow;
  }

  expectedLine(line: number): number {
    return line;
  }

  begin(head: string, bodyBytes: number): { buffer: Buffer; at: number } {
    const bytes = 3 * head.length + bodyBytes + 1;
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(2 * bytes);
    return { buffer: this.#buffer, at: this.#buffer.write(head) };
  }

  end(letter: string, email: string, at: number): void {
    const text = this.#buffer.toString("utf8", 0, at);
    const [, repeats, optOut, tags, ...cells] = text.split("\t");
    const isFirst = repeats === "";
    const says = cells.length > 0 || tags !== "";
    this.rows.set(this.#next++, {
      letter,
      email,
      text: comparable(letter, email, text),
      isFirst,
      writes: letter !== LETTERS.fail && isFirst && (letter === LETTERS.create || says),
      isRemembered: optOut === "r",
    });
  }

  count(): void {}

  async flush(): Promise<void> {}
}
