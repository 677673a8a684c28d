import { posix } from "node:path";

/** One of our files, by its path from the root of the repository. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  rule: "direction" | "slices" | "environment" | "length" | "component" | "cycle" | "names";
  message: string;
}

const MAX_LINES = 300;
const MAX_COMPONENT_LINES = 60;
/** Tests contain tables of cases. */
const MAX_TEST_LINES = 350;
/** One subject whatever its length: every table of the product. */
const LONG_BY_NATURE = new Set(["db/schema.ts"]);
/** They use thin slices; no thin slice uses them. */
const THICK = new Set(["imports", "exports", "digest"]);
/**
 * The folders of lib/imports, and which others each may import: reading a file, interpreting its columns, interpreting
 * its rows.
 */
const ROOMS: Record<string, string[]> = { mapping: [], file: ["mapping"], rows: ["mapping"] };
/** Not slices: the request pipeline, the browser's code, what starts and repairs the work of all slices, the ports. */
const NO_SLICES = new Set(["http", "client", "testing", "server", "adapters"]);
/**
 * The base of every slice, which knows none of them, with the folders of lib/ that it may use; files directly in lib/
 * belong to it.
 */
const GROUND: Record<string, string[]> = { "": [], jobs: [], files: ["adapters"] };

/** Everything in these files that breaks an architecture rule (CONTRIBUTING.md). */
export function findViolations(files: SourceFile[]): Violation[] {
  const each = files.flatMap((file) => [
    ...tooLong(file),
    ...longComponents(file),
    ...readsEnvironment(file),
    ...misnamesSql(file),
    ...importsOf(file).flatMap((target) => badImport(file.path, target)),
  ]);
  return [...each, ...cycles(files)];
}

/** Functions at the top level of a file that return elements. They end at the first brace on a line of its own. */
function longComponents({ path, text }: SourceFile): Violation[] {
  if (!/^(?:app|components)\/.*\.tsx$/.test(path) || isTest(path)) return [];
  const found = text.matchAll(/^(?:export )?(?:default )?(?:async )?function ([A-Z]\w*)[\s\S]*?^}$/gm);
  return [...found].flatMap(([body, name]) => {
    const lines = body.split("\n").length;
    if (lines <= MAX_COMPONENT_LINES) return [];
    return [
      { path, rule: "component" as const, message: `${name} has ${lines} lines: take a part of it out` },
    ];
  });
}

/** Cycles of files that import one another, by value or by type. Each is reported once, by its first file. */
function cycles(files: SourceFile[]): Violation[] {
  const ours = files.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path));
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

/** Tests set variables and read the switch between quick and full runs; otherwise only lib/env.ts may. */
function readsEnvironment({ path, text }: SourceFile): Violation[] {
  const isOurs = /^(app|lib|db|components)\//.test(path) && path !== "lib/env.ts" && !isTest(path);
  if (!isOurs || !/process\s*\.\s*env|process\[["']env/.test(text)) return [];
  return [{ path, rule: "environment", message: "reads process.env; lib/env.ts alone may" }];
}

const SQL_IMPORT = /\bimport (?:type )?\{[^}]*\bsql\b[^}]*\} from "([^"]+)"/g;
const SQL_OTHERWISE =
  /\bsql as \w+[,\s}]|\w as sql[,\s}]|\b(?:const|let|function) sql\b|\{[^{}"'`]*\bsql\b[^{}"'`]*\} = |\(sql[,:)]/;

/** `sql` is Drizzle's tag and must not name anything else; our client is `pg` (docs/decisions/queries.md). */
function misnamesSql({ path, text }: SourceFile): Violation[] {
  if (path.startsWith("lib/testing/checks/architecture")) return [];
  const foreign = [...text.matchAll(SQL_IMPORT)].some(([, from]) => from !== "drizzle-orm");
  if (!foreign && !SQL_OTHERWISE.test(text)) return [];
  return [{ path, rule: "names", message: "sql is Drizzle's tag; a client is called pg" }];
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*["']([^"']+)["']/g;

/** Our own files that a file imports, as paths from the root without extensions. */
function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
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
  const problem = wrongDirection(path, target) ?? wrongSlice(path, target) ?? wrongRoom(path, target);
  return problem ? [{ path, ...problem }] : [];
}

type Problem = Omit<Violation, "path">;

function wrongDirection(path: string, target: string): Problem | null {
  const [from = "", to = ""] = [top(path), top(target)];
  const message = `${from} must not import ${target}`;
  const allowed: Record<string, string[]> = {
    app: ["app", "components", "lib"],
    components: ["components", "lib"],
    lib: ["lib", "db"],
    db: ["db", "lib"],
  };
  const ours = ["app", "components", "lib", "db"].includes(to);
  if (ours && allowed[from] && !allowed[from].includes(to)) return { rule: "direction", message };
  if (from === "db" && to === "lib" && target !== "lib/env") return { rule: "direction", message };
  if (from === "components" && to === "lib" && !isForBrowsers(target)) return { rule: "direction", message };
  if (path.startsWith("lib/client/") && ours && !isForBrowsers(target)) {
    return { rule: "direction", message: `lib/client runs in browsers and must not import ${target}` };
  }
  return null;
}

function wrongSlice(path: string, target: string): Problem | null {
  const [slice, other] = [sliceOf(path), /^lib\/([^/]+)\//.exec(target)?.[1]];
  if (slice === null || other === undefined || other === slice) return null;
  if (other === "http" || other === "server") {
    return { rule: "slices", message: `a slice must not import ${target}` };
  }
  const allowed = GROUND[slice];
  if (allowed && !allowed.includes(other))
    return { rule: "slices", message: `${path} knows no slice: ${target}` };
  const isThick = THICK.has(other) && !THICK.has(slice);
  return isThick ? { rule: "slices", message: `thin ${slice} must not import ${target}` } : null;
}

function wrongRoom(path: string, target: string): Problem | null {
  const roomOf = (one: string) => /^lib\/imports\/(\w+)\//.exec(one)?.[1];
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === undefined || to === undefined || from === to) return null;
  if (ROOMS[from]?.includes(to) ?? true) return null;
  return { rule: "direction", message: `the room ${from} of an import must not know ${target}` };
}

/** The slice of a file: its folder in lib/; none for files directly in lib/. */
function sliceOf(path: string): string | null {
  const [, folder = ""] = /^lib\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return path.startsWith("lib/") && !NO_SLICES.has(folder) ? folder : null;
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
    target === "lib/webhook-events" ||
    target === "lib/own" ||
    target === "lib/damaged-letters" ||
    target === "lib/imports/mapping/opt-out-values" ||
    target === "lib/imports/file-refusals" ||
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
