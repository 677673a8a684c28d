/**
 * Generates lib/imports/file/encoding-models.ts: how letters follow each other in the languages that have code pages
 * of their own. Learnt from the names of countries, languages, currencies and months that Node's ICU knows, and from
 * the "train" lists of lib/testing/corpus/encoding-words.json; the lists the guesser is measured with (a, b) have
 * other words. Run it with `node scripts/encoding-models.mjs` after a change to either.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** @type {Record<string, { train: string }>} */
const words = JSON.parse(
  readFileSync(new URL("../lib/testing/corpus/encoding-words.json", import.meta.url), "utf8"),
);
/** @type {Record<string, string>} */
const LOCALES = { ro: "ro", tw: "zh-Hant", sr: "sr-Cyrl" };
const IDEOGRAPHS = new Set(["ja", "zh", "tw", "ko"]);
const LATIN = "abcdefghijklmnopqrstuvwxyz";
const NOT_LATIN = new Set(["ru", "uk", "bg", "mk", "sr", "el", "he", "ar", "fa", "th"]);
/**
 * Letters that belong to a language however rare they are in the lists.
 * @type {Record<string, string>}
 */
const ALWAYS = {
  en: "é",
  de: "äöüßé",
  fr: "éèàêçôîâûïëùüœæÿ",
  es: "óíáéñúü",
  pt: "ãçáéíóêõúâôàü",
  it: "èàòùìé",
  nl: "ëéïèöüóêç",
  da: "æøåéäöü",
  nb: "æøåéäöòô",
  sv: "åäöéüæø",
  fi: "äöåé",
  is: "áðéíóúýþæö",
  pl: "łóążęśćńźé",
  cs: "íáéěřčýžšůúóťďňöü",
  sk: "áíéčýžúšľťôňóďäĺŕ",
  hu: "áéöóőüíúű",
  ro: "ăîâşţ",
  hr: "čšžćđ",
  sl: "čšžćđ",
  tr: "ıüşğçöâîû",
  lt: "ėšįųžūąčę",
  lv: "āīēšņļūģķčž",
  et: "äõöüšž",
  vi: "ăâđêôơư\u0300\u0301\u0303\u0309\u0323",
  uk: "ґїєі",
  el: "άέήίόύώϊϋΐΰς",
};

/** A letter that is not in the model. */
const UNKNOWN = -1;

/** Tones are characters of their own in windows-1258. */
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/;

/** @type {Intl.DateTimeFormatOptions[]} */
const DATES = [{ month: "long" }, { weekday: "long" }, { day: "numeric", month: "long" }];

/** @param {string} locale */
function fromIcu(locale) {
  const names = [];
  for (const type of /** @type {const} */ (["region", "language", "currency", "script"])) {
    const display = new Intl.DisplayNames(locale, { type, fallback: "none" });
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
    const pairs = letters.flatMap((a) => letters.map((b) => a + b));
    const codes =
      type === "region"
        ? pairs
        : type === "language"
          ? [...pairs, ...pairs.flatMap((pair) => letters.map((c) => pair + c))].map((code) =>
              code.toLowerCase(),
            )
          : type === "currency"
            ? pairs.flatMap((pair) => letters.map((c) => pair + c))
            : [
                "Latn",
                "Cyrl",
                "Grek",
                "Arab",
                "Hebr",
                "Thai",
                "Armn",
                "Geor",
                "Deva",
                "Hang",
                "Hans",
                "Hant",
                "Jpan",
              ];
    for (const code of codes) {
      const name = display.of(code);
      if (name) names.push(name);
    }
  }
  for (let month = 0; month < 12; month++) {
    for (const option of DATES) {
      names.push(new Intl.DateTimeFormat(locale, option).format(new Date(2024, month, month + 1)));
    }
  }
  return names;
}

/**
 * @param {string[]} texts
 * @param {string} language
 */
const toWords = (texts, language) =>
  [
    ...new Set(
      texts
        .flatMap((text) => text.normalize("NFC").split(/[^\p{L}\p{M}]|\p{Lm}/u))
        .map((word) => prepare(word, language)),
    ),
  ].filter((word) => word.length > 1);

/**
 * @param {string} word
 * @param {string} language
 */
