import { recordOutcome } from "./record.mjs";

/** Notes how every file ended as soon as its last test did, and again after a second try: a later crash takes none along. */
export default class OutcomeReporter {
  #tests = [];
  #startedAt = new Date().toISOString();

  onBegin(_, suite) {
    this.#tests = suite.allTests();
    this.#startedAt = new Date().toISOString();
  }

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

/** The first try decides, and what was interrupted has not passed. */
function outcomeOf(test) {
  if (test.results.some(({ status }) => status === "interrupted")) return "failed";
  return { expected: "passed", skipped: "skipped" }[test.outcome()] ?? "failed";
}
