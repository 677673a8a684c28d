import { defineConfig } from "@playwright/test";
import { reporters } from "../reporters";

/**
 * `npm test -- operations`: processes of the built product are started, killed and called together, and spoken to over
 * HTTP alone; the database is inspected to verify, and its clock moved forward. No browser.
 */
const isFull = process.env.KITH_FULL === "1";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/operations",
  // Most of their time is spent waiting: for starts, leases and schedules.
  workers: isFull ? 1 : 3,
  // The second try distinguishes a race from a plain fault. It repairs nothing: a test that needs it has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: isFull ? 900_000 : 120_000,
  expect: { timeout: 30_000 },
  reporter: reporters(),
});
