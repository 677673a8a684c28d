import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contactLists, encode } from "@/lib/testing/corpus/encoding-lists";
import { type Baseline, publish } from "@/lib/testing/corpus/encoding-report";
import { type Tally, tally, total } from "@/lib/testing/corpus/encoding-score";
import { isFull } from "@/lib/testing/corpus/streams";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { refuseBinary } from "./dialect-binary";
import { detectEncoding } from "./encoding";

/** What f8c5afe made of the same lists, refusals included, 30 per language and page. */
const before: Baseline = JSON.parse(
  readFileSync(new URL("../../testing/corpus/encoding-baseline.json", import.meta.url), "utf8"),
);
const each = isFull ? before.each : 3;

const tables = new Map<"a" | "b", Map<string, Tally>>();

describe.each(["a", "b"] as const)("contact lists of half %s", (half) => {
  it("are read right, and what is read wrong is said to be a guess", { timeout: 900_000 }, () => {
    const table = tally(contactLists(half, each), (bytes) => ({
      ...detectEncoding(bytes, true),
      isRefused: refuseBinary(bytes) !== null,
    }));
    tables.set(half, table);
    const { lists, right, wrongAndSaid, refused } = total(table);
    expect(refused).toBe(0);
    expect(right / lists).toBeGreaterThanOrEqual(0.95);
    expect(lists - right - wrongAndSaid).toBeLessThanOrEqual(0.01 * (lists - right));
  });
});

/** The half that was never looked at while tuning. */
it("are counted for the page of promises", () => {
  const { lists, right, wrongAndSaid } = total(tables.get("b") ?? new Map());
  expect(lists).toBeGreaterThan(500);
  recordFigure("encodings", {
    // A list is drawn by the name of its half, language, page and number.
    seed: `b 0–${each - 1}`,
    size: { "contact lists of half b": lists },
    measured: {
      right: right,
      "wrong and said to be a guess": wrongAndSaid,
      "wrong and not said": lists - right - wrongAndSaid,
    },
    isWhole: isFull,
  });
});

it.runIf(isFull)("are published as they came out (npm run corpus -- -u writes them anew)", async () => {
  const report = publish(tables, before);
  console.info(report);
  await expect(report).toMatchFileSnapshot("../../../docs/encodings.md");
});

/** Seen in real files: page, cells, and the highest certainty allowed. */
const SEEN: [string, string, "guess" | "likely"][] = [
  ["windows-1252", "Paid £20", "guess"],
  ["windows-1252", "Paid £20\nowes £5.50\n£1,200\n£7", "guess"],
  ["windows-1252", "ESPAÑA 229 3º D", "guess"],
  ["windows-1252", "ESPAÑA 229 3º D\nPEÑA 3 2ª\nLEÓN", "likely"],
  ["windows-1252", Array.from({ length: 40 }, () => "O’Neill,called – left").join("\n"), "guess"],
  ["windows-1252", "Daniëlle", "guess"],
  ["windows-1252", "25°C", "guess"],
  ["windows-1252", "Acme® Inc™\n© 2020 Foo", "likely"],
  ["windows-1252", "½ price\n¼ off", "guess"],
  ["windows-1252", "10 ¢\n¥500", "guess"],
  ["windows-1252", "Smith\u00a0& Sons", "guess"],
  ["windows-1252", "JOÃO CONCEIÇÃO", "guess"],
  ["windows-1251", "ИВАНОВ ПЁТР\nСИДОРОВА АННА", "likely"],
  ["windows-1251", "ГЕОРГИ ЙОРДАНОВ\nЩЕРЕВА", "likely"],
  ["windows-1253", "ΠΑΠΑΔΟΠΟΥΛΟΣ\nΓΙΩΡΓΟΣ", "likely"],
  ["koi8-r", "ИВАНОВ\nСИДОРОВА АННА", "likely"],
  ["shift_jis", "ﾀﾅｶ ｲﾁﾛｳ\nｽｽﾞｷ ﾊﾅｺ", "likely"],
  ["ibm437", "José Muñoz\nMüller\n£20", "likely"],
  ["ibm850", "José Muñoz\nMüller\nÁngel Ø", "likely"],
  ["ibm852", "Łukasz Żółć\nŚliwińska", "likely"],
  ["ibm866", "Иванов Пётр", "likely"],
  ["ibm866", "НАТАЛЬЯ\nМОСКВА\nПЁТР\nСЕМЁН СОЛОВЬЁВ", "likely"],
  ["x-mac-cyrillic", "НАТАЛЬЯ\nМОСКВА\nПЁТР\nСЕМЁН СОЛОВЬЁВ", "likely"],
  ["macintosh", "Hélène Lefèvre\nFrançois Müller", "likely"],
];

