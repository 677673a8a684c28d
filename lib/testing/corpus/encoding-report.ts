import { type Tally, total } from "./encoding-score";

type Half = "a" | "b";
type Former = [right: number, saidWrong: number, refused: number];
/** What an earlier guesser made of the same lists, `each` a language and page. */
export type Baseline = {
  guesser: string;
  each: number;
} & Record<Half, Record<string, Former>>;

const percent = (part: number, whole: number) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

/** The page of docs that shows how well encodings are told. */
export function publish(tables: ReadonlyMap<Half, Map<string, Tally>>, before: Baseline): string {
  const names = [...(tables.get("a")?.keys() ?? [])];
  const rows = names.map((name) => {
    const [language, page] = name.split(" ");
    const cells = (["a", "b"] as const).flatMap((half) => {
      const now = tables.get(half)?.get(name);
      return [before[half][name]?.[0] ?? 0, now?.right ?? 0, now?.guesses ?? 0];
    });
    return `| ${language} | ${page} | ${cells.join(" | ")} |`;
  });
  return `${INTRODUCTION(before)}
${(["a", "b"] as const).map((half) => summary(half, tables.get(half) ?? new Map(), before)).join("\n")}

## By language and page

Right of ${before.each} lists each, before and now, and how many of those were marked as a guess. \`west\` and \`central\` are lists of
people from several countries, \`ja-narrow\` is half-width katakana, \`tw\` Chinese in Taiwan.

| Language | Page | a before | a now | a guesses | b before | b now | b guesses |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

/** Pages that the guesser before did not have among its answers. */
const UNKNOWN_BEFORE = /ibm(?!866)|x-mac-(?!cyrillic)|windows-1258|iso-8859-(?:4|6|10|16)/;

function summary(half: Half, table: Map<string, Tally>, before: Baseline): string {
  const { lists, right, wrongAndSaid, guesses, refused } = total(table);
  const wrong = lists - right - refused;
  const all = Object.entries(before[half]);
  const known = all.filter(([name]) => !UNKNOWN_BEFORE.test(name));
  return [
    former(`${half}, before`, all, before.each),
    former(`${half}, before, without the pages it did not know`, known, before.each),
    `| ${half}, now | ${lists} | ${percent(right, lists)} | ${refused} | ${wrong - wrongAndSaid} of ${wrong} | ${percent(guesses, lists)} |`,
  ].join("\n");
}

function former(name: string, rows: readonly [string, Former][], each: number): string {
  const lists = rows.length * each;
  const [right, said, refused] = rows.reduce<Former>((sum, [, [one, two, three]]) => [sum[0] + one, sum[1] + two, sum[2] + three], [0, 0, 0]);
  const wrong = lists - right - refused;
  return `| ${name} | ${lists} | ${percent(right, lists)} | ${refused} | ${wrong - said} of ${wrong} | |`;
}

const INTRODUCTION = (before: Baseline) => `# Encoding detection

A CSV file does not say which encoding it is in. Kith looks for a byte order mark, then for UTF-16, then for valid UTF-8.
Anything else is in a legacy code page. Kith decodes the text with each candidate and compares the results: how often
letters follow each other in the languages written with that page, and whether punctuation and capitals are where they
belong. The preview shows how certain the result is. If only one or two characters differ, the result is never more than a
*guess*; for a guess the preview shows the cells in which the best candidates differ, so that you can choose.

More encodings can be chosen than are detected: every label of the WHATWG standard whose encoding is found in real files,
and \`ibm437\`, \`ibm737\`, \`ibm775\`, \`ibm850\`, \`ibm852\`, \`ibm855\`, \`ibm857\`, \`ibm858\`, \`ibm860\`, \`ibm861\`, \`ibm862\`, \`ibm863\`, \`ibm865\`,
\`ibm1125\`, \`x-mac-ce\`, \`x-mac-greek\` and \`x-mac-turkish\`.

## Accuracy

Contact lists of 3 to 40 rows with names, streets, towns and punctuation, in lower case, upper case and both, some with
hardly a word beyond ASCII. They are generated from a seed and word lists in the repository (\`lib/testing/corpus\`). Half a
was used for tuning; half b has other words and other rows. Right means that every character is decoded as it was written;
Romanian's ş and ș, ţ and ț count as the same letters, because they have the same bytes in windows-1250 and iso-8859-16.
*Refused* lists are turned away as no text, and not right. "Before" is version ${before.guesser} on the same lists, its refusals
included. \`npm run corpus\` measures again and compares with this page.

| Half | Lists | Right | Refused | Wrong and not said to be a guess | Guesses |
|---|---|---|---|---|---|`;
