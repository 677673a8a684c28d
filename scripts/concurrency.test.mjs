import { expect, it } from "vitest";
import {
  connectionsNeeded,
  judgeConnections,
  judgeProcesses,
  poolSize,
  processCount,
} from "./lib/concurrency.mjs";
import { heapLimitMb, memoryMb } from "./lib/heap.mjs";

it.each([
  [1, 64_000, 1],
  [2, 64_000, 1],
  [3, 64_000, 2],
  [4, 64_000, 2],
  [8, 64_000, 5],
  [16, 64_000, 10],
  [64, 64_000, 15],
  [16, 4_000, 3],
  [16, 500, 1],
])("gives %i cores and %i MB %i processes", (cores, mb, processes) => {
  expect(processCount({}, cores, mb)).toBe(processes);
  expect(processCount({ WEB_CONCURRENCY: "7" }, cores, mb)).toBe(7);
});

it("by itself never wants more connections than an ordinary server of 100 gives", () => {
  for (let processes = 1; processes <= 15; processes++) {
    expect(connectionsNeeded({}, processes)).toBeLessThanOrEqual(100);
    expect(poolSize({}, processes)).toBeGreaterThanOrEqual(5);
  }
  expect(poolSize({}, 3)).toBe(10);
  expect(poolSize({ DATABASE_POOL_SIZE: "30" }, 15)).toBe(30);
});

it("leaves half of the memory to others, however many processes there are", () => {
  const floor = 512;
  for (const processes of [1, 2, 3, 8]) {
    const all = processes * heapLimitMb("", processes);
    expect(all).toBeLessThanOrEqual(Math.max(memoryMb() / 2 + processes, processes * floor));
  }
  expect(heapLimitMb("--max-old-space-size=777", 3)).toBe(777);
});

it("the doctor says how many there are, and warns when the server has too few connections for them", () => {
  expect(judgeProcesses({ WEB_CONCURRENCY: "3" })).toMatchObject({
    state: "ok",
    message: "3 of the app (WEB_CONCURRENCY)",
  });
  expect(judgeProcesses({ WEB_CONCURRENCY: "three" }).state).toBe("fail");
  expect(judgeConnections({}, 97, 3)).toMatchObject({
    state: "ok",
    message: expect.stringContaining("3 × 10"),
  });
  expect(judgeConnections({ DATABASE_POOL_SIZE: "40" }, 97, 3)).toMatchObject({
    state: "warn",
    fix: expect.stringContaining("WEB_CONCURRENCY"),
  });
});
