import { expect, it } from "vitest";
import { digestMoment } from "./send";
import { isoWeek, lastDigestTime } from "./week";

const at = (text: string) => new Date(text);

it.each([
  ["2026-11-16T08:00:00.000Z", "2026-W47"],
  ["2026-11-22T23:59:59.999Z", "2026-W47"],
  ["2026-01-01T00:00:00.000Z", "2026-W01"],
  ["2027-01-03T12:00:00.000Z", "2026-W53"],
  ["2027-01-04T00:00:00.000Z", "2027-W01"],
  ["2024-12-30T08:00:00.000Z", "2025-W01"],
])("%s lies in %s", (moment, week) => {
  expect(isoWeek(at(moment))).toBe(week);
});

it("finds the last Monday 08:00 UTC", () => {
  const monday = "2026-11-16T08:00:00.000Z";
  for (const now of [
    monday,
    "2026-11-16T08:00:00.001Z",
    "2026-11-22T23:00:00.000Z",
    "2026-11-23T07:59:59.999Z",
  ])
    expect(lastDigestTime(at(now)).toISOString()).toBe(monday);
  expect(lastDigestTime(at("2026-11-16T07:59:59.999Z")).toISOString()).toBe("2026-11-09T08:00:00.000Z");
});

it("reports up to 08:00 sharp when it is called within the hour, else up to now", () => {
  expect(digestMoment(at("2026-11-16T08:41:10.000Z")).toISOString()).toBe("2026-11-16T08:00:00.000Z");
  expect(digestMoment(at("2026-11-16T09:00:00.000Z")).toISOString()).toBe("2026-11-16T09:00:00.000Z");
});
