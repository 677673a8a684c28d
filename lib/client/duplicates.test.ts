import { expect, it } from "vitest";
import { conflictingFields, customRules } from "./duplicates";

it("finds the custom fields of which a merge keeps one value", () => {
  const one = { custom_fields: { city: "Rome", plan: "pro", seat: 1, only: "a" } };
  const other = { custom_fields: { city: "Paris", plan: "pro", seat: "1", toString: "x" } };
  expect(conflictingFields(one, other)).toEqual(["city", "seat"]);
  expect(conflictingFields({ custom_fields: null }, other)).toEqual([]);
  expect(conflictingFields({ custom_fields: { toString: "y" } }, { custom_fields: null })).toEqual([]);
});

it("adds to the rules for single fields", () => {
  expect(customRules({})).toEqual({});
  expect(customRules({ custom_fields: { city: "other" } })).toEqual({ city: "other" });
});
