import { expect, it } from "vitest";
import { CellEvidence } from "./cell-evidence";

function summaryOf(cells: string[]) {
  const evidence = new CellEvidence({ isOwn: false, header: "Plan" });
  for (const cell of cells) evidence.add(cell);
  return evidence.summary();
}

const typeOf = (cells: string[]) => summaryOf(cells)?.type;

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

it("days between dots come first, unless the file shows otherwise", () => {
  const german = ["12.03.1980", "01.01.1975", "03.04.1990"];
  expect(summaryOf(german)).toMatchObject({ type: "date", date_format: "dmy" });
  expect(summaryOf([...german, "12.31.1999"])).toMatchObject({ date_format: "mdy", type: "date" });
  expect(summaryOf([...german, "01/02/1999"])).toMatchObject({ date_format: null, type: "text" });
});

it("days with a time are text, and known to begin with the year", () => {
  const timed = ["2024-03-01T10:00:00Z", "2024-03-02 10:00"];
  expect(summaryOf(timed)).toMatchObject({ type: "text", date_format: "ymd" });
});

it("options are written as they are most, and where they come first", () => {
  const cells = ["Free", "Team", "team", "team", "pro", "free", "free"];
  expect(summaryOf(cells)?.options).toEqual(["free", "team", "pro"]);
});

const again = (values: string[], times: number) => Array.from({ length: times }, () => values).flat();

it("a few short words that recur are a choice", () => {
  expect(summaryOf(again(["Free", "Team", "Pro"], 7))).toMatchObject({
    type: "choice",
    options: ["Free", "Team", "Pro"],
  });
});

it.each([
  ["too few cells", again(["Free", "Team", "Pro"], 6)],
  ["too many different ones", again([..."abcdefghijklm"], 5)],
  ["words that hardly recur", again([..."abcdefgh"], 3)],
  ["one word", again(["Customer"], 40)],
  ["lists of words", again(["Customer, VIP", "Customer"], 20)],
  ["addresses", again(["a@example.com", "b@example.com"], 20)],
  ["codes", again(["01067", "20095"], 20)],
  ["days of which the order is unknown", again(["03/04/2025", "05/06/2025"], 20)],
  ["sentences", again(["Call in the afternoon, never before two", "x".repeat(41)], 20)],
])("%s are no choice", (_, cells) => expect(typeOf(cells)).toBe("text"));

it("says that any format will do where all cells were seen and none is a number or a day", () => {
  const evidence = new CellEvidence({ isOwn: false, header: "Day" });
  expect(evidence.summary([], true)).toMatchObject({ type: "text", any_format: true });
  expect(evidence.summary([], false)).toBeUndefined();
  evidence.add("soon");
  expect(evidence.summary([], true)).toMatchObject({ any_format: true });
  expect(evidence.summary([], false)).not.toHaveProperty("any_format");
  evidence.add("03/04/2025");
  expect(evidence.summary([], true)).not.toHaveProperty("any_format");
});
