import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { chromium } from "playwright";
import { findBrowser } from "../scripts/lib/browser.mjs";
import { runningPostgresUrl } from "../scripts/lib/postgres.mjs";
import { startProduct } from "../scripts/lib/product.mjs";

export interface SignedIn {
  url: string;
  page: Page;
  context: BrowserContext;
  email: string;
  /** URL of the product's own database. */
  databaseUrl: string;
  stop: () => Promise<void>;
}

/**
 * The built product behind its supervisor on a folder and port of its own, and a browser whose user has just signed
 * up. `debuggingPort` opens the browser for other tools; they then see the same cookies. `scale` is the device pixel
 * ratio; `email` the user's address, which pages show.
 */
export async function startSignedIn({
  debuggingPort,
  scale = 1,
  email = `bench-${randomUUID()}@example.com`,
}: {
  debuggingPort?: number;
  scale?: number;
  email?: string;
} = {}): Promise<SignedIn> {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-bench-"));
  chmodSync(dataDir, 0o711);
  const profile = mkdtempSync(join(tmpdir(), "kith-profile-"));
  const product = await startProduct({ dataDir });
  const { name: _, ...found } = await findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...found,
    viewport: { width: 1350, height: 940 },
    deviceScaleFactor: scale,
    args: ["--no-sandbox", ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : [])],
  });
  const stop = async () => {
    await context.close();
    await product.stop();
    for (const folder of [dataDir, profile]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const page = await context.newPage();
    await signUp(page, product.url, email);
    const databaseUrl = runningPostgresUrl(dataDir);
    if (!databaseUrl) throw new Error("the product has no database of its own");
    return { url: product.url, page, context, email, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signUp(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Getting started" }).waitFor({ timeout: 60_000 });
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The machine's load, to show beside a figure: 1 and 5 minutes. */
export function load(): string {
  return loadavg()
    .slice(0, 2)
    .map((value) => value.toFixed(1))
    .join(" / ");
}
