import { describe, expect, it } from "vitest";
import { convertValue, readCell } from "./convert";
import {
  type CellFormat,
  expectation,
  type FieldRule,
  type FieldType,
  fitValue,
  readDate,
  readNumber,
} from "./fields";
import { distinctOptions, optionsFault, splitOptions } from "./option-lists";
import { fieldOptions } from "./schemas";
import { readYesNo } from "./yes-no";

const rule = (type: FieldType, options: string[] = []): FieldRule => ({ type, options });

describe("values of fields", () => {
  it.each<[string, "dot" | "comma", number | undefined]>([
    ["1234.5", "dot", 1234.5],
    ["1,234.5", "dot", 1234.5],
    ["1.234,5", "comma", 1234.5],
    ["1.234", "comma", 1234],
    ["1.234", "dot", 1.234],
    ["12 345,67", "comma", 12345.67],
    ["1’234.50", "dot", 1234.5],
    ["−3", "dot", -3],
    ["-0", "dot", 0],
    ["12,34", "dot", undefined],
    ["1,2345", "dot", undefined],
    ["123456789012345", "dot", 123456789012345],
    ["1234567890123456", "dot", undefined],
    ["0.1234567890123456", "dot", undefined],
    ["1e5", "dot", undefined],
    ["", "dot", undefined],
    ["١٢", "dot", undefined],
    ["0x10", "dot", undefined],
  ])("reads the number %j with a decimal %s as %j", (text, format, value) => {
    expect(readNumber(text, format)).toBe(value);
  });

  it.each<[string, "ymd" | "dmy" | "mdy", string | undefined]>([
    ["2025-03-04", "ymd", "2025-03-04"],
    ["2025-03-04T00:00:00.000Z", "ymd", "2025-03-04"],
    ["2025-03-04 13:30", "ymd", undefined],
    ["03/04/2025", "dmy", "2025-04-03"],
    ["03/04/2025", "mdy", "2025-03-04"],
    ["4.3.2025", "dmy", "2025-03-04"],
    ["29.02.2024", "dmy", "2024-02-29"],
    ["29.02.2025", "dmy", undefined],
    ["31/04/2025", "dmy", undefined],
    ["13/31/2025", "mdy", undefined],
    ["03/04/25", "dmy", undefined],
    ["0000-01-01", "ymd", undefined],
  ])("reads the date %j by %s as %j", (text, format, value) => {
    expect(readDate(text, format)).toBe(value);
  });

  it("takes JSON of the type, and text in its one form; anything else does not fit", () => {
    expect([3, "3", "-0.5", "", null].map((one) => fitValue(rule("number"), one))).toEqual([
      3,
      3,
      -0.5,
      null,
      null,
    ]);
    expect([1e-6, -1e-6, 1e-7].map((one) => fitValue(rule("number"), one))).toEqual([1e-6, -1e-6, undefined]);
    expect(expectation(rule("number"))).toContain("0 or 0.000001 at least");
    for (const bad of ["3,5", "1 000", true, [], {}, Number.NaN, 1e300, 1e-9, "1e3", 0.1 + 0.2])
      expect(fitValue(rule("number"), bad), String(bad)).toBeUndefined();
    expect([true, "true", false, "false"].map((one) => fitValue(rule("boolean"), one))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const bad of ["yes", 1, "TRUE", "constructor", "__proto__"])
      expect(fitValue(rule("boolean"), bad), String(bad)).toBeUndefined();
    expect(fitValue(rule("date"), "2025-02-28")).toBe("2025-02-28");
    for (const bad of ["2025-02-29", "28.02.2025", 20250228, "2025-2-8"])
      expect(fitValue(rule("date"), bad), String(bad)).toBeUndefined();
    expect(fitValue(rule("choice", ["Free", "Größe"]), "GRÖSSE")).toBe("Größe");
    expect(fitValue(rule("choice", ["Free", "Größe"]), "größer")).toBeUndefined();
    expect(fitValue(rule("text"), { any: ["thing"] })).toEqual({ any: ["thing"] });
  });

  it("converts what fits, and never by a guess", () => {
    const convert = (type: FieldType, value: unknown, format: CellFormat | null = null) =>
      convertValue(rule(type, ["A"]), format, value);
    expect([
      convert("number", "12"),
      convert("number", "1.234"),
      convert("number", "1.234", "comma"),
    ]).toEqual([12, undefined, 1234]);
    expect([
      convert("date", "13/04/2025"),
      convert("date", "03/04/2025"),
      convert("date", "03/03/2025"),
    ]).toEqual(["2025-04-13", undefined, "2025-03-03"]);
    expect(
      ["05.06.1961", "1.2. 1990", "12.31.1990", "31.02.1990"].map((one) => convert("date", one)),
    ).toEqual(["1961-06-05", "1990-02-01", "1990-12-31", undefined]);
    const timed = [
      "2024-03-01T23:30:00Z",
      "2024-03-01 10:00",
      "2024-03-01T10:00:00.123+02:00",
      "2024-03-01T25:00",
    ];
    const days = ["2024-03-01", "2024-03-01", "2024-03-01", undefined];
    expect(timed.map((one) => convert("date", one))).toEqual(days);
    expect(timed.map((one) => convert("date", one, "dmy"))).toEqual(days);
    expect(convert("date", "05.06.1961", "mdy")).toBe("1961-05-06");
    expect([convert("boolean", "ja"), convert("boolean", 0), convert("boolean", "maybe")]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect([
      convert("text", 3),
      convert("text", true),
      convert("choice", "a"),
      convert("choice", { a: 1 }),
    ]).toEqual(["3", "true", "A", undefined]);
  });

  it("reads yes and no as people write them", () => {
    expect(["Ja", "oui", "x", "✔️", "1"].map(readYesNo)).toEqual([true, true, true, true, true]);
    expect(["nein", "Non", "0", "FALSE"].map(readYesNo)).toEqual([false, false, false, false]);
    expect(["maybe", "yes please", "10"].map(readYesNo)).toEqual([undefined, undefined, undefined]);
    // Read as Access means it, a column of -1, 0 and 1 would say yes twice, and lose which.
    expect(readYesNo("-1")).toBeUndefined();
    expect(readCell(rule("boolean"), null, "Sí")).toBe(true);
  });
});

it("options of a column are each one in any case, and no more than a field may have", () => {
  expect(distinctOptions(["Free", "Team; Plus", "free"])).toEqual(["Free", "Team; Plus"]);
  expect(distinctOptions(Array.from({ length: 101 }, (_, n) => `${n}`))).toHaveLength(100);
});

it("options that somebody lists are kept as they are, however many and long", () => {
  const long = "x".repeat(101);
  expect(splitOptions(` Free;\n${long} ; Free`)).toEqual(["Free", long]);
  expect(splitOptions("Klein; klein; u\u0308ber; über")).toEqual(["Klein", "klein", "über"]);
  expect(splitOptions(Array.from({ length: 101 }, (_, n) => `${n}`).join("\n"))).toHaveLength(101);
});

it("says what a field cannot have as options, as the API does", () => {
  const faults: [string[], ReturnType<typeof optionsFault>][] = [
    [["Free", "Pro"], null],
    [["x".repeat(100), "😀".repeat(100)], null],
    [["Free", "x".repeat(101)], { kind: "long", value: "x".repeat(101) }],
    [["😀".repeat(101)], { kind: "long", value: "😀".repeat(101) }],
    [Array.from({ length: 100 }, (_, n) => `${n}`), null],
    [Array.from({ length: 101 }, (_, n) => `${n}`), { kind: "most", count: 101 }],
    [["Klein", "Groß", "klein"], { kind: "same", first: "Klein", second: "klein" }],
  ];
  for (const [options, fault] of faults) {
    expect(optionsFault(options)).toEqual(fault);
    expect(fieldOptions.safeParse(options).success).toBe(fault === null);
  }
});
