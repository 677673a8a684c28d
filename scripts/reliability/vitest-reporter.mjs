import { recordOutcome } from "./record.mjs";

/** Records how every test file ended, for docs/reliability.md. A test that needed a second try has failed. */
export default class OutcomeReporter {
  #startedAt = new Map();

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleQueued(module) {
    this.#startedAt.set(module.id, new Date().toISOString());
  }

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleEnd(module) {
    const count = { passed: 0, failed: module.errors().length, skipped: 0 };
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      count[test.diagnostic()?.retryCount ? "failed" : state === "pending" ? "skipped" : state]++;
    }
    // A hook of the whole file may fail without a failing test.
    if (!module.ok()) count.failed ||= 1;
    const startedAt = this.#startedAt.get(module.id) ?? new Date(0).toISOString();
    recordOutcome(module.moduleId, { startedAt, ...count });
  }
}
