import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lastSaid, logPath, logSize } from "./lib/postgres-ends.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const home = temporaryFolder();

it("reads the end of a log of any size, from a place on", () => {
  expect(lastSaid(home, 0)).toBe("");
  writeFileSync(logPath(home), "");
  expect(lastSaid(home, 0)).toBe("");
  truncateSync(logPath(home), 3 * 2 ** 30);
  const from = logSize(home);
  appendFileSync(logPath(home), "No space left on device");
  expect(lastSaid(home, from)).toBe("No space left on device");
  expect(lastSaid(home, 0)).toMatch(/No space left on device$/);
  expect(lastSaid(home, 0)).toHaveLength(4_000);
});
