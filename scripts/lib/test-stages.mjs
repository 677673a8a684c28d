import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { distributedStage } from "./distributed-stage.mjs";
import { Failure, messageOf, printFailure } from "./failure.mjs";
import { startHostedDoubles } from "./hosted-doubles.mjs";
import { ensureInstalled } from "./install.mjs";
import { freePort } from "./ports.mjs";
import { signal } from "./processes.mjs";
import { startProduct } from "./product.mjs";
import { nodeProgram, root } from "./project.mjs";
import { showSlowest } from "./slowest.mjs";
import { stopTasks } from "./task.mjs";
import { bold, dim, green, minutesSince, red } from "./terminal.mjs";
import { unitFilters } from "./test-files.mjs";
import { browserFailures, counted, unitFailures } from "./test-reports.mjs";

/** @import { BrowserReport, Count, Env, Services, UnitReport } from "./types.ts" */

/**
 * In order of cost. Each returns how many tests passed and failed; a tool that only succeeds or fails counts as one.
 * @type {Record<string, (rest: string[]) => Promise<Count>>}
 */
const stages = {
  lint,
  types,
  unit,
  distributed: distributedStage(unit),
  build,
  operations,
  attacks,
  e2e,
  hosted,
};
const cache = join(root, ".cache");
/** @type {Set<{ pid?: number }>} */
const children = new Set();
/** Requested by `npm test -- --install-browser`: it changes the machine, not the project. */
const INSTALL = "--install-browser";
let mayInstall = false;
let interrupted = false;

/**
 * Runs the stages named first, or all; later stages run even when one failed. Returns the exit code.
 * @param {string[]} given
 */
