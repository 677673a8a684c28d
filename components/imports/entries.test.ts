import { expect, it } from "vitest";
import { uploadedBytes } from "./entries";

it("says the size of the file that was uploaded, whatever is stored of it", () => {
  expect(uploadedBytes({ filename: "book.xlsx", blob_bytes: 21, uploaded_bytes: 9000 })).toBe(9000);
  expect(uploadedBytes({ filename: "people.csv", blob_bytes: 21, uploaded_bytes: 19 })).toBe(19);
});

it("says it of older imports, whose size as uploaded is not known, if they are stored as they were uploaded", () => {
  expect(uploadedBytes({ filename: "people.CSV", blob_bytes: 21, uploaded_bytes: null })).toBe(21);
  expect(uploadedBytes({ filename: "book.xlsx", blob_bytes: 21, uploaded_bytes: null })).toBeNull();
  expect(uploadedBytes({ filename: "people.csv.gz", blob_bytes: 21, uploaded_bytes: null })).toBeNull();
});
