import { expect, it } from "vitest";
import { acceptedShare } from "./accepted-share";

const none = { successRate: 0 };
const pending = { status: "pending", processed_rows: 0 } as const;

it("is none before an import has read rows", () => {
  expect(acceptedShare(none, [])).toBeNull();
  expect(acceptedShare(none, [pending])).toBeNull();
  expect(acceptedShare(none, [{ status: "processing", processed_rows: 20_000 }])).toBeNull();
});

it("is what the server says once there are rows, also if all of them were rejected", () => {
  expect(acceptedShare(none, [pending, { status: "completed", processed_rows: 3 }])).toBe(0);
  expect(acceptedShare({ successRate: 97.5 }, [])).toBe(97.5);
});

it("is unknown as long as the imports are, unless the server says that rows were accepted", () => {
  expect(acceptedShare(none, undefined)).toBeUndefined();
  expect(acceptedShare({ successRate: 97.5 }, undefined)).toBe(97.5);
});
