import { expect, it } from "vitest";
import { ApiFailure } from "./failure";
import { isCheckRepeated } from "./imports";

const refusal = (details?: unknown) =>
  new ApiFailure({ status: 503, code: "SERVICE_UNAVAILABLE", message: "not now", details });

it("repeats a check of a file while the server checks others, a few times, and after no other failure", () => {
  const busy = refusal({ busy: true });
  expect([0, 4, 5].map((count) => isCheckRepeated(count, busy))).toEqual([true, true, false]);
  const others = [refusal(), refusal([{ path: ["email"] }]), new TypeError("boom")];
  expect(others.map((error) => isCheckRepeated(0, error))).toEqual([false, false, false]);
});
