import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "../lib/project.mjs";
import { present } from "../testing/present.mjs";
import { proofOf, renderPage } from "./page.mjs";
import { promises } from "./promises.mjs";
import { currentCommit, readResults } from "./record.mjs";

/** @import { Figure, Outcome, Result } from "./record.mjs" */

/** Planted test files, run by the real tools in a folder inside the project, so that they find the packages. */
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "planted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} id
 * @param {string} [more]
 */
const figure = (id, more = "") =>
  `recordFigure("${id}", { size: { rows: 3 }, measured: { lost: 0 }${more} });`;
/**
 * @param {string} id
 * @param {string} [more]
 */
const passing = (id, more) => `it("passes", () => { ${figure(id, more)} });`;
const planted = {
  passes: passing("passes"),
  quick: passing("quick", ", isWhole: false"),
  fails: `it("fails", () => { ${figure("fails")} throw new Error("planted"); });`,
  beside: `${passing("beside")}\nit("would notice", () => { throw new Error("planted"); });`,
  skipped: `it.skip("is skipped", () => { ${figure("skipped")} });`,
  silent: `it("passes", () => {});`,
};
/** Those that affect others: Playwright runs nothing if one file does not load. */
const alone = {
  unloadable: `${passing("unloadable")}\nthrow new Error("planted");`,
  dies: `it("dies", () => { ${figure("dies")} process.kill(process.ppid, "SIGKILL"); process.exit(); });`,
};

/** The text of a row when its test is as planted; null for one that needs no text. */
const SAYS = {
  passes: null,
  quick: "quick form",
  fails: /^failed at/,
  beside: /^failed at/,
  retried: /^failed at/,
  skipped: "was skipped",
  silent: "ran without a figure",
  unloadable: /^(failed at|did not run)/,
  dies: "did not finish",
  absent: "did not run",
};

/** @param {string} path */
const inProject = (path) => join(root, path);
const vitestConfig = `export default { test: { include: ["*.test.mjs"], pool: "forks" } };`;
const playwrightConfig = `export default { testDir: ".", workers: 1, reporter: [[
  ${JSON.stringify(inProject("scripts/reliability/playwright-reporter.mjs"))}]] };`;

/** @typedef {{ imports: string, ending: string, retried: string, config: string, args: (config: string) => string[] }} Tool */

/** @type {Record<string, Tool>} */
const tools = {
  vitest: {
    imports: `import { it } from "vitest";`,
    ending: ".test.mjs",
    retried: `let tries = 0;
      it("tries", { retry: 1 }, () => { ${figure("retried")} if (tries++ === 0) throw new Error("planted"); });`,
    config: vitestConfig,
    args: (config) => [
      ...[inProject("node_modules/vitest/vitest.mjs"), "run", "--root", folder, "--config", config],
      `--reporter=${inProject("scripts/reliability/vitest-reporter.mjs")}`,
    ],
  },
  playwright: {
    imports: `import { test as it } from "@playwright/test";`,
    ending: ".spec.mjs",
    retried: `it.describe.configure({ retries: 1 });
      it("tries", ({}, { retry }) => { ${figure("retried")} if (retry === 0) throw new Error("planted"); });`,
    config: playwrightConfig,
    args: (config) => [inProject("node_modules/@playwright/test/cli.js"), "test", "--config", config],
  },
};

describe.each(Object.entries(tools))("a row whose test %s runs", (name, tool) => {
  const { imports, ending, retried, config, args } = tool;
  const results = join(folder, `results-${name}`);
  /** @param {string} title */
  const test = (title) => relative(root, join(folder, `${title}${ending}`));

  /** @param {string[]} titles */
  const run = (titles) => {
    const file = join(folder, `${name}.config.mjs`);
    writeFileSync(file, config);
    const env = { ...process.env, KITH_RESULTS: results };
    const files = titles.map((title) => `${title}${ending}`);
    const started = promisify(execFile)(process.execPath, [...args(file), ...files], { cwd: folder, env });
    return started.catch((error) => error); // most of them are meant to fail
  };

  it("says what became of it", async () => {
    const record = JSON.stringify(inProject("scripts/reliability/record.mjs"));
    const together = { ...planted, retried };
    for (const [title, text] of Object.entries({ ...together, ...alone })) {
      writeFileSync(inProject(test(title)), `${imports}\nimport { recordFigure } from ${record};\n${text}\n`);
    }
    await run(Object.keys(together));
    for (const title of Object.keys(alone)) await run([title]);
    const commit = currentCommit().replace("+", "");
    const found = readResults(results).map((one) => ({ ...one, commit }));
    for (const [title, says] of Object.entries(SAYS)) {
      const { state } = proofOf({ id: title, test: test(title) }, found, commit);
      expect(state, title).toEqual(typeof says === "object" && says ? expect.stringMatching(says) : says);
    }
  });
});

