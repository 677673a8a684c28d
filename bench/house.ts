import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, matchesGlob, posix } from "node:path";
import { parseArgs } from "node:util";
import { parseAst } from "vitest/node";
import { percentile } from "./report";

/**
 * `npm run bench house -- [DIRECTORY]` prints metrics of a checkout's source, this one or another: sizes of files and
 * functions, type escapes, import cycles. Functions are named ones, those assigned to a name, and methods; tests,
 * their support, generated types and database translations are left out.
 */
const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const root = String(positionals[1] ?? ".");
const TEST = /\.(test|spec)\.|^e2e\/|\/testing\/|^playwright|^vitest/;

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

interface Source {
  path: string;
  text: string;
  tree: Node;
}

const listed = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const kept = listed.filter((path) => /\.(tsx?|mjs|cjs)$/.test(path) && !/api-types\.ts$|\.d\.ts$/.test(path));
const paths = kept.filter((path) => !TEST.test(path));
const sources = paths.map(read);
const functions = sources.flatMap(functionsOf);
const count = (wanted: (node: Node, source: Source) => boolean) =>
  sources.reduce(
    (sum, source) => sum + nodesOf(source.tree).filter((node) => wanted(node, source)).length,
    0,
  );
const isConst = (node: Node) =>
  (node.typeAnnotation as Node & { typeName?: { name?: string } })?.typeName?.name === "const";
const files = sources.map(({ text }) => linesOf(text));
const lengths = functions.map(({ lines }) => lines);
const components = functions.filter(({ path, name }) => path.endsWith(".tsx") && /^[A-Z]/.test(name));
const comments = sources
  .flatMap(({ text }) => text.split("\n"))
  .filter((line) => /^\s*(\/\/|\/?\*)/.test(line));
const imported = new Set(sources.map(({ path }) => path));

const rows: [string, string | number][] = [
  ["source files / lines", `${files.length} / ${sum(files)}`],
  [
    "… without scripts and bench",
    sum(sources.filter(({ path }) => !/^(scripts|bench)\//.test(path)).map(({ text }) => linesOf(text))),
  ],
  [
    "test files / lines",
    `${kept.length - paths.length} / ${sum(kept.filter((path) => TEST.test(path)).map((path) => linesOf(readFileSync(join(root, path), "utf8"))))}`,
  ],
  ["lines of a file: median / p90 / max", spread(files)],
  ["lines of a function: median / p90 / max", spread(lengths)],
  ["components over 60 lines, parameters not counted", components.filter(({ body }) => body > 60).length],
  [
    "any / non-null ! / files that silence the compiler",
    `${count((node) => node.type === "TSAnyKeyword")} / ${count((node) => node.type === "TSNonNullExpression")} / ${sources.filter(({ text }) => /@ts-(ignore|expect-error|nocheck)/.test(text)).length}`,
  ],
  ["as casts, but as const", count((node) => node.type === "TSAsExpression" && !isConst(node))],
  ["files outside the type checker", unchecked().length],
  ["rings of imports: values / with types", `${rings(false)} / ${rings(true)}`],
  ["comment lines, %", ((100 * comments.length) / sum(files)).toFixed(1)],
];
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);

/** Sources that the checkout's tsconfig.json leaves out; JavaScript only counts as checked with `checkJs`. */
function unchecked(): string[] {
  const config = readFileSync(join(root, "tsconfig.json"), "utf8");
  const {
    include = [],
    compilerOptions = {},
  }: { include?: string[]; compilerOptions?: { checkJs?: boolean } } = JSON.parse(config);
  const isIncluded = (path: string) => include.some((pattern) => matchesGlob(path, pattern));
  return paths.filter((path) => !isIncluded(path) || (/js$/.test(path) && !compilerOptions.checkJs));
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const lang = path.endsWith(".tsx") ? "tsx" : "ts";
  return { path, text, tree: parseAst(text, { lang }) as unknown as Node };
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}

function sum(list: number[]): number {
  return list.reduce((total, value) => total + value, 0);
}

function spread(list: number[]): string {
  return [0.5, 0.9, 1].map((part) => percentile(list, part)).join(" / ");
}

function nodesOf(node: Node): Node[] {
  const inside = Object.values(node).flat().filter(isNode);
  return [node, ...inside.flatMap(nodesOf)];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function functionsOf({
  path,
  text,
  tree,
}: Source): { path: string; name: string; lines: number; body: number }[] {
  return nodesOf(tree).flatMap((node) => {
    const made = [node.init, node.value, node].filter(isNode).find(({ type }) => /Function/.test(type));
    const name = ((node.id ?? node.key) as { name?: string } | undefined)?.name;
    if (!made || !name || !/Declarat|Method|Property/.test(node.type) || !made.body) return [];
    const length = ({ start, end }: Node) => linesOf(`${text.slice(start, end)}\n`);
    return [{ path, name, lines: length(made), body: isNode(made.body) ? length(made.body) - 2 : 0 }];
  });
}

/** Groups of two or more files of which each reaches the others by imports (Tarjan, 1972). */
function rings(withTypes: boolean): number {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source, withTypes)]));
  const index = new Map<string, number>();
  const stack: string[] = [];
  let found = 0;
  const visit = (path: string): number => {
    let lowest = index.size;
    const mine = lowest;
    index.set(path, mine);
    stack.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === mine && stack.splice(stack.indexOf(path)).length > 1) found++;
    return lowest;
  };
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return found;
}

function importsOf({ path, tree }: Source, withTypes: boolean): string[] {
  return (tree.body as Node[]).flatMap((node) => {
    const source = (node.source as { value?: string } | null)?.value;
    const names = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[];
    const isType =
      node.importKind === "type" ||
      node.exportKind === "type" ||
      (names.length > 0 && names.every(({ importKind }) => importKind === "type"));
    if (!source || (isType && !withTypes)) return [];
    const target = source.startsWith("@/")
      ? source.slice(2)
      : source.startsWith(".")
        ? posix.join(posix.dirname(path), source)
        : "";
    const tries = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
    return tries.find((candidate) => imported.has(candidate)) ?? [];
  });
}
