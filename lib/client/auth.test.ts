import { expect, it } from "vitest";
import { safeNext } from "./auth";

it("goes on to paths of this site only", () => {
  expect(safeNext("/contacts?q=a#top")).toBe("/contacts?q=a#top");
  for (const elsewhere of [
    null,
    "",
    "contacts",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    expect(safeNext(elsewhere), String(elsewhere)).toBe("/");
  }
});
