import { expect, it } from "vitest";
import { formatter } from "./format";

const english = formatter("en");
const german = formatter("de");

it("writes numbers, shares and sizes as the language does", () => {
  expect(english.number(1234567)).toBe("1,234,567");
  expect(german.number(1234567)).toBe("1.234.567");
  expect(english.percent(99.2)).toBe("99.2%");
  expect(english.bytes(200 * 1024 * 1024)).toBe("200\u00a0MB");
  expect(english.bytes(999)).toBe("999\u00a0bytes");
});

it("chooses the unit of a time by its length", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");
  const ago = (seconds: number) => english.ago(new Date(now - seconds * 1000).toISOString(), now);
  expect(ago(20)).toBe("now");
  expect(ago(180)).toBe("3 minutes ago");
  expect(ago(86_400)).toBe("yesterday");
  expect(english.duration(40)).toBe("40\u00a0seconds");
  expect(english.duration(600)).toBe("10\u00a0minutes");
  expect(english.duration(0.2)).toBe("1\u00a0second");
});

it("reads a calendar day as UTC wherever the browser is", () => {
  expect(english.dayUtc("2026-11-20")).toBe("Nov 20");
});