describe("the page", () => {
  const { id, test } = present(promises[0]);
  /** @param {number} second */
  const at = (second) => `2026-01-01T00:00:0${second}.000Z`;
  /** @type {Omit<Figure, "isWhole" | "at" | "commit">} */
  const shown = {
    kind: "figure",
    id,
    size: { kills: 50, rows: 150_000 },
    measured: { "rows lost": 0 },
    seed: 7,
  };
  /** @type {Omit<Outcome, "startedAt" | "at"> & { skipped: number }} */
  const passed = { kind: "outcome", test, passed: 1, failed: 0, skipped: 0, commit: "abc" };
  /** @param {Result[]} results */
  const rowOf = (...results) =>
    renderPage(results, "abc").match(new RegExp(`^.*<a id="${id}">.*$`, "m"))?.[0];

  it("shows figures as they were noted, and the same page for the same results", () => {
    const results = [
      { ...shown, isWhole: true, at: at(2), commit: "abc" },
      { ...passed, startedAt: at(1), at: at(3) },
    ];
    expect(rowOf(...results)).toContain("| 7 | 50 kills, 150,000 rows: 0 rows lost | 2026-01-01 | abc |");
    expect(renderPage(results, "abc")).toBe(renderPage(results, "abc"));
  });

  it("does not show the figure of an earlier run for a later one that has none, nor one of another commit unsaid", () => {
    const earlier = [
      { ...shown, isWhole: true, at: at(2), commit: "abc" },
      { ...passed, startedAt: at(1), at: at(3) },
    ];
    expect(rowOf(...earlier, { ...passed, startedAt: at(4), at: at(5) })).toContain(
      "**ran without a figure**",
    );
    const elsewhere = earlier.map((one) => ({ ...one, commit: "def" }));
    expect(rowOf(...elsewhere)).toContain("**ran at def, not at abc**: 50 kills");
    expect(renderPage(earlier, "abc+")).toContain(
      "**with changes that are not committed, ran at abc, not at abc+**",
    );
  });

  it.each([
    [
      [
        "docs/limits.md",
        "lib/testing/corpus/dialect-report.ts",
        "README.md",
        "lib/other.test.ts",
        "e2e/other.spec.ts",
        "e2e/support.ts",
        ".env.example",
      ],
      true,
    ],
    [["lib/imports/engine.ts"], false],
    [["lib/testing/workspace.ts"], false],
    [["package-lock.json", "README.md"], false],
    [[test], false],
    [null, false],
  ])("keeps the figure of a commit from which %j was changed: %s", (files, isKept) => {
    const results = [
      { ...shown, isWhole: true, at: at(2), commit: "def" },
      { ...passed, startedAt: at(1), at: at(3), commit: "def" },
    ];
    const { state } = proofOf({ id, test }, results, "abc", () => files);
    expect(state).toBe(isKept ? null : "ran at def, not at abc");
  });

  it("counts what the end-to-end tests of a folder share for those only", () => {
    const kills = present(promises.find((one) => one.id === "kills"));
    const results = [
      { ...shown, id: kills.id, isWhole: true, at: at(2), commit: "def" },
      { ...passed, test: kills.test, startedAt: at(1), at: at(3), commit: "def" },
    ];
    const stateAfter = (/** @type {string} */ file) => proofOf(kills, results, "abc", () => [file]).state;
    expect(stateAfter("e2e/attacks/http.ts")).toBeNull();
    expect(stateAfter("e2e/operations/kill.ts")).toBe("ran at def, not at abc");
  });

  /** @param {number[][]} parts each its first seed, its number of seeds, how many of its tests failed, and its commit */
  const partly = (...parts) =>
    parts.flatMap(([first = 1, count = 0, failed = 0, commit = 1], n) => [
      { ...shown, isWhole: false, part: { first, count, of: 9 }, at: at(2 * n + 1), commit: `c${commit}` },
      { ...passed, failed, startedAt: at(2 * n), at: at(2 * n + 1), commit: `c${commit}` },
    ]);
  it.each([
    ["in any order", partly([4, 6], [1, 3]), "| 1–9 | 100 kills, 300,000 rows: 0 rows lost |"],
    ["each once", partly([1, 3], [1, 3], [4, 6]), "| 1–9 | 100 kills, 300,000 rows: 0 rows lost |"],
    ["but not with a gap", partly([5, 5], [1, 3]), "| 1–3 | **quick form**: 50 kills"],
    ["but none twice", partly([3, 7], [1, 3]), "| 1–3 | **quick form**: 50 kills"],
    ["but not beside one that failed", partly([4, 6, 1], [1, 3]), "| 7 | **quick form**: 50 kills"],
    ["but only of one commit", partly([4, 6, 0, 2], [1, 3]), "| 1–3 | **quick form**: 50 kills"],
  ])("counts parts of the seeds as one, %s", (_, results, said) => {
    const page = renderPage(results, "c1");
    expect(page.match(new RegExp(`^.*<a id="${id}">.*$`, "m"))?.[0]).toContain(said);
  });

  it("says of every row without results that its test did not run", () => {
    expect(renderPage([], "abc").match(/\*\*did not run\*\*/g)).toHaveLength(promises.length);
    expect(renderPage([], "abc")).toContain(`0 of ${promises.length} rows shown whole`);
  });
});
