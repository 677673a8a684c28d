import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { whenIdle } from "./idle";
import { expect, test } from "./support";

const KB = 1000;

/** Of the scripts that a page's HTML names. */
async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const html = await (await page.request.get(path)).text();
  const names = new Set(
    [...html.matchAll(/<script[^>]+src="([^"]+)"(?![^>]*noModule)/g)].map(([, name]) => name ?? ""),
  );
  expect(names.size, `${path} names its scripts`).toBeGreaterThan(3);
  return names;
}

/** Their gzipped size: what a first visit loads. */
async function firstLoadBytes(page: Page, path: string): Promise<number> {
  const names = await scriptsOf(page, path);
  const sizes = await Promise.all(
    [...names].map(
      async (name) => gzipSync(await (await page.request.get(name)).body(), { level: 6 }).byteLength,
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

test("the sign-in page loads at most 190 kB of script", async ({ page }) => {
  const bytes = await firstLoadBytes(page, "/sign-in");
  test.info().annotations.push({ type: "bytes", description: String(bytes) });
  expect(bytes).toBeLessThanOrEqual(190 * KB);
});

test("the sign-in page loads no more script until somebody signs in", async ({ page }) => {
  const named = await scriptsOf(page, "/sign-in");
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") loaded.push(new URL(request.url()).pathname);
  });
  await page.goto("/sign-in");
  await whenIdle(page);
  expect(loaded.filter((path) => ![...named].some((name) => name.startsWith(path)))).toEqual([]);
});

test("the contacts page loads at most 280 kB of script", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const bytes = await firstLoadBytes(page, "/contacts");
  test.info().annotations.push({ type: "bytes", description: String(bytes) });
  expect(bytes).toBeLessThanOrEqual(280 * KB);
});
