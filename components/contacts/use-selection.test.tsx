import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { between, useSelection } from "./use-selection";

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

it("is kept for the same filter, and empty for another", () => {
  const seen: string[][] = [];
  /** A step of a person's at each rendering. */
  function Steps() {
    const [step, setStep] = useState(0);
    const { selected, selectAll } = useSelection(rows, { search: step < 3 ? "ada" : "grace" });
    seen.push([...selected]);
    if (step === 0) selectAll(["a", "b"]);
    if (step < 4) setStep(step + 1);
    return null;
  }
  renderToStaticMarkup(<Steps />);
  expect(seen.at(-3)).toEqual(["a", "b"]);
  expect(seen.at(-1)).toEqual([]);
});
