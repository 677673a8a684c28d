import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { root } from "../lib/project.mjs";

/**
 * What a run proved, as lines of JSON in `results.jsonl` of the folder that KITH_RESULTS names; without it nothing is
 * written. A figure alone proves nothing: how its test file ended is a separate line, written by whatever ran the
 * file, so that a failure behind the figure is visible. docs/reliability.md is made from both (`npm run reliability`).
 */

/** @typedef {Record<string, number | string>} Numbers */

/**
 * What a test has shown: a line of results.jsonl.
 * @typedef {object} Figure
 * @property {"figure"} kind
 * @property {string} id
 * @property {Numbers} size
 * @property {Numbers} measured
 * @property {number | string | null} seed
 * @property {boolean} isWhole
 * @property {{ first: number, count: number, of: number }} [part] of the seeds, if its numbers may be added to those of
 * the other parts
 * @property {string} at
 * @property {string} commit
 */

/**
 * How a test file ended: a line of results.jsonl.
 * @typedef {object} Outcome
 * @property {"outcome"} kind
 * @property {string} test
 * @property {string} startedAt
 * @property {number} passed
 * @property {number} failed
 * @property {string} at
 * @property {string} commit
 */

/** @typedef {Figure | Outcome} Result */

/**
 * Records what a test has proved. To be called after its last assertion.
 * @param {string} id of a row in scripts/reliability/promises.mjs
 * @param {{size?: Numbers, measured?: Numbers, seed?: number | string | null, isWhole?: boolean, part?: Figure["part"]}} figure
 * `size` is what was done ("kills": 50), `measured` the result ("rows lost": 0); both are shown as they are, with the
 * number before its name. `isWhole` says whether it is the full size that the promise is about, not the quick form;
 * `part` which part of the full size it is.
 */
export function recordFigure(id, { size = {}, measured = {}, seed = null, isWhole = true, part }) {
  record({ kind: "figure", id, size, measured, seed, isWhole, part });
}

/**
 * Records how a test file, or a measuring program, ended.
 * @param {string} file
 * @param {{startedAt: string, passed: number, failed: number, skipped: number}} outcome
 */
export function recordOutcome(file, outcome) {
  const test = relative(root, resolve(root, file)).replaceAll(sep, "/");
  record({ kind: "outcome", test, ...outcome });
}

/**
 * Runs a measuring program and records how it ended.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work throws when the promise does not hold
 * @returns {Promise<T>}
 */
export async function withOutcome(file, work) {
  const startedAt = new Date().toISOString();
  let failed = 1;
  try {
    const result = await work();
    failed = 0;
    return result;
  } finally {
    recordOutcome(file, { startedAt, passed: 1 - failed, failed, skipped: 0 });
  }
}

/**
 * All recorded results in a folder, oldest first. A line that was truncated by a crash is skipped.
 * @param {string} folder
 */
export function readResults(folder) {
  const file = resultsFile(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").flatMap(parsed);
}

/** @param {string} line */
function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** @param {object} entry */
function record(entry) {
  const folder = process.env.KITH_RESULTS;
  if (!folder) return;
  mkdirSync(resolve(root, folder), { recursive: true });
  const line = JSON.stringify({ ...entry, at: new Date().toISOString(), commit: currentCommit() });
  // Begins with a line end too: a line that a kill truncated must not merge with this one.
  appendFileSync(resultsFile(folder), `\n${line}\n`);
}

const resultsFile = (/** @type {string} */ folder) => join(resolve(root, folder), "results.jsonl");

let commit;
/** The commit that is checked out, with a plus when files differ from it. The page itself does not count. */
export function currentCommit() {
  commit ??= readCommit();
  return commit;
}

/**
 * The files that differ between two commits; null when git no longer knows one of them.
 * @param {string} from
 * @param {string} to may end with the plus of `currentCommit`, which is ignored
 */
export function changedBetween(from, to) {
  try {
    return git("diff", "--name-only", from, to.replace("+", "")).split("\n").filter(Boolean);
  } catch {
    return null;
  }
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function readCommit() {
  try {
    const changed = git("status", "--porcelain", "--", ".", ":!docs/reliability.md").trim();
    return `${git("rev-parse", "HEAD").slice(0, 7)}${changed ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
