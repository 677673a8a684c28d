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

const INTRODUCTION = (each: number) => `# CSV dialects

Kith detects the delimiter of a file (comma, semicolon, tab, pipe and some rare ones), how its cells are quoted (\`"\` or
\`'\`, escaped by doubling or by a backslash) and where the header row is. The preview shows how certain that is and which
lines stand above the header, and lets you override it (\`delimiter\`, \`quote\`, \`escape\`, \`headerRow\`).

Four rules hold for every file:

- Every record is the header, a line above it, which the preview shows (\`preamble\`), or a row that is counted.
- A row that cannot be read, or whose number of cells does not match the columns, is rejected with a reason and its line
  number. Surplus empty cells are accepted only where most rows have the same number of them.
- A backslash is an escape character, in unquoted cells too, only where the file shows it: a backslash stands before a
  quotation mark or a delimiter, or every backslash escapes something. A cell \`="00123"\` means the text 00123, as in
  spreadsheets.
- An unclosed quotation mark costs only the line it is on. What follows is parsed by itself, so a cell of several lines may
  become a rejected row and a row with the rest. Two stray quotation marks that pair up around whole rows of the table
  become one rejected row, which contains them.

Columns aligned by runs of spaces are not recognised as a table. One fault is beyond any parser: a row in which both the
quotation marks around a delimiter *and* the last cell are missing, because its number of cells is right.

## How damaged files are read

Clean contact files in thirteen languages, with 3 to 8 columns and up to 440 rows in any order, are generated from a seed,
and each is damaged in one way at a random place (\`lib/testing/corpus/dialect-files.ts\`). They are read without parameters,
and with the e-mail column that Kith suggests. *Equal*: every cell of every row arrived. *Named*: what did not arrive is a
rejected row or a line that the preview shows, or no column has addresses and nothing can be imported. *Wrong*: something is
missing or changed without notice. "Before" is version f8c5afe on the same files; for the last ten kinds, the version that
was current when they were added. \`npm run corpus\` measures again and compares with this page; \`npm run corpus -- -u\`
rewrites it. There are ${each} files of each kind.

| Kind | equal before | named before | wrong before | equal | named | wrong |
|---|---|---|---|---|---|---|`;
