import { expect, it } from "vitest";
import { between } from "./use-selection";

const rows = ["a", "b", "c", "d"];

it("takes the rows between two, in either direction", () => {
  expect(between(rows, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(rows, "d", "b")).toEqual(["b", "c", "d"]);
  expect(between(rows, "c", "c")).toEqual(["c"]);
});

it("takes the one row when the other end is not in the list any more", () => {
  expect(between(rows, null, "c")).toEqual(["c"]);
  expect(between(rows, "gone", "c")).toEqual(["c"]);
});
