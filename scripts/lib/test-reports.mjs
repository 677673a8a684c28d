import { existsSync, readFileSync } from "node:fs";
import { Failure } from "./failure.mjs";

/** @import { BrowserReport, BrowserSuite, Count, UnitReport } from "./types.ts" */

/** Enough lines of a message, and enough of each, to show what was expected, and where. */
const LINES = 15;
const LINE_LENGTH = 300;
const OUTSIDE = "outside of a test";
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * The failures in a report of Vitest, one text each: the test by its file and name, and the head of its message.
 * @param {UnitReport} report
 * @param {string[]} [unhandled] errors outside any test
 * @returns {string[]}
 */
export function unitFailures({ testResults }, unhandled = []) {
  const inTests = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0) return status === "failed" ? [told(name, message ?? "")] : [];
    return failed.map((one) => told(`${name} › ${one.fullName}`, (one.failureMessages ?? []).join("\n")));
  });
  return [...inTests, ...unhandled.map((message) => told(OUTSIDE, message))];
}

/**
 * The same for Playwright. A test that passed at its second try has failed.
 * @param {BrowserReport} report
 * @returns {string[]}
 */
export function browserFailures({ suites = [], errors = [] }) {
  return [...errors.map(({ message }) => told(OUTSIDE, message ?? "")), ...suites.flatMap(ofSuite)];
}

/**
 * The counts of a report. A tool that failed without a failed test (a file that does not load) counts as one failure,
 * and so does one that found nothing to run: a misspelt name must not look like success.
 * @template R
 * @param {string} report
 * @param {number} code
 * @param {(found: R) => Count} read
 */
export function counted(report, code, read) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const found = read(JSON.parse(readFileSync(report, "utf8")));
  if (found.passed + found.failed === 0) throw new Failure("No test was run: nothing has that name.");
  const silent = code !== 0 && found.failed === 0;
  return silent ? { ...found, failed: 1, failures: [`ended with exit code ${code}, no test failed`] } : found;
}

/**
 * @param {BrowserSuite} suite
 * @returns {string[]}
 */
function ofSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ""));
        return told(
          `${file}:${line} › ${title}${status === "flaky" ? " (passed at its second try)" : ""}`,
          messages.join("\n"),
        );
      }),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}

/**
 * @param {string} name
 * @param {string} message
 */
function told(name, message) {
  const lines = message.replace(COLOURS, "").split("\n");
  const own = lines.filter((line) => !line.includes("node_modules/")).slice(0, LINES);
  return [name, ...own.map((line) => `    ${line.slice(0, LINE_LENGTH)}`)].join("\n").trimEnd();
}
