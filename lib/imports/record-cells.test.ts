import fc from "fast-check";
import { expect, it } from "vitest";
import { parseHead } from "./file/records";
import { cellsOf } from "./record-cells";

it.each([
  ['"Name, first","E-mail"', ",", ["Name, first", "E-mail"]],
  ['"Name, first";"E-mail"', ",", ['"Name', ' first";"E-mail"']],
  ['a, "b, ""c""" ,d', ",", ["a", 'b, "c"', "d"]],
  ["a\t \t", "\t", ["a", " ", ""]],
  ['a"b,c', ",", ['a"b', "c"]],
])("cuts %s at %j", (record, delimiter, cells) => {
  expect(cellsOf(record, delimiter)).toEqual(cells);
});

it("cuts a record as the importer does", () => {
  const delimiters = [",", ";", "\t", "|", " "];
  const part = fc.constantFrom(...delimiters, '"', '""', "a", "é", " x");
  const records = fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => `${parts.join("")}z`);
  fc.assert(
    fc.property(records, fc.constantFrom(...delimiters), (record, delimiter) => {
      const [read] = parseHead(Buffer.from(record), true, delimiter, 1);
      expect(cellsOf(record, delimiter)).toEqual(read?.cells);
    }),
    { numRuns: 2000 },
  );
});