describe("cells from files of the wild", () => {
  it.each(SEEN)("are read right: %s %j", (page, cells, most) => {
    const text = `email,note\n${cells
      .split("\n")
      .map((cell, row) => `p${row}@example.com,${cell}\n`)
      .join("")}`;
    const bytes = encode(text, page);
    if (bytes === null) throw new Error(`${page} lacks a character of the test`);
    const found = detectEncoding(bytes, true);
    const same = encode(text, found.encoding);
    expect(same?.equals(bytes), `${found.encoding}`).toBe(true);
    if (most === "guess") expect(found.certainty).toBe("guess");
  });
});

it.each([
  // Þórður Guðmundsson, Sigríður Jónsdóttir, Ísafjörður; Nguyễn Văn Đức, Trần Thị Hương, Phạm Hưng
  [
    "Icelandic of the Macintosh",
    "de9772dd7572204775dd6d756e6473736f6e0aae676973676174610a5369677292dd7572204a976e736497747469720a5265796b6a6176926b0a85726e20e7736765697273736f6e0aea7361666a9a72dd7572",
  ],
  ["VISCII", "4e677579ac6e 20 56e56e 20 d0d163 0a 5472a56e 20 5468b8 20 48dfbd6e67 0a 5068d56d 20 48b06e67"],
])("is a guess for pages that are not known here: %s", (_, hex) => {
  const cells = Buffer.from(hex.replaceAll(" ", ""), "hex").toString("latin1").split("\n");
  const rows = cells.map((cell, row) => `p${row}@example.com,${cell}\n`);
  const bytes = Buffer.from(`email,name\n${rows.join("")}`, "latin1");
  expect(detectEncoding(bytes, true).certainty).toBe("guess");
});

/** Characters by which alone iso-8859-16 differs from windows-1250, which has Ą, µ and ¤ there. */
it.each([
  ["SC „Alfa” SRL\n„Micul Prinț”\nBrașov\nIași\n„Țara”\n„Nouă” și veche", "iso-8859-16"],
  ["Brașov\nIași\nConstanța\nTimișoara\nPitești", "windows-1250"],
])("tells Romanian with a comma below where its signs show it: %j", (cells, encoding) => {
  const rows = cells.split("\n").map((cell, row) => `p${row}@example.com,${cell}\n`);
  const bytes = encode(`email,note\n${rows.join("")}`, "iso-8859-16");
  const found = detectEncoding(bytes ?? Buffer.alloc(0), true);
  expect(found.encoding).toBe(encoding);
  if (encoding === "iso-8859-16") expect(found.certainty).toBe("guess");
});

it("never calls likely what one or two different characters say", () => {
  for (const cells of ["é", "éé\né", "Ł", "Müller, Jürgen", "О", "O’Neill – x", "日"]) {
    for (const page of ["windows-1252", "windows-1250", "windows-1251", "shift_jis", "ibm850"]) {
      const bytes = encode(`email,x\n${`a@example.com,${cells}\n`.repeat(30)}`, page);
      if (bytes) expect(detectEncoding(bytes, true).certainty, `${cells} ${page}`).toBe("guess");
    }
  }
});
