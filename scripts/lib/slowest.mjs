import { relative } from "node:path";
import { root } from "./project.mjs";
import { seconds } from "./terminal.mjs";

/**
 * Shows the slowest test files.
 * @param {{ name: string, ms: number }[]} files
 */
export function showSlowest(files) {
  if (files.length < 20) return;
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  console.log(
    slowest
      .map(
        (/** @type {{ name: string, ms: number }} */ { name, ms }) =>
          `  ${seconds(ms)} ${relative(root, name)}`,
      )
      .join("\n"),
  );
}
