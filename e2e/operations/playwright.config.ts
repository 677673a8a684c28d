import { defineConfig } from "@playwright/test";
import { reporters } from "../reporters";

/**
 * `npm test -- operations`: processes of the built product are started, killed and called together, and spoken to
 * over HTTP alone; the database is looked at to verify, and its clock put forward. No browser.
 */
const isFull = process.env.KITH_FULL === "1";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/operations",
  // Most of their time is waited: for starts, leases and schedules.
  workers: isFull ? 1 : 2,
  // The second try tells a race from a plain mistake. It mends nothing: a test that needs it has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: isFull ? 900_000 : 120_000,
  expect: { timeout: 30_000 },
  reporter: reporters(),
});
