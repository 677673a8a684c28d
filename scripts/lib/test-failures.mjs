/** @import { BrowserReport, BrowserSuite, UnitReport } from "./types.ts" */

/** As many lines of a message, and as much of each, as tell what was expected, and where. */
const LINES = 15;
const LINE_LENGTH = 300;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * What failed in a report of Vitest, one text each: the test by its file and name, and the head of its message.
 * @param {UnitReport} report
 * @returns {string[]}
 */
export function unitFailures({ testResults }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0) return status === "failed" ? [told(name, message ?? "")] : [];
    return failed.map((one) => told(`${name} › ${one.fullName}`, (one.failureMessages ?? []).join("\n")));
  });
}

/**
 * The same of Playwright. A test that passed at its second try has failed.
 * @param {BrowserReport} report
 * @returns {string[]}
 */
export function browserFailures({ suites = [], errors = [] }) {
  return [
    ...errors.map(({ message }) => told("outside of a test", message ?? "")),
    ...suites.flatMap(ofSuite),
  ];
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
