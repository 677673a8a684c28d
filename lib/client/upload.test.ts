import { expect, it, vi } from "vitest";
import { MAX_UPLOAD_BYTES, noteAllowance, refusal, uploadAllowance } from "./upload";

it("refuses what cannot be imported before a byte is sent", () => {
  expect(refusal({ name: "people.CSV", size: 10 })).toBeNull();
  expect(refusal({ name: "people.tsv", size: MAX_UPLOAD_BYTES })).toBeNull();
  expect(refusal({ name: "people.csv.gz", size: 10 })).toBeNull();
  expect(refusal({ name: "People.ZIP", size: 10 })).toBeNull();
  for (const name of ["people.xlsx", "people.jsonl", "contacts.vcf", "people.jsonl.gz"])
    expect(refusal({ name, size: 10 })).toBeNull();
  expect(refusal({ name: "people.ods", size: 10 })).toBe("wrongType");
  expect(refusal({ name: "people.csv", size: MAX_UPLOAD_BYTES + 1 })).toBe("tooLarge");
  expect(refusal({ name: "people.csv", size: 0 })).toBe("empty");
});

it("remembers how many more uploads there may be, until their window is over", () => {
  const headers = new Map([
    ["x-ratelimit-remaining", "1"],
    ["x-ratelimit-reset", "1000"],
  ]);
  noteAllowance((name) => headers.get(name) ?? null);
  expect(uploadAllowance(999)).toEqual({ remaining: 1, resetAt: 1000 });
  expect(uploadAllowance(1000)).toBeNull();
  noteAllowance(() => null);
  expect(uploadAllowance(999)).toEqual({ remaining: 1, resetAt: 1000 });
});

it("remembers it for the pages that are loaded later", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  noteAllowance((name) => (name === "x-ratelimit-reset" ? "1000" : "0"));
  vi.resetModules();
  const later = await import("./upload");
  expect(later.uploadAllowance(999)).toEqual({ remaining: 0, resetAt: 1000 });
});
