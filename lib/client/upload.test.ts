import { expect, it } from "vitest";
import { MAX_UPLOAD_BYTES, refusal } from "./upload";

it("refuses what cannot be imported before a byte is sent", () => {
  expect(refusal({ name: "people.CSV", size: 10 })).toBeNull();
  expect(refusal({ name: "people.tsv", size: MAX_UPLOAD_BYTES })).toBeNull();
  expect(refusal({ name: "people.xlsx", size: 10 })).toBe("wrongType");
  expect(refusal({ name: "people.csv", size: MAX_UPLOAD_BYTES + 1 })).toBe("tooLarge");
  expect(refusal({ name: "people.csv", size: 0 })).toBe("empty");
});
