import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FAMILIES } from "@/lib/metrics";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
const alerts = read("deploy/alerts.yml");
const manual = read("docs/operations.md");

/** Names of metrics in a text that no scrape has. */
function unknownMetrics(text: string): string[] {
  const names = text.match(/\bkith_[a-z_]+\b/g) ?? [];
  return names.filter(
    (name) => !(name in FAMILIES || name.replace(/_(?:bucket|sum|count)$/, "") in FAMILIES),
  );
}

/** Alerts without a chapter that says what to do, or whose link leads elsewhere. */
function unexplained(rules: string, chapters: string): string[] {
  const found = [...rules.matchAll(/alert: (\w+)[\s\S]*?runbook: "docs\/operations\.md#(\w+)"/g)];
  const explained = found.filter(
    ([, name = "", link]) => link === name.toLowerCase() && chapters.includes(`\n### ${name}\n`),
  );
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  return names.filter((name) => !explained.some((one) => one[1] === name));
}

describe("metrics", () => {
  it("that alerts and the manual name are in the scrape", () => {
    expect(unknownMetrics(alerts)).toEqual([]);
    expect(unknownMetrics(manual)).toEqual([]);
    expect(unknownMetrics("rate(kith_request_total[5m]), kith_mail_wait_seconds")).toEqual([
      "kith_request_total",
    ]);
  });

  it("are all explained in the manual", () => {
    expect(Object.keys(FAMILIES).filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  it("raise alerts that say what to do", () => {
    expect(alerts.match(/alert:/g)?.length).toBeGreaterThan(5);
    expect(unexplained(alerts, manual)).toEqual([]);
    const planted = '- alert: KithNews\n runbook: "docs/operations.md#kithnews"\n';
    expect(unexplained(planted + alerts, manual)).toEqual(["KithNews"]);
  });
});
