import { expect, it } from "vitest";
import { ApiFailure } from "./failure";
import { isCheckRepeated, runningPollMs } from "./imports";

const refusal = (details?: unknown) =>
  new ApiFailure({ status: 503, code: "SERVICE_UNAVAILABLE", message: "not now", details });

it("repeats a check of a file while the server checks others, a few times, at the limit of requests always, and after no other failure", () => {
  const busy = refusal({ busy: true });
  expect([0, 4, 5].map((count) => isCheckRepeated(count, busy))).toEqual([true, true, false]);
  const limited = new ApiFailure({ status: 429, code: "RATE_LIMITED", message: "not now" });
  expect(isCheckRepeated(99, limited)).toBe(true);
  const others = [refusal(), refusal([{ path: ["email"] }]), new TypeError("boom")];
  expect(others.map((error) => isCheckRepeated(0, error))).toEqual([false, false, false]);
});

it("looks at running work soon, then ever less often", () => {
  let age = 0;
  const looks: number[] = [];
  while (age < 60_000) {
    age += runningPollMs(age);
    looks.push(age);
  }
  expect(looks[0]).toBe(150);
  expect(looks.filter((at) => at <= 2000).length).toBeGreaterThan(4);
  expect(looks.length, "looks in the first minute; 100 requests are allowed").toBeLessThan(40);
  expect(runningPollMs(30_000)).toBe(2500);
});
