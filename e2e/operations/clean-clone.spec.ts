import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/ports.mjs";
import { embeddedOnly } from "../../scripts/lib/product.mjs";
import { documentedCommands } from "../../scripts/testing/documented-commands.mjs";

/** All of it takes a quarter of an hour on a machine with nothing else to do. */
const PATIENCE_MS = 90 * 60_000;
const START = "npm start";
const only = process.env.KITH_COMMANDS ? new RegExp(process.env.KITH_COMMANDS) : /./;

const wordsOf = ({ command, args = [] }: { command: string; args?: string[] }) => [
  ...command.split(" ").slice(1),
  ...args,
];

test("every command that README and CONTRIBUTING name works in a fresh clone", async () => {
  test.skip(process.env.KITH_FULL !== "1", "installs, builds and measures: KITH_FULL=1");
  test.setTimeout(PATIENCE_MS);
  const clone = mkdtempSync(join(tmpdir(), "kith-clone-"));
  chmodSync(clone, 0o755);
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...embeddedOnly(),
    PORT: String(await freePort()),
    KITH_FULL: "",
    E2E_REPORT: "",
  };
  Reflect.deleteProperty(env, "NODE_ENV"); // Playwright's own
  // `npm start` comes first, as a reader does it: it installs what all the others need.
  const product = spawn("npm", ["start"], { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(product, "close");
  let said = "";
  for (const stream of [product.stdout, product.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  try {
    await expect.poll(() => said, { timeout: 20 * 60_000 }).toMatch(/Stop +Ctrl-C|✗/);
    expect(said).toMatch(documentedCommands.find(({ command }) => command === START)?.says ?? /$^/);
    for (const each of documentedCommands) {
      if (each.by || each.command === START || !only.test(each.command)) continue;
      await test.step(each.command, async () => {
        const from = performance.now();
        const options = { cwd: clone, env, maxBuffer: 2 ** 28, timeout: 30 * 60_000 };
        const { stdout, stderr } = await promisify(execFile)("npm", wordsOf(each), options).catch((error) => {
          throw new Error(`${each.command} ended with ${error.code}\n${error.stdout}\n${error.stderr}`);
        });
        console.log(`${each.command}: ${Math.round((performance.now() - from) / 1000)} s`);
        if (each.says) expect(stdout + stderr).toMatch(each.says);
        if (each.leavesAsIs)
          expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
      });
    }
  } finally {
    product.kill("SIGTERM");
    await ended;
    rmSync(clone, { recursive: true, force: true });
  }
});
