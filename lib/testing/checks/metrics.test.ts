import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FAMILIES } from "@/lib/metrics";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
const alerts = read("deploy/alerts.yml");
const manual = read("docs/operations.md");
const dashboard = read("deploy/grafana.json");

const panelsOf = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      description: z.string().optional(),
      gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

/** Metrics of the scrape that no panel shows. */
function unseenMetrics(json: string): string[] {
  const shown = panelsOf
    .parse(JSON.parse(json))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return Object.keys(FAMILIES).filter((name) => !shown.some((expr) => expr.includes(name)));
}

/** Panels that overlap others, or exceed the 24 columns. */
function misplaced(json: string): string[] {
  const taken = new Set<string>();
  return panelsOf.parse(JSON.parse(json)).panels.flatMap(({ title, gridPos: { h, w, x, y } }) => {
    const cells = Array.from({ length: h * w }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`);
    const isWrong = x + w > 24 || cells.some((cell) => taken.has(cell));
    for (const cell of cells) taken.add(cell);
    return isWrong ? [title] : [];
  });
}

/** Names of metrics in a text that are in no scrape. */
function unknownMetrics(text: string): string[] {
  const names = text.match(/\bkith_[a-z_]+\b/g) ?? [];
  return names.filter(
    (name) => !(name in FAMILIES || name.replace(/_(?:bucket|sum|count)$/, "") in FAMILIES),
  );
}

/** Alerts without a chapter that says what to do, or with a link to another place. */
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
    expect(unknownMetrics(dashboard)).toEqual([]);
    expect(unknownMetrics("rate(kith_request_total[5m]), kith_mail_wait_seconds")).toEqual([
      "kith_request_total",
    ]);
  });

  it("are all explained in the manual", () => {
    expect(Object.keys(FAMILIES).filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  it("are all on the dashboard, whose panels have places of their own and say what they show", () => {
    expect(unseenMetrics(dashboard)).toEqual([]);
    expect(unseenMetrics(dashboard.replaceAll("kith_mail_wait_seconds", "kith_mails"))).toEqual([
      "kith_mail_wait_seconds",
    ]);
    expect(misplaced(dashboard)).toEqual([]);
    expect(misplaced(dashboard.replaceAll(/"x": \d+/g, '"x": 0')).length).toBeGreaterThan(0);
    const { panels } = panelsOf.parse(JSON.parse(dashboard));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const silent = panels.filter(({ targets, description }) => targets.length > 0 && !description);
    expect(silent).toEqual([]);
  });

  it("raise alerts that say what to do", () => {
    expect(alerts.match(/alert:/g)?.length).toBeGreaterThan(5);
    expect(unexplained(alerts, manual)).toEqual([]);
    const planted = '- alert: KithNews\n runbook: "docs/operations.md#kithnews"\n';
    expect(unexplained(planted + alerts, manual)).toEqual(["KithNews"]);
  });
});
