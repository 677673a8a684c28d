import { defineConfig } from "@playwright/test";
import { reporters } from "../reporters";

/**
 * `npm test -- attacks`: the built product attacked from outside, over HTTP and bare sockets; database, files and log
 * are inspected to verify. Each group of attacks is a function that returns the faults it found: none in the product,
 * and some through a proxy that plants a hole. No browser.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/attacks",
  // The actions of one group must not be the cause of what another one sees.
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: reporters(),
});
