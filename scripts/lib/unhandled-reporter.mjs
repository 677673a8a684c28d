import { writeFileSync } from "node:fs";

/** Writes errors outside any test, which Vitest's JSON report leaves out, to the file KITH_UNHANDLED names. */
export default class UnhandledReporter {
  /**
   * @param {readonly import("vitest/node").TestModule[]} _modules
   * @param {readonly import("vitest").SerializedError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env.KITH_UNHANDLED;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack || message)));
  }
}
