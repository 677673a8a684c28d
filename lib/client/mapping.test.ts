import { describe, expect, it } from "vitest";
import {
  columnsBeyond,
  customField,
  customKey,
  isErrorFile,
  isOwnColumn,
  keepingAll,
  MOST_CUSTOM,
  mappingProblems,
  samples,
} from "./mapping";
import { AS_DETECTED } from "./reading";

const preview = {
  importId: "i",
  preview: {
    headers: ["E-Mail", "Ort", "leer"],
    rows: [
      ["a@example.com", "Köln", ""],
      ["b@example.com", "Köln", " "],
      ["c@example.com", "Bonn", ""],
      ["d@example.com", "Ulm", ""],
    ],
    totalRows: 4,
  },
  suggestions: [{ header: "E-Mail", field: "email", confidence: "high" as const }],
  draft: {
    version: 0,
    columnMapping: { "E-Mail": "email", Ort: "skip", leer: "skip" },
    columnTypes: {},
    questions: [],
    options: {
      duplicateStrategy: "update" as const,
      emptyCells: "keep" as const,
      tagIds: [],
      rules: {},
      leaveOut: { rows: [], kinds: [] },
      optOutValues: {},
      allOptedOut: false,
    },
    dialect: AS_DETECTED,
    corrections: { version: 0, rows: 0, rules: [] },
  },
  source: null,
  filename: "a.csv",
  encoding: "utf-8",
  delimiter: ";",
  quote: '"' as const,
  escape: "double" as const,
  headerRow: 1,
  headerLine: 1,
  top: [],
  preamble: [],
  certainty: { encoding: "certain" as const, delimiter: "certain" as const, headerRow: "certain" as const },
  encodingCandidates: [],
  warnings: [],
  duplicate_of: null,
  remembered: false,
};

describe("mapping", () => {
  it("knows the columns of a file of rejected rows", () => {
    expect(isErrorFile(["E-Mail", "_line", "_error"])).toBe(true);
    expect(isErrorFile(["E-Mail", "_line"])).toBe(false);
    expect(["E-Mail", "_line", "line", "_error"].filter(isOwnColumn)).toEqual(["_line", "_error"]);
  });

  it("names the columns that there is no room for, until the user decides about them", () => {
    const why = { field: "skip", confidence: "low", reason_code: "beyond_custom_fields" } as const;
    const suggestions = [
      ...preview.suggestions,
      { ...why, header: "Ort" },
      { ...why, header: "leer", reason_code: "row_counter" as const },
    ];
    expect(columnsBeyond({ ...preview, suggestions }, "beyond_custom_fields")).toEqual(["Ort"]);
    const columnMapping = { ...preview.draft.columnMapping, Ort: "custom_fields.Ort" };
    const draft = { ...preview.draft, columnMapping };
    expect(columnsBeyond({ ...preview, suggestions, draft }, "beyond_custom_fields")).toEqual([]);
  });

  it("demands one e-mail column and each field once, except for what is skipped", () => {
    expect(mappingProblems({ a: "email", b: "skip", c: "skip" })).toEqual([]);
    expect(mappingProblems({ a: "phone" })).toEqual([{ kind: "needEmail" }]);
    expect(mappingProblems({ a: "email", b: "email" })).toEqual([{ kind: "twice", field: "email" }]);
    expect(mappingProblems({ a: "email", b: "notes", c: "notes", d: "notes" })).toEqual([
      { kind: "twice", field: "notes" },
    ]);
  });

  it("shows different values, never empty ones", () => {
    expect(samples(preview, "Ort")).toEqual(["Köln", "Bonn", "Ulm"]);
    expect(samples(preview, "E-Mail")).toHaveLength(3);
    expect(samples(preview, "leer")).toEqual([]);
  });

  it("names custom fields within the API's limit", () => {
    expect(customKey(customField(`  ${"x".repeat(80)}`))).toBe("x".repeat(64));
    expect(customKey("email")).toBeNull();
  });
});

describe("keeping all unmatched columns", () => {
  const of = (headers: string[], columnMapping: Record<string, string>, questions: string[] = []) => ({
    ...preview,
    preview: { ...preview.preview, headers, rows: [headers.map(() => "x")] },
    draft: { ...preview.draft, columnMapping, questions },
  });

  it("keeps those that are left out and have values, under their own names", () => {
    expect(keepingAll(preview)).toEqual({ Ort: customField("Ort") });
  });

  it("leaves alone what is matched and what is still a question", () => {
    const mapping = { mail: "email", City: customField("Ort"), Newsletter: "skip" };
    expect(keepingAll(of(Object.keys(mapping), mapping, ["Newsletter"]))).toEqual({});
  });

  it("gives a column another name where its own is that of a field that another column fills", () => {
    const mapping = { mail: "email", Ort: "skip", City: customField("Ort") };
    expect(keepingAll(of(Object.keys(mapping), mapping))).toEqual({ Ort: customField("Ort (2)") });
  });

  it("keeps each of several long headers that begin alike", () => {
    const question = `${"Which of these do you use? ".repeat(4)}: `;
    const headers = ["Bus", "Train", "Car"].map((answer) => question + answer);
    const kept = Object.values(keepingAll(of(headers, {})));
    expect(new Set(kept).size).toBe(3);
    expect(kept.every((field) => (customKey(field) ?? "").length <= 64)).toBe(true);
  });

  it("keeps as many as a contact has room for, the first ones", () => {
    const headers = Array.from({ length: MOST_CUSTOM + 5 }, (_, n) => `c${n}`);
    const kept = keepingAll(of(headers, { c3: customField("other") }));
    expect(Object.keys(kept)).toEqual(headers.filter((one) => one !== "c3").slice(0, MOST_CUSTOM - 1));
  });
});
