import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const exists = (path: string) => existsSync(join(root, path));

const MAX_WORDS = 300;
const STATUS = /^\d{4}-\d{2}-\d{2} · (?:accepted|superseded by \[[^\]]+\]\(([\w-]+\.md)\))$/;

/** Whether it is a day of the calendar, and not in the future anywhere on earth. */
function isPastDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return isDay && at <= Date.now() + 14 * 3_600_000;
}

/** A record says what, when, and whether it still holds, in at most 300 words (CONTRIBUTING.md). */
function faultsOfRecord(text: string): string[] {
  const [title = "", , status = "", ...rest] = text.split("\n");
  const words = [title, ...rest].join(" ").split(/\s+/).filter(Boolean).length;
  const successor = STATUS.exec(status)?.[1];
  return [
    ...(title.startsWith("# ") ? [] : ["no title"]),
    ...(STATUS.test(status) ? [] : ["no date and status in its third line"]),
    ...(STATUS.test(status) && !isPastDay(status.slice(0, 10)) ? ["no day until today"] : []),
    ...(successor && !exists(`docs/decisions/${successor}`) ? [`no successor ${successor}`] : []),
    ...(words > MAX_WORDS ? [`${words} words`] : []),
  ];
}

const FOLDERS = ["app", "bench", "client", "components", "db", "docs", "e2e", "lib", "scripts"];
const CITED = new RegExp(
  `(?<![\\w./@-])((?:${[...FOLDERS, "deploy"].join("|")})/(?:[\\w.[\\]/-]|\\(\\w+\\)/)*(?:\\.(?:md|tsx?|[mc]js|sql|json|service|sh|css|ya?ml)\\b|/(?![\\w*{<…$/.([-])))`,
  "g",
);
/** Documents that a visitor cannot open. */
const PRIVATE = /(?<![\w/-])(?:interface|decisions)\.md\b|\bissue \d+\b(?! of)/gi;
/** A string, or as the first group a comment. */
const COMMENT =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*|^\s*--[^\n]*)/gm;
const LINK = /(?:\]\(|^\[[^\]\n]+\]: *)<?(?!https?:|mailto:|#|\/)([^)>#\s]+)/gm;

/** Paths that a document or a comment names: from the root of the repository, or as a link relative to the document. */
function citedPaths(path: string, text: string): string[] {
  const prose = path.endsWith(".md")
    ? text
    : [...text.matchAll(COMMENT)].map(([, said = ""]) => said).join("\n");
  const named = [...prose.matchAll(CITED)].map(([, cited = ""]) => cited);
  const unknown = prose.match(PRIVATE) ?? [];
  const linked = path.endsWith(".md") ? [...text.matchAll(LINK)] : [];
  return [...named, ...unknown, ...linked.map(([, target = ""]) => join(dirname(path), decodeURI(target)))];
}

/** Every document and source file of ours, from the root. */
function ourFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const atTop = readdirSync(root).filter((name) => /\.(?:md|ts|mjs)$/.test(name));
  const ours = [...inFolders, ...atTop].filter((path) => /\.(?:md|tsx?|mjs|cjs|sql)$/.test(path));
  return ours.filter((path) => path !== "lib/testing/checks/documents.test.ts");
}

describe("decision records", () => {
  it("have a title, a date, a status and at most 300 words", () => {
    const records = readdirSync(join(root, "docs/decisions"));
    expect(records.length).toBeGreaterThan(20);
    const faults = records.flatMap((name) =>
      faultsOfRecord(read(`docs/decisions/${name}`)).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it("this check catches a long one, one without status, and one whose successor is missing", () => {
    const long = `# A\n\n2026-11-23 · accepted\n\n${"word ".repeat(300)}`;
    expect(faultsOfRecord(long)).toEqual(["302 words"]);
    for (const day of ["2099-13-45", "2026-02-30", "2099-01-01"]) {
      expect(faultsOfRecord(`# A\n\n${day} · accepted\n`)).toEqual(["no day until today"]);
    }
    expect(faultsOfRecord("# A\n\nWe decided.\n")).toEqual(["no date and status in its third line"]);
    const orphan = "# A\n\n2026-11-23 · superseded by [b](no-such-record.md)\n";
    expect(faultsOfRecord(orphan)).toEqual(["no successor no-such-record.md"]);
  });
});

describe("paths that documents and comments cite", () => {
  it("exist", () => {
    const files = ourFiles();
    expect(files.length).toBeGreaterThan(500);
    const missing = files.flatMap((path) =>
      citedPaths(path, read(path)).flatMap((cited) => (exists(cited) ? [] : [`${path}: ${cited}`])),
    );
    expect(missing).toEqual([]);
  });

  it("this check catches a file that is gone, in a comment, a document and a link", () => {
    const gone = (path: string, text: string) => citedPaths(path, text).filter((cited) => !exists(cited));
    expect(
      gone("lib/a.ts", "/** See docs/gone.md. */\n// lib/gone.ts (interface.md)\nconst a = 'lib/data.ts';"),
    ).toEqual(["docs/gone.md", "lib/gone.ts", "interface.md"]);
    expect(gone("docs/a.md", "See `lib/env.ts` and [b](decisions/gone.md#c).")).toEqual([
      "docs/decisions/gone.md",
    ]);
    expect(gone("lib/a.ts", 'const a = "x /* lib/gone.ts */"; const b = "see // lib/gone.ts";')).toEqual([]);
    const others = [
      ...["lib/gone/", "app/(dashboard)/gone.tsx", "app/api/[gone]/route.ts"],
      ...["deploy/gone.service", "scripts/gone.sh", "app/gone.css"],
    ];
    expect(gone("docs/a.md", others.join(", "))).toEqual(others);
    expect(gone("docs/a.md", "See [b].\n\n[b]: gone.md#c\n[here](#gone) [c](<gone-too.md>)")).toEqual([
      "docs/gone.md",
      "docs/gone-too.md",
    ]);
  });
});
