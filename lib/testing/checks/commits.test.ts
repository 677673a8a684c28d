import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** None where there is no git history, as in an unpacked archive. */
const subjects =
  spawnSync("git", ["log", "-50", "--no-merges", "--format=%s"], { encoding: "utf8" }).stdout ?? "";
const tooLong = (lines: string) => lines.split("\n").filter((line) => line.length > 72);

it.skipIf(subjects === "")("the last commits have subjects of at most 72 characters", () => {
  expect(tooLong(subjects)).toEqual([]);
  expect(tooLong(`${subjects}docs: ${"x".repeat(67)}`)).toHaveLength(1);
});
