import { expect, it } from "vitest";
import { COLUMNS, readHidden } from "./columns";

it("hides the columns that stand after a minus, and no others", () => {
  expect(readHidden("")).toEqual([]);
  expect(readHidden("-tags -company")).toEqual(["company", "tags"]);
  expect(readHidden("-toString -__proto__ tags")).toEqual([]);
  expect(readHidden(COLUMNS.map((column) => `-${column}`).join(" "))).toEqual(COLUMNS);
});

it("reads what earlier versions kept: order and widths, too", () => {
  expect(readHidden("tags:180 -phone:90 company added")).toEqual(["phone"]);
});
