import { expect, it } from "vitest";
import { namesTag } from "./precondition";

it.each([
  ["*", true],
  [" * ", true],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b","a" ,', true],
  [', ,"a"', true],
  ['"b,a", "a"', true],
  ['"A"', false],
  ['"b"', false],
  ['"b,"a""', false],
  ['"a"x', false],
  ['x"a"', false],
  ['"a" "b"', false],
  ['"a', false],
  ['"a", *', false],
  ['w/"a"', false],
  ["a", false],
  ["", false],
  [`${" ".repeat(999)}x`, false],
])("of the list %s that tag is %s", (header, expected) => {
  expect(namesTag(header, '"a"')).toBe(expected);
});
