import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort, isPortFree } from "../scripts/lib/ports.mjs";
import { embeddedOnly } from "../scripts/lib/product.mjs";

/** Compiling takes a while on a busy machine. */
const COMPILE_MS = 300_000;
const HEADINGS = "lib/client/messages/en/auth.ts";

/** A copy of the sources to edit, inside the project, so that it uses the project's packages. */
function copyProject(): string {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache", "dev-"));
  const left = /^(\..*|node_modules|test-results|e2e|bench|docs)$/;
  for (const name of readdirSync(".").filter((name) => !left.test(name)))
    cpSync(name, join(folder, name), { recursive: true });
  // Without it Tailwind looks for class names in the data folder too, and fails on the database's socket.
  cpSync(".gitignore", join(folder, ".gitignore"));
  symlinkSync("../../node_modules", join(folder, "node_modules"));
  return folder;
}

/** `npm run dev`, as a contributor starts it. */
function runDev(folder: string, port: number): { npm: ChildProcess; said: () => string } {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...embeddedOnly(),
    DATA_DIR: join(folder, ".data"),
    PORT: String(port),
  };
  const npm = spawn("npm", ["run", "dev"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  return { npm, said: () => said };
}

test.skip(process.env.KITH_FULL !== "1", "compiles for minutes: KITH_FULL=1 npm test -- e2e dev");

test("npm run dev serves the pages, and shows what is edited", { tag: "@embedded" }, async ({ browser }) => {
  test.setTimeout(3 * COMPILE_MS);
  const folder = copyProject();
  const port = await freePort();
  const { npm, said } = runDev(folder, port);
  const ended = once(npm, "close");
  try {
    await expect.poll(said, { timeout: COMPILE_MS }).toMatch(/Stop +Ctrl-C|✗/);
    expect(said()).toContain("(development)");
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/sign-in`, { timeout: COMPILE_MS });
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: COMPILE_MS });
    const source = readFileSync(join(folder, HEADINGS), "utf8");
    const edited = source.replace(
      '"auth.signIn.action": "Sign in"',
      '"auth.signIn.action": "Edited just now"',
    );
    expect(edited).not.toBe(source);
    writeFileSync(join(folder, HEADINGS), edited);
    await expect(page.getByRole("heading", { name: "Edited just now" })).toBeVisible({ timeout: COMPILE_MS });
  } finally {
    npm.kill("SIGTERM");
    await ended;
    await expect.poll(() => isPortFree("127.0.0.1", port), { timeout: 15_000 }).toBe(true);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
