import { defineConfig } from "@playwright/test";
import { reporters } from "./e2e/reporters";

/**
 * `npm test` finds a browser, starts the built product on a folder of its own and passes both on, once with everything
 * embedded (`e2e`) and once with everything hosted (`hosted`). By hand: `npm start` in one terminal, `npx playwright
 * test` in another.
 */
// Without a graphics card the browser emulates one; drawing without it takes a tenth less of the processor.
const browser = { args: ["--disable-gpu"], ...JSON.parse(process.env.E2E_BROWSER ?? "{}") };

const hosted = process.env.E2E_BLOB_API !== undefined;
const isFull = process.env.KITH_FULL === "1";

export default defineConfig({
  testDir: "e2e",
  testIgnore: ["operations/**", "attacks/**", ...(hosted ? [] : ["hosted.spec.ts"])],
  // With hosted services the pages are the same: what involves a service is tested there, the rest only in full runs.
  ...(hosted && !isFull && { grep: /@services/ }),
  // `@embedded` tests need a part that is embedded by default, and `@full` ones show again, in another size or way, what
  // others show.
  grepInvert: [...(hosted ? [/@embedded/] : []), ...(isFull ? [] : [/@full/])],
  outputDir: `test-results/${hosted ? "hosted" : "embedded"}`, // pictures of a failed test outlive the next stage
  // A page waits for the server, for its debounces and for motion: more of them than two cores are busy with.
  workers: 3,
  fullyParallel: false,
  // The second try tells a race from a plain mistake. It does not make the test pass: a test that needs it has failed.
  retries: process.env.CI ? 1 : 0,
  // Generous: on a busy machine a page that is slow is not a page that fails.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: reporters(),
  use: {
    baseURL: process.env.E2E_URL ?? "http://localhost:3000",
    launchOptions: browser,
    // With a trace a test takes half as long again.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
