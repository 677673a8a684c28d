import { expect, it } from "vitest";
import { COLUMNS, columnKey, customColumn, readHidden, readKeys } from "./columns";

it("hides the columns that stand after a minus, and no others", () => {
  expect(readHidden("")).toEqual([]);
  expect(readHidden("-tags -company")).toEqual(["company", "tags"]);
  expect(readHidden("-toString -__proto__ tags")).toEqual([]);
  expect(readHidden(COLUMNS.map((column) => `-${column}`).join(" "))).toEqual(COLUMNS);
});

it("reads what earlier versions kept: order and widths, too", () => {
  expect(readHidden("tags:180 -phone:90 company added")).toEqual(["phone"]);
});

it("keeps keys of custom fields in their order, each once, whatever they are called", () => {
  const keys = ["__proto__", "a, b", 'quo"te', "constructor"];
  expect(readKeys(JSON.stringify([...keys, "a, b", "", 7]))).toEqual(keys);
  expect(["", "{}", "no JSON", "null"].map(readKeys)).toEqual([[], [], [], []]);
  expect(keys.map((key) => columnKey(customColumn(key)))).toEqual(keys);
  expect(COLUMNS.map(columnKey)).toEqual(COLUMNS.map(() => null));
});
