import type { Outcome } from "./dialect-judge";

export type Table = Record<string, Record<Outcome, number>>;

/** The counts of a kind, which begin at nothing. */
export function tallyOf(table: Table, kind: string): Record<Outcome, number> {
  table[kind] ??= { equal: 0, named: 0, wrong: 0 };
  return table[kind];
}

/** The page of docs that shows what becomes of polluted files. */
export function publish(table: Table, before: Table, each: number): string {
  const none = { equal: 0, named: 0, wrong: 0 };
  const rows = Object.entries(table).map(([kind, now]) => {
    const then = before[kind] ?? none;
    return `| ${kind} | ${[then, now].map(({ equal, named, wrong }) => `${equal} | ${named} | ${wrong}`).join(" | ")} |`;
  });
  const sum = (one: Table) =>
    Object.values(one).reduce((all, { equal, named, wrong }) => ({
      equal: all.equal + equal,
      named: all.named + named,
      wrong: all.wrong + wrong,
    }), none);
  const totals = [sum(before), sum(table)].map(({ equal, named, wrong }) => `${equal} | ${named} | ${wrong}`);
  return `${INTRODUCTION(each)}
${rows.join("\n")}
| **all** | ${totals.join(" | ")} |
`;
}

const INTRODUCTION = (each: number) => `# How a CSV file is written

Kith finds out by itself what separates the cells of a file (comma, semicolon, tab, pipe, and some rare ones), how they
are quoted (\`"\` or \`'\`, doubled or behind a backslash), and where the headers stand. The preview says how sure it is,
which lines stand above the headers, and lets you choose otherwise (\`delimiter\`, \`quote\`, \`escape\`, \`headerRow\`).

Four rules hold for any file:

- Every record is a header, a line above the headers, which the preview shows (\`preamble\`), or a row that counts.
- A row that cannot be read, or whose cells do not fit the columns, is rejected with a reason and its line. Empty cells
  beyond the headers are forgiven only where most rows have as many.
- Backslashes escape, in cells without quotation marks too, where the file says so: a mark or the delimiter behind one, or
  none that stands alone. A cell \`="00123"\` means the text 00123, as spreadsheets read it.
- A quotation mark that is not properly closed costs the line it stands in. What follows it is read on its own: a cell of
  several lines may then come as a rejected row and a row with the rest.

Columns aligned by several spaces are not read as a table. What no program can know: a row in which somebody forgot
the quotation marks around a delimiter *and* the last cell, which then has the right number of cells.

## What becomes of polluted files

Clean contact files in thirteen languages, 3 to 8 columns and up to 440 rows in any order, made by a seed, each spoilt
in one way at a drawn place (\`lib/testing/corpus/dialect-files.ts\`). Detection only: no parameters, and the e-mail column
that is suggested. *Equal*: every cell of every row arrived. *Named*: what did not arrive is a rejected row or a line
that the preview shows, or no column has addresses, and nothing can be imported. *Wrong*: something is missing or
changed, and nobody was told. "Before" is f8c5afe on the very same files; for
the last ten kinds, what stood here when they were added. \`npm run corpus\` measures anew and compares
with this page; \`npm run corpus -- -u\` writes it. ${each} files of each kind.

| Kind | equal before | named before | wrong before | equal | named | wrong |
|---|---|---|---|---|---|---|`;
