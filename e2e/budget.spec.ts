import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./support";

const KB = 1000;

/** Gzipped size of the scripts that a page's HTML names: what a first visit loads before any interaction. */
async function firstLoadBytes(page: Page, path: string): Promise<number> {
  const html = await (await page.request.get(path)).text();
  const names = new Set(
    [...html.matchAll(/<script[^>]+src="([^"]+)"(?![^>]*noModule)/g)].map(([, name]) => name ?? ""),
  );
  expect(names.size, `${path} names its scripts`).toBeGreaterThan(3);
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

test("the contacts page loads at most 280 kB of script", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const bytes = await firstLoadBytes(page, "/contacts");
  test.info().annotations.push({ type: "bytes", description: String(bytes) });
  expect(bytes).toBeLessThanOrEqual(280 * KB);
});
