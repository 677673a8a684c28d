import { existsSync, readdirSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./project.mjs";

/** Folders without unit tests of ours; those with a dot contain generated files. */
const left = new Set(["node_modules", "e2e", "test-results"]);

/**
 * Every unit test of the project, as paths from its root.
 * @returns {string[]}
 */
export function unitTests(folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = resolve(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) || entry.name.startsWith(".") ? [] : unitTests(path);
    return /\.test\.(tsx?|mjs)$/.test(entry.name) ? [relative(root, path).replaceAll(sep, "/")] : [];
  });
}

/**
 * The arguments for vitest, with paths in its form: `./lib/imports/` and an absolute path count as `lib/imports`.
 * Throws a Failure for a path or a part of one that no test has, which vitest would silently ignore beside another.
 * @param {string[]} args
 */
export function unitFilters(args) {
  const tests = unitTests();
  return args.map((arg, at) => {
    // The word after an option belongs to it: `-t "says so"`.
    const isOption = arg.startsWith("-") || (args[at - 1]?.startsWith("-") && !args[at - 1]?.includes("="));
    if (isOption) return arg;
    const path = existsSync(resolve(root, arg)) ? relative(root, resolve(root, arg)) : arg;
    if (!tests.some((test) => test.toLowerCase().includes(path.toLowerCase())))
      throw nothingThere(arg, tests);
    return path;
  });
}

/**
 * @param {string} arg
 * @param {string[]} tests
 */
function nothingThere(arg, tests) {
  const folders = [...new Set(tests.map((test) => dirname(test)))].sort();
  return new Failure(`No unit test has "${arg}" in its path. Folders with tests:`, folders.join("\n"));
}
