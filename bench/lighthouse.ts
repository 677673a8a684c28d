import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import lighthouse, { type Result } from "lighthouse";
import { freePort } from "../scripts/lib/ports.mjs";
import { load, median, startSignedIn } from "./signed-in";

/**
 * `npm run bench lighthouse`: the production build in a real browser, signed in, with an import of 500 contacts. The
 * median of three runs (`--runs`) of each page on Lighthouse's own simulated phone; fails below the required scores.
 * `--desktop` uses its desktop settings instead, `--only overview` one page, `--reports <folder>` keeps the last
 * report of each page.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    desktop: { type: "boolean", default: false },
    reports: { type: "string" },
  },
});

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
type Category = (typeof CATEGORIES)[number];
const GATES: Record<Category, number> = { performance: 95, accessibility: 100, "best-practices": 100 };
const PAGES = { "sign-in": "/sign-in", overview: "/", contacts: "/contacts" };
const METRICS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
  SI: "speed-index",
};

const port = await freePort();
const product = await startSignedIn({ debuggingPort: port });
const failures: string[] = [];
try {
  await importPeople(500);
  console.log(`load ${load()} before, ${values.desktop ? "desktop" : "phone"}, median of ${values.runs}\n`);
  console.log(`| Page | ${CATEGORIES.join(" | ")} | runs | ${Object.keys(METRICS).join(" | ")} | load |`);
  console.log(`|${"---|".repeat(CATEGORIES.length + Object.keys(METRICS).length + 3)}`);
  for (const [name, path] of Object.entries(PAGES)) {
    if (!values.only || values.only === name) await measurePage(name, path);
  }
} finally {
  await product.stop();
}
if (failures.length > 0) {
  console.error(`\n${failures.join("\n")}`);
  process.exitCode = 1;
}

async function measurePage(name: string, path: string): Promise<void> {
  // The sign-in page sends people who are signed in to the overview.
  const cookies = await product.context.cookies();
  if (name === "sign-in") await product.context.clearCookies();
  const results: Result[] = [];
  for (let run = 0; run < Number(values.runs); run++) results.push(await measure(`${product.url}${path}`));
  await product.context.addCookies(cookies);
  const scores = (category: Category) =>
    results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100));
  for (const category of CATEGORIES) {
    const score = median(scores(category));
    if (score < GATES[category]) failures.push(`${name}: ${category} ${score}, wanted ${GATES[category]}`);
  }
  for (const audit of badAudits(results)) failures.push(`${name}: ${audit}`);
  const metrics = Object.values(METRICS).map((id) =>
    median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN)),
  );
  const cells = [
    name,
    ...CATEGORIES.map((category) => median(scores(category))),
    scores("performance").join(" "),
    ...metrics.map((value) => (value < 10 ? value.toFixed(3) : Math.round(value))),
    load(),
  ];
  console.log(`| ${cells.join(" | ")} |`);
  if (values.reports) writeFileSync(`${values.reports}/${name}.json`, JSON.stringify(results.at(-1)));
}

/** The findings of the two categories that must be perfect. */
function badAudits(results: Result[]): string[] {
  const ids = CATEGORIES.filter((category) => GATES[category] === 100).flatMap((category) =>
    results.flatMap((result) =>
      (result.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  );
  return [...new Set(ids)];
}

async function measure(url: string): Promise<Result> {
  const flags = {
    port,
    disableStorageReset: true,
    onlyCategories: [...CATEGORIES],
    logLevel: "error" as const,
    ...(values.desktop && {
      formFactor: "desktop" as const,
      screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
      throttling: {
        rttMs: 40,
        throughputKbps: 10_240,
        cpuSlowdownMultiplier: 1,
        requestLatencyMs: 0,
        downloadThroughputKbps: 0,
        uploadThroughputKbps: 0,
      },
    }),
  };
  const run = await lighthouse(url, flags);
  if (!run) throw new Error(`no result for ${url}`);
  if (run.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${run.lhr.finalDisplayedUrl}`);
  return run.lhr;
}

/** As a user does: upload, check the columns, check, import. */
async function importPeople(count: number): Promise<void> {
  const { page, url } = product;
  const rows = Array.from({ length: count }, (_, n) => `p${n}@example.com,Person ${n},Company ${n % 7}`);
  await page.goto(`${url}/imports/new`);
  await page.locator("input[type=file]").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,first_name,company\n${rows.join("\n")}\n`),
  });
  await page.getByRole("button", { name: "Check the import" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Import \d/ }).click();
  await page.getByRole("heading", { name: "Import completed" }).waitFor({ timeout: 60_000 });
}
