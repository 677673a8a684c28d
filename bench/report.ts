import { readFileSync, writeFileSync } from "node:fs";

/** Puts a table into a page of the documentation, between the marks of its bench. */
export function writeReport(bench: string, text: string, file = "docs/performance.md"): void {
  const marked = new RegExp(`<!-- bench ${bench} -->[\\s\\S]*?<!-- end -->`);
  const page = readFileSync(file, "utf8");
  if (!marked.test(page)) throw new Error(`${file} has no place for the table of ${bench}`);
  writeFileSync(
    file,
    page.replace(marked, () => `<!-- bench ${bench} -->\n${text}\n<!-- end -->`),
  );
}

/** The value that a part of the list, from 0 to 1, does not exceed. */
export function percentile(list: number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/** How much the second number grows while the first grows by one, by least squares. */
export function slopeOf(points: [number, number][]): number {
  const mean = (of: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([one]) => one), mean(([, other]) => other)];
  return mean(([one, other]) => (one - x) * (other - y)) / mean(([one]) => (one - x) ** 2);
}