export async function runStages(given) {
  mayInstall = given.includes(INSTALL);
  const args = given.filter((arg) => arg !== INSTALL);
  const isStage = (/** @type {string} */ name) => Object.hasOwn(stages, name);
  const firstOther = args.findIndex((name) => !isStage(name));
  const chosen = firstOther === -1 ? args : args.slice(0, firstOther);
  const rest = firstOther === -1 ? [] : args.slice(firstOther);
  if (rest.length > 0 && chosen.length !== 1) {
    console.error(`Name one stage (${Object.keys(stages).join(", ")}) before the options for it.`);
    return 2;
  }
  stopChildrenWithUs();
  const from = performance.now();
  /** @type {Required<Count>} */
  const total = { passed: 0, failed: 0, failures: [] };
  try {
    await ensureInstalled({ withDev: true });
    mkdirSync(cache, { recursive: true });
    for (const name of chosen.length > 0 ? chosen : Object.keys(stages)) {
      if (interrupted) throw new Failure("Interrupted.");
      const { passed, failed, failures = [] } = await runStage(name, rest);
      total.passed += passed;
      total.failed += failed;
      total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    }
  } catch (error) {
    total.failed += 1;
    printFailure(error);
  }
  const colour = total.failed > 0 ? red : green;
  // The log of a whole run is long, and often only its end is kept.
  for (const failure of total.failures) console.log(`\n${red("✗")} ${failure.replaceAll(`${root}/`, "")}`);
  if (chosen.length !== 1) console.log(dim(`\n  all took ${minutesSince(from)}`));
  console.log(`\n${colour(`${total.passed} passed, ${total.failed} failed`)}`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * @param {string} name
 * @param {string[]} rest
 */
async function runStage(name, rest) {
  console.log(`\n${bold(`● ${name}`)}`);
  const from = performance.now();
  try {
    return (await stages[name]?.(rest)) ?? { passed: 0, failed: 1 };
  } catch (error) {
    printFailure(error);
    return { passed: 0, failed: 1, failures: [messageOf(error)] };
  } finally {
    console.log(dim(`  ${name} took ${minutesSince(from)}`));
  }
}

/** @param {string[]} rest */
async function lint(rest) {
  const paths = rest.length > 0 ? rest : ["."];
  return yesOrNo(await tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", ...paths]));
}

async function types() {
  const code = await tool("next/dist/bin/next", ["typegen"]);
  return yesOrNo(code || (await tool("typescript/bin/tsc", ["--noEmit", "-p", "tsconfig.json"])));
}

/** @param {string[]} rest */
async function unit(rest) {
  const report = join(cache, "unit.json");
  const unhandled = join(cache, "unit-unhandled.json");
  for (const file of [report, unhandled]) rmSync(file, { force: true });
  // Named here, they replace those of vitest.config.ts.
  const own = ["./scripts/lib/unhandled-reporter.mjs"];
  if (process.env.KITH_RESULTS) own.push("./scripts/reliability/vitest-reporter.mjs");
  const reporters = ["default", "json", ...own].map((name) => `--reporter=${name}`);
  const code = await tool(
    "vitest/vitest.mjs",
    ["run", ...reporters, `--outputFile.json=${report}`, ...unitFilters(rest)],
    { KITH_UNHANDLED: unhandled },
  );
  return counted(report, code, (/** @type {UnitReport} */ found) => {
    showSlowest(found.testResults.map((one) => ({ name: one.name, ms: one.endTime - one.startTime })));
    const others = existsSync(unhandled) ? JSON.parse(readFileSync(unhandled, "utf8")) : [];
    const failures = unitFailures(found, others);
    return { passed: found.numPassedTests, failed: failures.length, failures };
  });
}

async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

/**
 * Several processes of the built product, some of them killed, over HTTP.
 * @param {string[]} rest
 */
async function operations(rest) {
  await ensureBuilt();
  return playwright(["--config", "e2e/operations", ...rest], "operations.json");
}

/**
 * The built product, attacked from outside: configured like a public server, except that it serves only this machine,
 * so that its inbox can be attacked, too.
 * @param {string[]} rest
 */
async function attacks(rest) {
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), "kith-attacks-"));
  chmodSync(dataDir, 0o711);
  const log = `${dataDir}.log`;
  const product = await startProduct({
    dataDir,
    env: { AUTH_AUTOCONFIRM: "0", LOG_LEVEL: "info" },
    heard: (text) => appendFileSync(log, text),
  });
  children.add(product);
  try {
    const target = { ATTACKED_URL: product.url, ATTACKED_DATA_DIR: dataDir, ATTACKED_LOG: log };
    return await playwright(["--config", "e2e/attacks", ...rest], "attacks.json", target);
  } finally {
    await product.stop();
    children.delete(product);
    for (const path of [dataDir, log]) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The built product behind the real supervisor, on a folder and a port of its own, with a real browser.
 * @param {string[]} rest
 */
function e2e(rest) {
  return journeys(rest, "e2e.json");
}

/**
 * The same with every hosted adapter enabled, by configuration alone, against doubles of the services.
 * @param {string[]} rest
 */
async function hosted(rest) {
  const port = await freePort();
  const services = await startHostedDoubles(`http://localhost:${port}`);
  try {
    return await journeys(rest, "hosted.json", { ...services, port });
  } finally {
    await services.stop();
  }
}

/**
 * @param {string[]} rest
 * @param {string} reportName
 * @param {Services} [services]
 */
async function journeys(rest, reportName, services = { product: {}, tests: {} }) {
  const { findBrowser } = await import("./browser.mjs");
  const { name, ...browser } = await findBrowser({ mayInstall });
  const dataDir = mkdtempSync(join(tmpdir(), "kith-e2e-"));
  chmodSync(dataDir, 0o711);
  const product = await startProduct({ dataDir, env: services.product, port: services.port });
  children.add(product);
  try {
    console.log(`  ${name} against ${product.url}\n`);
    const { NODE_OPTIONS: _, ...configuration } = services.product;
    const result = await playwright(rest, reportName, {
      ...configuration,
      ...services.tests,
      E2E_URL: product.url,
      E2E_DATA_DIR: dataDir,
      E2E_BROWSER: JSON.stringify(browser),
    });
    const stopped = await product.stop();
    if (stopped.code !== 0)
      throw new Failure(`The product did not stop cleanly (exit code ${stopped.code}).`, stopped.output);
    return { ...result, passed: result.passed + 1 };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} args
 * @param {string} reportName
 * @param {Env} [env]
 */
async function playwright(args, reportName, env = {}) {
  const report = join(cache, reportName);
  rmSync(report, { force: true });
  const code = await tool("@playwright/test/cli.js", ["test", ...args], { ...env, E2E_REPORT: report });
  return counted(report, code, (/** @type {BrowserReport} */ found) => ({
    passed: found.stats.expected,
    failed: found.stats.unexpected + found.stats.flaky,
    failures: browserFailures(found),
  }));
}

const yesOrNo = (/** @type {number} */ code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/**
 * Runs a tool of node_modules in this terminal and returns its exit code.
 * @param {string} path
 * @param {string[]} args
 * @param {Env} [env]
 * @returns {Promise<number>}
 */
function tool(path, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodeProgram(), [join(root, "node_modules", path), ...args], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    children.add(child);
    child.once("error", reject);
    child.once("exit", (code) => {
      children.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** On Ctrl-C the tools end first, and then the stage that waits for them, which leaves nothing behind. */
function stopChildrenWithUs() {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(name, () => {
      interrupted = true;
      stopTasks();
      for (const child of children) signal(child.pid, "SIGTERM");
      setTimeout(() => process.exit(1), 15_000).unref();
    });
  }
}
