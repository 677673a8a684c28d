import { posix } from "node:path";
import { mayImport, roomOf } from "./rooms";

/** One of our files, by its path from the root of the repository. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  rule: "direction" | "environment" | "length" | "cycle" | "names";
  message: string;
}

const MAX_LINES = 300;
/** Tests contain tables of cases. */
const MAX_TEST_LINES = 350;
/** One subject whatever its length: every table of the product. */
const LONG_BY_NATURE = new Set(["db/schema.ts"]);
/** Everything in these files that breaks an architecture rule (CONTRIBUTING.md). */
export function findViolations(files: SourceFile[]): Violation[] {
  const each = files.flatMap((file) => [
    ...tooLong(file),
    ...readsEnvironment(file),
    ...misnamesSql(file),
    ...importsOf(file).flatMap((target) => badImport(file.path, target)),
  ]);
  return [...each, ...cycles(files)];
}

/** Cycles of files that import one another, by value or by type. Each is reported once, by its first file. */
function cycles(files: SourceFile[]): Violation[] {
  const ours = files.filter(({ path }) => !isTest(path));
  const paths = new Set(ours.map(({ path }) => path));
  const resolve = (target: string) =>
    [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((path) => paths.has(path)) ?? [];
  const graph = new Map(ours.map((file) => [file.path, importsOf(file).flatMap(resolve)]));
  const state = new Map<string, "open" | "done">();
  const rings: Violation[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      const ring = trail.slice(trail.indexOf(path));
      rings.push({ path, rule: "cycle", message: [...ring, path].join(" → ") });
      return;
    }
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, "done");
  };
  for (const { path } of ours) visit(path, []);
  return rings;
}

function tooLong({ path, text }: SourceFile): Violation[] {
  const lines = text.split("\n").length - 1;
  const most = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
  if (lines <= most || LONG_BY_NATURE.has(path)) return [];
  return [{ path, rule: "length", message: `${lines} lines: look for the second subject in it` }];
}

const ENVIRONMENT =
  /\bprocess\s*(?:\?\.|\.)\s*env|\bprocess\s*(?:\?\.)?\[|= (?:globalThis\.)?process\b(?!\.)|(?:from|import\(?|require\()\s*["'](?:node:)?process["']/;

/** Tests set variables and read the switch between quick and full runs; otherwise only lib/env.ts may. */
function readsEnvironment({ path, text }: SourceFile): Violation[] {
  const isOurs = /^(app|lib|db|components)\//.test(path) && path !== "lib/env.ts" && !isTest(path);
  if (!isOurs || !ENVIRONMENT.test(text)) return [];
  return [{ path, rule: "environment", message: "reads process.env; lib/env.ts alone may" }];
}

const SQL_IMPORT = /\bimport (?:type )?\{[^}]*\bsql\b[^}]*\} from "([^"]+)"/g;
const SQL_OTHERWISE =
  /\bsql as \w+[,\s}]|\w as sql[,\s}]|\b(?:const|let|function) sql\b|\{[^{}"'`]*\bsql\b[^{}"'`]*\} = |\(sql[,:)]/;

/** `sql` is Drizzle's tag and must not name anything else; our client is `pg` (docs/decisions/queries.md). */
function misnamesSql({ path, text }: SourceFile): Violation[] {
  if (path.startsWith("lib/testing/checks/")) return [];
  const foreign = [...text.matchAll(SQL_IMPORT)].some(([, from]) => from !== "drizzle-orm");
  if (!foreign && !SQL_OTHERWISE.test(text)) return [];
  return [{ path, rule: "names", message: "sql is Drizzle's tag; a client is called pg" }];
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*["']([^"']+)["']/g;

/** Our own files that a file imports, as paths from the root without extensions. */
function importsOf({ path, text }: SourceFile): string[] {
  // A comment's `import("…")` is the type of something in a script, which no run follows.
  const code = /\.[mc]js$/.test(path) ? text.replace(/\/\*[\s\S]*?\*\//g, "") : text;
  return [...code.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    if (specifier.startsWith("@/")) return [specifier.slice(2)];
    if (specifier.startsWith(".")) return [posix.join(posix.dirname(path), specifier)];
    return [];
  });
}

function badImport(path: string, target: string): Violation[] {
  if (top(target) === "bench" && top(path) !== "bench") {
    return [{ path, rule: "direction", message: "what tests share with bench is in lib/testing/fixtures" }];
  }
  if (isTest(path)) return [];
  const message = wrongDirection(path, target);
  return message ? [{ path, rule: "direction", message }] : [];
}

const DB_MAY = ["lib/env", "lib/own-error"];

function wrongDirection(path: string, target: string): string | null {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (!mayImport(path, target)) return `${from} must not import ${target} (rooms.ts)`;
  if (from === "db" && to === "lib" && !DB_MAY.includes(target)) return `db must not import ${target}`;
  const runsInBrowsers = from === "components" || from === "client";
  if (runsInBrowsers && to !== from && to !== "" && !isForBrowsers(target)) {
    return `${from} runs in browsers and must not import ${target}`;
  }
  return null;
}

/**
 * Answers of the API are typed by lib/client/api-types, generated from its document, and by no schema of the server.
 * Text is compared here as search compares it.
 */
function isForBrowsers(target: string): boolean {
  return (
    target.startsWith("lib/client/") ||
    target === "lib/services.json" ||
    target === "lib/field-limits" ||
    target === "lib/time" ||
    target === "lib/uuid" ||
    target === "lib/webhook-events" ||
    target === "lib/own" ||
    target === "lib/tag-colors" ||
    target === "lib/identity/answers" ||
    target === "lib/damaged-letters" ||
    target === "lib/imports/mapping/opt-out-values" ||
    target === "lib/imports/file-refusals" ||
    target === "lib/imports/free-field" ||
    target === "lib/imports/record-cells" ||
    target === "lib/fields/options" ||
    target === "lib/fields/option-lists" ||
    target === "lib/contacts/foreign-sign" ||
    /^lib\/[^/]+\/(?:fields|search-fold|conditions|roles|ways)$/.test(target)
  );
}

function isTest(path: string): boolean {
  return /\.test\.|^lib\/testing\//.test(path);
}

function top(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
