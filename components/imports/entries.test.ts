import { expect, it } from "vitest";
import { uploadedBytes } from "./entries";

it("says the size only of files that are stored as they were uploaded", () => {
  expect(uploadedBytes({ filename: "people.CSV", blob_bytes: 21 })).toBe(21);
  expect(uploadedBytes({ filename: "book.xlsx", blob_bytes: 21 })).toBeNull();
  expect(uploadedBytes({ filename: "people.csv.gz", blob_bytes: 21 })).toBeNull();
});
