import { fileURLToPath } from "node:url";
import type { ReporterDescription } from "@playwright/test";

/** A list for people, a report for `npm test`, and the results of files for docs/reliability.md, if they are requested. */
export function reporters(): ReporterDescription[] {
  const { E2E_REPORT, KITH_RESULTS } = process.env;
  const outcomes = fileURLToPath(new URL("../scripts/reliability/playwright-reporter.mjs", import.meta.url));
  return [
    ["list"],
    ...(E2E_REPORT ? ([["json", { outputFile: E2E_REPORT }]] satisfies ReporterDescription[]) : []),
    ...(KITH_RESULTS ? ([[outcomes]] satisfies ReporterDescription[]) : []),
  ];
}
