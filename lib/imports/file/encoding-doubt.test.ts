import { describe, expect, it } from "vitest";
import { detectEncoding } from "./encoding";

/** Languages whose letters are rare elsewhere, and those of the mapper. */
const LANGUAGES =
  "af ak am ar az bas be bg bm bn br bs ca cs cv cy da de dua ee el eo es et ewo fa ff fi fr ga gl gu ha haw he hi hr hu hy id is it ja jgo ka kab kk km kn ko ksf ky lb ln lo lt lv mk ml mn ms mt my nb ne nl nus pa pl pt ro ru sah se si sk sl sq sr st sv sw ta te tg th tk to tr tt twq uk ur uz vi yav yo zh zu";

const number = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Countries, languages, months and days as ICU calls them. */
function wordsOf(language: string): string[] {
  const names = (type: "region" | "language", codes: string) => {
    const names = new Intl.DisplayNames([language], { type });
    return codes.split(" ").map((code) => names.of(code) ?? "");
  };
  const dates = (options: Intl.DateTimeFormatOptions, count: number) =>
    number(count).map((at) =>
      new Date(2026, options.month ? at : 0, 5 + at).toLocaleDateString(language, options),
    );
  return [
    ...names("region", "US DE FR GB CN JP RU TR AZ NG EG GR VN LT MT KZ GE AM SE KR UA CZ ES"),
    ...names("language", "en de fr az vi ha yo lt ro kk ka hy ru ar zh ja"),
    ...dates({ month: "long" }, 12),
    ...dates({ weekday: "long" }, 7),
  ].filter((word) => /[^\0-\x7f]/.test(word));
}

const asHeader = (word: string) => `email,first_name,${word}\naz0@x.org,A0,yes\naz1@x.org,A1,no\n`;
const asCell = (word: string) =>
  `email;city\n${number(40)
    .map((row) => `a${row}@x.org;${row % 7 ? "Ann" : word}\n`)
    .join("")}`;
const inUtf8 = (text: string) => detectEncoding(Buffer.from(text), true);

describe("valid UTF-8 with few different letters beyond ASCII is read as UTF-8", () => {
  it.each(LANGUAGES.split(" "))(
    "%s: one word, in small letters and capitals, as a header and as a cell",
    (language) => {
      const wrong = wordsOf(language)
        .flatMap((word) => [word, word.toLocaleUpperCase(language), word.normalize("NFD")])
        .flatMap((word) => [asHeader(word), asCell(word)])
        .filter((text) => inUtf8(text).encoding !== "utf-8");
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    ["Azeri", "Abunəlik ləğv edildi", "ƏLİYEV", "ə"],
    ["Hausa", "Ɗan ƙasa", "BAƘO", "ɓ"],
    ["Ewe, Twi, Lingala", "Kɔkɔ", "ƐSƐ", "ɛ"],
    ["Hawaiian, Uzbek, Breton", "Oʻzbek", "CʼHWEVRER", "ʻ"],
    ["Yoruba, Vietnamese", "Ọ̀yọ́", "NGUYỄN", "ẹ́"],
    ["signs", "“VIP”", "5 €", "🎉"],
  ])("certainly: %s", (_, ...words) => {
    for (const word of words)
      for (const text of [asHeader(word), asCell(word)])
        expect(inUtf8(text)).toEqual({ encoding: "utf-8", certainty: "certain", bomBytes: 0 });
  });

  it.each(["Mаrio", "Ann α", "xк", "Zoא", "қ", "ү"])(
    "as a guess where one may have slipped in: %s",
    (word) => {
      const { encoding, certainty, readings } = inUtf8(asCell(word));
      expect({ encoding, first: readings?.[0] ?? encoding }).toEqual({ encoding: "utf-8", first: "utf-8" });
      expect(certainty).toMatch(/^(?:certain|guess)$/);
    },
  );
});

it.each([
  ["macintosh", "rue de l\xd5\x83glise"],
  ["macintosh", "L\xd5\x83TRANGER"],
  ["windows-1250", "R\xd3\xafYCKI"],
  ["windows-1252", "CAF\xc9\x99"],
  ["gb18030", "\xcb\xbe\xcd\xbd"],
])("a word of another encoding that happens to be valid stays one, as a guess: %s", (encoding, cell) => {
  const found = detectEncoding(Buffer.from(asCell(cell), "latin1"), true);
  expect(found).toMatchObject({ encoding, certainty: "guess" });
  expect(found.readings).toContain("utf-8");
});
