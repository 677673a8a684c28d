import { recordOutcome } from "./record.mjs";

/** Records how every file ended as soon as its last test did, and again after a second try, so that a later crash loses none. */
export default class OutcomeReporter {
  /** @type {import("@playwright/test/reporter").TestCase[]} */
  #tests = [];
  #startedAt = new Date().toISOString();

  /**
   * @param {unknown} _
   * @param {import("@playwright/test/reporter").Suite} suite
   */
  onBegin(_, suite) {
    this.#tests = suite.allTests();
    this.#startedAt = new Date().toISOString();
  }

  /** @param {import("@playwright/test/reporter").TestCase} options */
  onTestEnd({ location: { file } }) {
    const tests = this.#tests.filter((test) => test.location.file === file);
    if (tests.some((test) => test.results.length === 0)) return;
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const test of tests) count[outcomeOf(test)]++;
    recordOutcome(file, { startedAt: this.#startedAt, ...count });
  }

  printsToStdio() {
    return false;
  }
}

/**
 * The first try decides, and an interrupted test has not passed.
 * @param {import("@playwright/test/reporter").TestCase} test
 */
function outcomeOf(test) {
  if (test.results.some(({ status }) => status === "interrupted")) return "failed";
  const outcome = test.outcome();
  return outcome === "expected" ? "passed" : outcome === "skipped" ? "skipped" : "failed";
}
