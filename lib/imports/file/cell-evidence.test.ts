import { expect, it } from "vitest";
import { CellEvidence } from "./cell-evidence";

function typeOf(cells: string[]) {
  const evidence = new CellEvidence();
  for (const cell of cells) evidence.add(cell);
  return evidence.summary()?.type;
}

it.each([
  [["2.10", "2.1"]],
  [["2,10", "3", "2,1"]],
  [["7", "8", "7.0"]],
  [["1,000", "1000"]],
  [["7", "007"]],
  [[...Array.from({ length: 2000 }, (_, n) => `${n}`), "3.0"]],
])("numbers that a file tells apart by how they are written are text: %j", (cells) => {
  expect(typeOf(cells)).toBe("text");
});

it.each([
  [["1.10", "2.00", "2.50", "1.10"]],
  [["5", "5.5", "12", "5"]],
  [["1,000.50", "20", "3"]],
  [["1.10"]],
])("prices of one spelling each are numbers: %j", (cells) => expect(typeOf(cells)).toBe("number"));

it("what one number format would merge does not matter where cells are in another", () => {
  // In the format with a comma for decimals, the first two are one number.
  expect(typeOf(["1.234", "1234", "2.5"])).toBe("number");
});
