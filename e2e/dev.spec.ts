import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort, isPortFree } from "../scripts/lib/ports.mjs";
import { asContributor, copyProject, follow } from "./development";

/** Compiling takes a while on a busy machine. */
const COMPILE_MS = 300_000;
const HEADINGS = "lib/client/messages/en/auth.ts";

test.skip(process.env.KITH_FULL !== "1", "compiles for minutes: KITH_FULL=1 npm test -- e2e dev");

test("npm run dev serves the pages, and shows what is edited", { tag: "@embedded" }, async ({ browser }) => {
  test.setTimeout(3 * COMPILE_MS);
  const folder = copyProject();
  const port = await freePort();
  const { said, end } = follow(spawn("npm", ["run", "dev"], asContributor(folder, port)), folder);
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
    await end();
    await expect.poll(() => isPortFree("127.0.0.1", port), { timeout: 15_000 }).toBe(true);
  }
});
