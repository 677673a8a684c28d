import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { signal } from "../lib/processes.mjs";
import { nodeProgram, root } from "../lib/project.mjs";
import { bold, green, red, seconds } from "../lib/terminal.mjs";
import { writePage } from "./page.mjs";
import { promises } from "./promises.mjs";
import { currentCommit, readResults, recordOutcome } from "./record.mjs";
import { runOf } from "./runs.mjs";

const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs the tests of the named promises, or of all, one after the other; a failing one does not stop the others.
 * Returns those that failed.
 * @param {string[]} names ids, or parts of test paths
 * @param {string} folder for the results; its existing content stays
 */
export async function proveAll(names, folder) {
  process.env.KITH_RESULTS = resolve(root, folder);
  const failed = [];
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  for (const name of STOPS) process.once(name, stop);
  for (const test of testsOf(names)) {
    if (isOver) throw new Failure(`Interrupted. What was proven so far is kept in ${folder}.`);
    console.log(`\n${bold(`● ${test}`)}`);
    const [from, startedAt] = [performance.now(), new Date().toISOString()];
    const code = await run(test);
    console.log(`${code === 0 ? green("✓") : red("✗")} ${test} in ${seconds(performance.now() - from)}`);
    if (code === 0) continue;
    failed.push(test);
    // Recorded even when the test did not finish: otherwise an earlier run's result would count for this one.
    recordOutcome(test, { startedAt, passed: 0, failed: 1, skipped: 0 });
  }
  return failed;
}

/** @param {string[]} names */
function testsOf(names) {
  const isWhole = process.env.KITH_FULL === "1";
  const there = promises.filter(({ isComing, isOnlyWhole }) => !isComing && (isWhole || !isOnlyWhole));
  const wanted = there.filter(
    ({ id, test }) => names.length === 0 || names.some((name) => id === name || test.includes(name)),
  );
  if (wanted.length === 0)
    throw new Failure(
      `No promise is called ${names.join(", ")}.`,
      there.map(({ id, test }) => `${id}: ${test}`).join("\n"),
    );
  return [...new Set(wanted.map(({ test }) => test))];
}

/** @param {string} test */
async function run(test) {
  const { args, env } = runOf(test, process.env.KITH_FULL === "1");
  const child = spawn(nodeProgram(), args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const stop = () => signal(child.pid, "SIGTERM");
  for (const name of STOPS) process.once(name, stop);
  const [code] = await once(child, "close");
  for (const name of STOPS) process.off(name, stop);
  return code ?? 1;
}

/**
 * Writes the page from the results in a folder. Throws a Failure when there are none.
 * @param {string} folder
 */
export function publish(folder) {
  if (!existsSync(resolve(root, folder))) throw new Failure(`There are no results in ${folder}.`);
  const results = readResults(folder);
  writePage(results, currentCommit());
  console.log(`\nWrote docs/reliability.md from ${results.length} results in ${folder}.`);
  return results.length > 0;
}
