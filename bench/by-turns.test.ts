import { expect, it } from "vitest";
import { percentMore } from "./by-turns";

it("compares each round with its own, and takes the median", () => {
  expect(percentMore([10.4, 21, 10.2], [10, 20, 10])).toBeCloseTo(4);
  // A disturbance of one round affects both ways; one of a single import is an outlier.
  expect(percentMore([10.6, 31.8, 90], [10, 30, 10])).toBeCloseTo(6);
});

it("is within no limit when nothing was measured", () => {
  expect(percentMore([], []) <= 5).toBe(false);
});
