/** What a kind of pollution draws from, and where it strikes. */

export type Form = {
  delimiter: string;
  quote: string;
  escape: "double" | "backslash";
  /** `never`: a backslash before the delimiter and other signs takes the place of quotation marks. */
  quoted: "needed" | "all" | "text" | "never";
  /** Writes a cell of row `index` otherwise than usual. */
  write: (cell: string, index: number, usual: string) => string;
  ending: string;
  before: string;
  after: string;
  above: string[];
  headers: string[][];
  below: string[];
  /** Rows beside the others, which must not vanish either. */
  also: string[][];
  /** Makes the line of row `index` another one. */
  change: (line: string, index: number) => string;
  changeHead: (line: string) => string;
  joins: (lines: string[]) => string;
};

export type Draw = {
  random: () => number;
  pick: <T>(list: readonly [T, ...T[]]) => T;
  count: (from: number, to: number) => number;
  rows: string[][];
  form: Form;
};

/** Sets something at one row, or every third, or all. */
export const some = ({ rows, count, pick }: Draw): ((index: number) => boolean) => {
  const one = count(0, rows.length - 1);
  return pick([(n: number) => n === one, (n: number) => n === 0, (n: number) => n === rows.length - 1, (n: number) => n % 3 === one % 3, () => true]);
};
export const single = ({ rows, count, pick }: Draw): ((index: number) => boolean) => {
  const one = pick([0, rows.length - 1, count(0, rows.length - 1)]);
  return (n) => n === one;
};

/** Changes the first cell that is a word. */
export function inText(cells: string[], change: (cell: string) => string): void {
  const at = cells.findIndex((cell) => /^\p{L}[\p{L} .-]*$/u.test(cell));
  if (at >= 0) cells[at] = change(cells[at] ?? "");
}
