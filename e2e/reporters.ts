import { fileURLToPath } from "node:url";
import type { ReporterDescription } from "@playwright/test";

/** A list for people, a report for `npm test`, and how files ended for docs/reliability.md, where those are asked for. */
export function reporters(): ReporterDescription[] {
  const { E2E_REPORT, KITH_RESULTS } = process.env;
  const outcomes = fileURLToPath(new URL("../scripts/reliability/playwright-reporter.mjs", import.meta.url));
  return [
    ["list"],
    ...(E2E_REPORT ? ([["json", { outputFile: E2E_REPORT }]] satisfies ReporterDescription[]) : []),
    ...(KITH_RESULTS ? ([[outcomes]] satisfies ReporterDescription[]) : []),
  ];
}
