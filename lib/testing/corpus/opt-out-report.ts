import { readFileSync } from "node:fs";

/** Small files with people who opted out, and what a mapper makes of them when every suggestion is accepted. */
export type OptOutFile = { headers: string[]; rows: string[][]; out: number[]; isOneColumn: boolean };
export type Taken = { fields: string[]; out: number[]; isAsked: boolean };
/** `lost`: somebody would be imported as subscribed, and nobody is asked. `skipped`: of those, the column is left out. */
export type Score = { files: number; lost: number; skipped: number; asked: number };

type Column = { header: string; cells: string[]; out: number[] };
const read = (name: string) => JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), "utf8"));

const besides = (headers: string[]) => ({ header, cells, out }: Column): OptOutFile => ({
  headers: [...headers, header],
  rows: cells.map((cell, n) => [`p${n}@example.com`, `Ann${n} Lee`].slice(0, headers.length).concat(cell)),
  out,
  isOneColumn: true,
});

const CORPORA: Record<string, () => OptOutFile[]> = {
  "consent.json": () => read("consent.json").map(besides(["email"])),
  "consent-outside.json": () => read("consent-outside.json").map(besides(["email"])),
  "smells.json": () => read("smells.json").optOuts.map(besides(["Email", "Name"])),
  "opt-out-exports.json": () => read("opt-out-exports.json"),
  "held-out-files.json": () => read("held-out-files.json"),
};

export function scoreOptOuts(take: (file: OptOutFile) => Taken): Record<string, Score> {
  const scores = Object.entries(CORPORA).map(([name, files]) => {
    const score: Score = { files: 0, lost: 0, skipped: 0, asked: 0 };
    for (const file of files().filter(({ out }) => out.length > 0)) {
      const { fields, out, isAsked } = take(file);
      const isLost = !isAsked && file.out.some((row) => !out.includes(row));
      score.files++;
      if (isAsked) score.asked++;
      if (isLost) score.lost++;
      if (isLost && file.isOneColumn && fields.at(-1) === "skip") score.skipped++;
    }
    return [name, score] as const;
  });
  return Object.fromEntries(scores);
}

/** `skipped` is null where a file has other columns that may say so. */
type Before = Record<string, { files: number; lost: number; skipped: number | null }>;

/** The page of docs that shows whose opt-outs would be lost. */
export function publish(now: Record<string, Score>, before: Before): string {
  const rows = Object.entries(now).map(([name, { files, lost, skipped, asked }]) => {
    const then = before[name];
    if (then?.files !== files) throw new Error(`${name} has other files than those that were measured before`);
    return `| ${[name, files, then.lost, then.skipped ?? "–", lost, then.skipped === null ? "–" : skipped, asked].join(" | ")} |`;
  });
  return `${INTRODUCTION}
${rows.join("\n")}
`;
}

const INTRODUCTION = `# Columns of people who opted out

A column that says who opted out must not be left out without a question. The corpora in \`lib/testing/corpus\` are small
files in many languages with people who opted out: in the first three by one column beside the addresses, in the others
somewhere in an export. Each is mapped as Kith suggests.

*Lost*: somebody who opted out would be imported as subscribed, and nobody is asked. *Left out*: because the column is
suggested as "do not import" (not counted in exports, which have several such columns). *Asked*: the import wizard asks what
the column says before anything is imported. "Before" is the mapper of version f8c5afe, which asked nothing. The lists were
used to improve the mapper since, except held-out-files.json. \`npm run corpus\` measures again and compares with this page;
\`npm run corpus -- -u\` rewrites it.

| Corpus | Files | Lost before | Left out before | Lost | Left out | Asked |
|---|---|---|---|---|---|---|`;
