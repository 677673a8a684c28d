import type { Outcome } from "./dialect-judge";

export type Tally = Record<Outcome, number>;
export type Table = Record<string, Tally>;
/** Polluted files by kind, and the same kinds by encoding. */
export type Tables = { kinds: Table; encodings: Table };

const OUTCOMES = ["equal", "named", "refused", "asked", "wrong"] as const;
const nothing = (): Tally => ({ equal: 0, named: 0, refused: 0, asked: 0, wrong: 0 });

/** The counts of a kind, which begin at nothing. */
export function tallyOf(table: Table, kind: string): Tally {
  table[kind] ??= nothing();
  return table[kind];
}

export function sumOf(...tables: Table[]): Tally {
  const all = tables.flatMap((table) => Object.values(table));
  return all.reduce((sum, one) => {
    for (const outcome of OUTCOMES) sum[outcome] += one[outcome];
    return sum;
  }, nothing());
}

/** The page of docs that shows what becomes of polluted files. */
export function publish(now: Tables, before: Tables, each: number): string {
  return `${INTRODUCTION(each)}

${tableOf("Kind", now.kinds, before.kinds)}

## In other encodings

Each of these kinds once more, two files in each encoding, with words of languages that use it.

${tableOf("Encoding", now.encodings, before.encodings)}
`;
}

function tableOf(title: string, now: Table, before: Table): string {
  const cells = (one: Tally | undefined) => OUTCOMES.map((outcome) => (one ?? nothing())[outcome]);
  const line = (name: string, then: Tally | undefined, one: Tally) => `| ${[name, ...cells(then), ...cells(one)].join(" | ")} |`;
  return [
    `| ${[title, ...OUTCOMES.map((outcome) => `${outcome} before`), ...OUTCOMES].join(" | ")} |`,
    `|${"---|".repeat(1 + 2 * OUTCOMES.length)}`,
    ...Object.entries(now).map(([name, one]) => line(name, before[name], one)),
    line("**all**", sumOf(before), sumOf(now)),
  ].join("\n");
}

const INTRODUCTION = (each: number) => `# CSV dialects

Kith detects the delimiter of a file (comma, semicolon, tab, pipe and some rare ones), how its cells are quoted (\`"\` or
\`'\`, escaped by doubling or by a backslash) and where the header row is. The preview shows how certain that is and which
lines stand above the header, and lets you override it (\`delimiter\`, \`quote\`, \`escape\`, \`headerRow\`).

Four rules hold for every file:

- Every record is the header, a line above it, which the preview shows (\`preamble\`), or a row that is counted.
- A row that cannot be read, or whose number of cells does not match the columns, is rejected with a reason and its line
  number. Surplus empty cells are accepted only where most rows have the same number of them. A row that is a single
  cell with exactly the cells of a row in it is read as these: so a spreadsheet saves what it opened as one column.
  A file of nothing but such lines, header included, is stored without the outer quotation marks.
- A backslash is an escape character, in unquoted cells too, only where the file shows it: a backslash stands before a
  quotation mark or a delimiter, or every backslash escapes something. A cell \`="00123"\` means the text 00123, as in
  spreadsheets; a cell \`\\N\` is empty, as MySQL and PostgreSQL write it. Words such as \`NULL\` and \`nan\` are
  empty where the file makes that certain, which the preview says ([how](decisions/missing-values.md)).
- An unclosed quotation mark costs only the line it is on. What follows is parsed by itself, so a cell of several lines may
  become a rejected row and a row with the rest. Two stray quotation marks that pair up around whole rows of the table
  become one rejected row, which contains them.

Columns aligned by runs of spaces are not recognised as a table. One fault is beyond any parser: a row in which both the
quotation marks around a delimiter *and* the last cell are missing, because its number of cells is right.

## How damaged files are read

Clean contact files in thirteen languages, with 3 to 8 columns and up to 440 rows in any order, are generated from a seed,
and each is damaged in one way at a random place (\`lib/testing/corpus/dialect-files.ts\`). They are received as an upload is,
without parameters, and read with the e-mail column that Kith suggests.

- *Equal*: every cell of every row arrived.
- *Named*: what did not arrive is a rejected row or a line that the preview shows above the header.
- *Refused*: nothing of the file can be imported, and that is said: the upload is refused, or no column has addresses.
- *Asked*: letters are wrong, but the encoding is shown as a guess with the readings to choose from, and with the right one
  the file is one of the above.
- *Wrong*: something is missing or changed without notice.

"Before" is version f8c5afe on the same files. It showed no lines above the header, and for a guess no readings.
\`npm run corpus\` measures again and compares with this page; \`npm run corpus -- -u\` rewrites it. There are ${each} files
of each kind.`;
