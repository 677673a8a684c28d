import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/ports.mjs";
import { embeddedOnly } from "../../scripts/lib/product.mjs";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { type DocumentedCommand, documentedCommands } from "../../scripts/testing/documented-commands.mjs";

/** Some ten minutes on an idle machine. */
const PATIENCE_MS = 90 * 60_000;
const START = "npm start";
const only = process.env.KITH_COMMANDS ? new RegExp(process.env.KITH_COMMANDS) : /./;

/** A reader's shell: without variables of ours, of npm's or of Playwright's. */
async function readersEnvironment(): Promise<NodeJS.ProcessEnv> {
  const ours = /^(KITH_|E2E_|npm_|PLAYWRIGHT_TEST|TEST_)|^(NODE_ENV|TRUSTED_PROXY_HOPS)$/;
  const env: NodeJS.ProcessEnv = { ...process.env, ...embeddedOnly(), PORT: String(await freePort()) };
  for (const name of Object.keys(env)) if (ours.test(name)) Reflect.deleteProperty(env, name);
  return env;
}

/** A test that is interrupted leaves neither the product nor a command running. */
function endWithUs(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
}

/** Runs one as it is written, or as it is specified here. Returns what is wrong with its end. */
async function faultOf(
  each: DocumentedCommand,
  clone: string,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const words = `${each.instead ?? each.command}`.split(" ").slice(1);
  const options = { cwd: clone, env: { ...env, ...each.env }, maxBuffer: 2 ** 28, timeout: 30 * 60_000 };
  const running = promisify(execFile)("npm", [...words, ...(each.args ?? [])], options);
  endWithUs(running.child);
  const ended = await running.then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
  const said = `${ended.stdout}${ended.stderr}`;
  const fault = (what: string) => `${each.command} ${what}\n${said.slice(-4_000)}`;
  if (!(each.codes ?? [0]).includes(ended.code)) return fault(`ended with ${ended.code}`);
  if (each.says && !each.says.test(said)) return fault(`does not say ${each.says}`);
  if (!each.leavesAsIs) return null;
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" });
  return changed && fault(`changed ${changed}`);
}

test("every command that README and CONTRIBUTING name works in a fresh clone", async () => {
  test.skip(process.env.KITH_FULL !== "1", "installs, builds and measures: KITH_FULL=1");
  test.setTimeout(PATIENCE_MS);
  const clone = mkdtempSync(join(tmpdir(), "kith-clone-"));
  chmodSync(clone, 0o755);
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  const env = await readersEnvironment();
  // `npm start` comes first, as a reader runs it: it installs what all the others need.
  const from = performance.now();
  const product = spawn("npm", ["start"], { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
  endWithUs(product);
  const ended = once(product, "close");
  let said = "";
  for (const stream of [product.stdout, product.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  /** Runs all of them: finding a second fault should not take another hour. */
  const faults: string[] = [];
  const ran: string[] = [START];
  try {
    await expect.poll(() => said, { timeout: 20 * 60_000 }).toMatch(/Stop +Ctrl-C|✗/);
    expect(said).toMatch(documentedCommands.find(({ command }) => command === START)?.says ?? /$^/);
    console.log(`${START}: ${Math.round((performance.now() - from) / 1000)} s`);
    for (const each of documentedCommands) {
      const isElsewhere = each.by && !each.instead;
      if (isElsewhere || each.command === START || !only.test(each.command)) continue;
      await test.step(each.command, async () => {
        const since = performance.now();
        const fault = await faultOf(each, clone, env);
        ran.push(each.command);
        if (fault) faults.push(fault);
        const seconds = Math.round((performance.now() - since) / 1000);
        console.log(`${fault ? "✗" : "✓"} ${each.command}: ${seconds} s`);
      });
    }
  } finally {
    product.kill("SIGTERM");
    await ended;
    rmSync(clone, { recursive: true, force: true, maxRetries: 5 });
  }
  expect(faults).toEqual([]);
  const minutes = Math.round((performance.now() - from) / 60_000);
  recordFigure("commands", {
    size: { commands: ran.length },
    measured: { "that failed": faults.length, minutes },
    isWhole: !process.env.KITH_COMMANDS,
  });
});
