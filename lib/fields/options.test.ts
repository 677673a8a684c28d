import { expect, it } from "vitest";
import { findOption, nearestOption, newOptions } from "./options";

const PLANS = ["Free", "Enterprise", "Größe L", "Plan 1", "subscribed"];

it.each([
  ["enterprise", "Enterprise"],
  ["ENTERPRISE", "Enterprise"],
  ["Enter prise", "Enterprise"],
  ["Éntërprise", "Enterprise"],
  ["größe l", "Größe L"],
  ["GROSSE\u00a0L", "Größe L"],
  ["grösse L", "Größe L"],
  ["GRÖSSEL", "Größe L"],
  ["Enterprize", undefined],
  ["", undefined],
  [" ", undefined],
])("%j names %s", (text, option) => {
  expect(findOption(PLANS, text)).toBe(option);
});

it("an accent decides between options that are the same without it, and so do case and blanks", () => {
  const options = ["Pêche", "Péché", "A B", "AB"];
  expect(["pêche", "PÉCHÉ", "peche", "a b", "ab", "a  b"].map((text) => findOption(options, text))).toEqual([
    "Pêche",
    "Péché",
    undefined,
    "A B",
    "AB",
    undefined,
  ]);
  expect(findOption(["か", "が"], "が")).toBe("が");
  expect(findOption(["か"], "が")).toBeUndefined();
  expect(findOption(["´", "✓"], "\u200b")).toBeUndefined();
});

it.each([
  ["Enterprize", "Enterprise"],
  ["Entreprise", "Enterprise"],
  ["Enterpise", "Enterprise"],
  ["enterprisse ", "Enterprise"],
  ["Fre", undefined],
  ["Fred", "Free"],
  ["Plan 2", undefined],
  ["Plan 12", undefined],
  ["unsubscribed", undefined],
  ["Enthusiast", undefined],
])("%j is a misspelling of %s", (text, option) => {
  expect(nearestOption(PLANS, text)).toBe(option);
});

it("no option is the nearest where two are equally near", () => {
  expect(nearestOption(["Team A", "Team B"], "Team C")).toBeUndefined();
  expect(nearestOption(["Enterprises", "Enterprse"], "Enterprise")).toBeUndefined();
  expect(nearestOption(["Enterprises", "Enterpree"], "Enterprise")).toBe("Enterprises");
});

it("new options are the unknown words, once each; misspellings only if there is nothing else", () => {
  expect(newOptions(PLANS, ["free", "Scale", "scale", "Enterprize", "Trial"])).toEqual(["Scale", "Trial"]);
  expect(newOptions(PLANS, ["Enterprize"])).toEqual(["Enterprize"]);
  expect(newOptions(PLANS, ["FREE", "enter prise"])).toEqual([]);
});
