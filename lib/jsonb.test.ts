import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { fitsJsonb } from "./jsonb";

it("says what Postgres says", async () => {
  const values = [
    "a",
    "\u0000",
    "a\u0000b",
    "\\u0000",
    "\\\\u0000",
    "\\\u0000",
    "😀",
    "\ud800",
    "\udc00\ud800",
    "\u001f",
    '"\\"',
  ];
  for (const value of values) {
    const stored = await pg()`select ${JSON.stringify({ value })}::text::jsonb`.then(
      () => true,
      () => false,
    );
    expect([value, fitsJsonb({ value })]).toEqual([value, stored]);
  }
});
