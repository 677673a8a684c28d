import { defineConfig } from "@playwright/test";
import { reporters } from "./e2e/reporters";

/**
 * `npm test` finds a browser, starts the built product on a folder of its own and hands both over, once with all
 * embedded (`e2e`) and once with all hosted (`hosted`). By hand:
 * `npm start` in one terminal, `npx playwright test` in another.
 */
const browser = JSON.parse(process.env.E2E_BROWSER ?? "{}");

const hosted = process.env.E2E_BLOB_API !== undefined;
/** With hosted services the pages are the same: how they look and weigh is measured there in full runs only. */
const looks =
  process.env.KITH_FULL === "1" ? [] : ["accessibility.spec.ts", "budget.spec.ts", "shifts.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  testIgnore: ["operations/**", "attacks/**", ...(hosted ? looks : ["hosted.spec.ts"])],
  // `@embedded` tests need a part that is embedded by default.
  ...(hosted && { grepInvert: /@embedded/ }),
  outputDir: `test-results/${hosted ? "hosted" : "embedded"}`, // pictures of a red test outlive the next stage
  workers: 2,
  fullyParallel: false,
  // The second try tells a race from a plain mistake. It mends nothing: a test that needs it has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: reporters(),
  use: {
    baseURL: process.env.E2E_URL ?? "http://localhost:3000",
    launchOptions: browser,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