function prepare(word, language) {
  const lower = word.replaceAll("İ", "i").toLowerCase();
  if (language === "vi") return toneApart(lower);
  if (language === "ro") return lower.replaceAll("ș", "ş").replaceAll("ț", "ţ");
  return lower;
}

/** @param {string} word */
function toneApart(word) {
  return [...word]
    .map((char) => {
      const parts = [...char.normalize("NFD")];
      const tone = parts.findIndex((part) => TONES.test(part));
      if (tone === -1) return char;
      return parts.toSpliced(tone, 1).join("").normalize("NFC") + parts[tone];
    })
    .join("");
}

/**
 * Letters by frequency, then −5 ln P of each pair as one character from "#" on; row and column 0 are the border.
 * @param {string} language
 * @param {string[]} list
 */
function model(language, list) {
  const counts = new Map();
  for (const word of list) for (const char of word) counts.set(char, (counts.get(char) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const own = [...counts].filter(
    ([char, count]) => !(char in Object) && (count > total * 0.0003 || count > 3),
  );
  const letters = own
    .sort((a, b) => b[1] - a[1])
    .map(([char]) => char)
    .filter((char) => !NOT_LATIN.has(language) || !LATIN.includes(char));
  for (const char of (ALWAYS[language] ?? "") + (NOT_LATIN.has(language) ? "" : LATIN))
    if (!letters.includes(char)) letters.push(char);
  const size = letters.length + 1;
  const index = new Map(letters.map((char, at) => [char, at + 1]));
  /** @type {number[][]} */
  const pairs = Array.from({ length: size }, () => new Array(size).fill(0));
  for (const word of list) {
    const path = [...word].map((char) => index.get(char) ?? UNKNOWN);
    if (path.includes(UNKNOWN)) continue;
    [0, ...path].forEach((from, at) => {
      const [row, to] = [pairs[from] ?? [], path[at] ?? 0];
      row[to] = (row[to] ?? 0) + 1;
    });
  }
  const sum = (/** @type {number[]} */ row) => row.reduce((a, b) => a + b, 0);
  const all = pairs.reduce((a, row) => a + sum(row), 0);
  const single = letters.map((_, at) => pairs.reduce((a, row) => a + (row[at + 1] ?? 0), 0));
  const base = [pairs.reduce((a, row) => a + (row[0] ?? 0), 0), ...single].map(
    (count) => (count + 0.3) / (all + 0.3 * size),
  );
  const text = pairs
    .flatMap((row) => row.map((count, to) => (count + 10 * (base[to] ?? 0)) / (sum(row) + 10)))
    .map((share) => String.fromCharCode(35 + Math.min(56, Math.round(-5 * Math.log(share)))))
    .join("");
  return [letters.join(""), text];
}

/**
 * Characters by frequency.
 * @param {string[]} list
 */
function ideographs(list) {
  const counts = new Map();
  for (const text of list)
    for (const char of text) if (char > "\u2e7f") counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([char]) => char)
    .slice(0, 500)
    .join("");
}

const lines = [];
const wide = [];
for (const [language, { train }] of Object.entries(words)) {
  const texts = [
    ...fromIcu(LOCALES[language] ?? language),
    ...train.split("|"),
    ...train.split("|").map((word) => `${word} `),
  ];
  if (IDEOGRAPHS.has(language)) {
    wide.push(`  ${language}: ${JSON.stringify(ideographs(texts))},`);
    continue;
  }
  const [letters, pairs] = model(language, toWords(texts, language));
  lines.push(
    `  ${language}: [\n    ${JSON.stringify(letters)},\n    ${JSON.stringify(pairs).replaceAll("\\\\", "\\\\")},\n  ],`,
  );
}
writeFileSync(
  new URL("../lib/imports/file/encoding-models.ts", import.meta.url),
  `/** Made by scripts/encoding-models.mjs, which says from what: do not edit. */

/**
 * Letters of a language, the frequent ones first, and −5 ln P(second | first) of every pair as one character from "#"
 * on, row by row. Row and column 0 are the border of a word.
 */
export const LETTER_PAIRS: Record<string, readonly [letters: string, pairs: string]> = {
${lines.join("\n")}
};

/** Characters of languages without letters, the frequent ones first. */
export const FREQUENT_IDEOGRAPHS: Record<string, string> = {
${wide.join("\n")}
};
`,
);
