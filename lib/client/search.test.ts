import { expect, it } from "vitest";
import { listContactsQuery } from "@/lib/contacts/schemas";
import { askedFor, isFound } from "./search";

it("asks for no more than the API takes", () => {
  const long = [
    "x".repeat(500),
    Array.from({ length: 60 }, (_, n) => `w${n}`).join("  "),
    "ﷺ ".repeat(90),
    `${"x".repeat(199)}😀`,
    " klara  müller ",
  ];
  for (const text of long) {
    const search = askedFor(text);
    expect(listContactsQuery.safeParse({ search }).error?.issues, text.slice(0, 20)).toBeUndefined();
  }
  expect(askedFor(" klara  müller ")).toBe("klara  müller");
});

it("finds what the API finds: words in any order, without accents and case", () => {
  expect(isFound("Klara Müller klara@example.com", "muller KLARA")).toBe(true);
  expect(isFound("Straße", "strasse")).toBe(true);
  expect(isFound("Straße", "strassen")).toBe(false);
  expect(isFound("Ada", "")).toBe(true);
});
