import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/project.mjs";
import { promises } from "./promises.mjs";

/** @import { Figure, Numbers, Result } from "./record.mjs" */

const head = `# What is promised, and what was shown

Written by \`npm run reliability\` from what the tests themselves noted when they ran; nothing here is typed by hand. It runs
the quick forms, \`KITH_FULL=1 npm run reliability\` the whole ones, and
\`npm run reliability -- --from FOLDER\` reads the results of a run of \`npm test\` or of CI that had \`KITH_RESULTS=FOLDER\`.
\`npm run reliability -- NAME …\` proves rows again and keeps the others. A row shows a figure alone only when its test
file passed, at the first try, at the commit of this page. Everything else is said: a row whose test did not run
says so.
`;

const tail = `
More figures, by their own commands: [encodings](encodings.md), [dialects](dialects.md), [limits](limits.md),
[performance](performance.md); requirement by requirement: [security](security.md).
`;

/**
 * The page, from what runs left. The same results at the same commit make the same page.
 * @param {Result[]} results as readResults gives them
 * @param {string} commit that is checked out
 */
export function renderPage(results, commit) {
  const rows = promises.map((promise) => rowOf(promise, proofOf(promise, results, commit)));
  const proven = rows.filter(({ isProven }) => isProven).length;
  const table = [
    "| Promise | Test | Seed | Figure | Date | Commit |",
    "|---|---|---|---|---|---|",
    ...rows.map(({ line }) => line),
  ];
  return `${head}\n${proven} of ${rows.length} rows shown whole, at ${commit}.\n\n${table.join("\n")}\n${tail}`;
}

/**
 * @param {{ id: string, promise: string, test: string }} subject
 * @param {{ state: string | null, figure?: Figure }} options
 */
function rowOf({ id, promise, test }, { state, figure }) {
  const shown = [state && `**${state}**`, figure && figureOf(figure)].filter(Boolean).join(": ");
  const cells = [
    `<a id="${id}"></a>${promise}`,
    `[${test.split("/").at(-1)}](../${test})`,
    figure?.seed ?? "–",
    shown,
    figure?.at.slice(0, 10) ?? "–",
    figure?.commit ?? "–",
  ];
  return { line: `| ${cells.join(" | ")} |`, isProven: state === null };
}

/**
 * What the results say of a promise: its latest figure, and why that is not the proof; null when it is. Only the latest
 * run of the test file counts: a figure that an older run left is none.
 * @param {{ id: string, test: string }} subject
 * @param {Result[]} results
 * @param {string} commit
 * @returns {{ state: string | null, figure?: Figure }}
 */
export function proofOf({ id, test }, results, commit) {
  const run = results.filter((one) => one.kind === "outcome").findLast((one) => one.test === test);
  const figures = results.filter((one) => one.kind === "figure").filter((one) => one.id === id);
  const figure = figures.findLast(({ at }) => run && run.startedAt <= at && at <= run.at);
  const isCutOff = figures.some(({ at }) => !run || at > run.at);
  if (isCutOff) return { state: "did not finish" };
  if (!run) return { state: "did not run" };
  if (run.failed > 0) return { state: `failed at ${run.commit}` };
  if (!figure) return { state: run.passed === 0 ? "was skipped" : "ran without a figure" };
  const weaker = [
    commit.endsWith("+") && "with changes that are not committed",
    figure.commit !== commit && `ran at ${figure.commit}, not at ${commit}`,
    !figure.isWhole && "quick form",
  ];
  return { state: weaker.filter(Boolean).join(", ") || null, figure };
}

/**
 * "50 kills, 150,000 rows: 0 rows lost". Numbers stand before their names.
 * @param {Figure} options
 */
function figureOf({ size, measured }) {
  const list = (/** @type {Numbers} */ numbers) =>
    Object.entries(numbers)
      .map(([name, value]) => `${typeof value === "number" ? value.toLocaleString("en") : value} ${name}`)
      .join(", ");
  return [list(size), list(measured)].filter(Boolean).join(": ");
}

/**
 * @param {Result[]} results
 * @param {string} commit
 */
export function writePage(results, commit) {
  const page = renderPage(results, commit);
  writeFileSync(join(root, "docs/reliability.md"), page);
  return page;
}
