import { readFileSync } from "node:fs";
import { decodeLegacy } from "@/lib/imports/file/encoding-legacy";

/**
 * Short contact lists per language and code page, made from word lists by a seed: names, streets, signs, small,
 * mixed and capital letters. Half "a" is for tuning the guesser; half "b" has other words and other rows and is only
 * for measuring. The third list of words, "train", is what the guesser learnt from.
 */

export type Half = "a" | "b";
export type ContactList = { language: string; page: string; text: string; bytes: Buffer };

type Words = Record<string, { train: string; a: string; b: string }>;
const words: Words = JSON.parse(readFileSync(new URL("./encoding-words.json", import.meta.url), "utf8"));

const WESTERN = "windows-1252 iso-8859-15 macintosh ibm850";
const CENTRAL = "windows-1250 iso-8859-2 ibm852 x-mac-ce";
const SOUTH = "windows-1250 iso-8859-2 ibm852";
const BALTIC = "windows-1257 iso-8859-13 ibm775 iso-8859-4 iso-8859-10";
const CYRILLIC = "windows-1251 iso-8859-5 x-mac-cyrillic";
const WIDE = "utf-16le utf-16be utf-8";

/** The pages in which lists of a language turn up. */
export const PAGES: Record<string, string> = {
  en: `${WESTERN} ibm437 utf-8`,
  de: `${WESTERN} ibm437 ${WIDE}`,
  fr: `${WESTERN} ibm437 utf-8`,
  es: `${WESTERN} ibm437 utf-8`,
  pt: `${WESTERN} utf-8`,
  it: `${WESTERN} ibm437`,
  nl: `${WESTERN} ibm437`,
  da: WESTERN,
  nb: WESTERN,
  sv: `${WESTERN} ibm437`,
  fi: `${WESTERN} ibm437`,
  is: "windows-1252 iso-8859-15 ibm850 iso-8859-10",
  pl: `${CENTRAL} ${WIDE}`,
  cs: CENTRAL,
  sk: CENTRAL,
  hu: CENTRAL,
  ro: `${SOUTH} iso-8859-16`,
  hr: SOUTH,
  sl: SOUTH,
  tr: `windows-1254 ibm857 x-mac-turkish ${WIDE}`,
  lt: BALTIC,
  lv: BALTIC,
  et: BALTIC,
  vi: "windows-1258 utf-8",
  ru: `${CYRILLIC} koi8-r ibm866 ibm855 ${WIDE}`,
  uk: "windows-1251 x-mac-cyrillic iso-8859-5 koi8-u utf-8",
  bg: `${CYRILLIC} ibm866 ibm855 ${WIDE}`,
  mk: "windows-1251 iso-8859-5 ibm855",
  sr: "windows-1251 iso-8859-5 ibm855 utf-8",
  el: `windows-1253 iso-8859-7 ibm737 x-mac-greek ${WIDE}`,
  he: `windows-1255 ibm862 ${WIDE}`,
  ar: `windows-1256 iso-8859-6 ${WIDE}`,
  fa: "windows-1256 utf-8",
  th: `windows-874 ${WIDE}`,
  ja: `shift_jis euc-jp ${WIDE}`,
  "ja-narrow": "shift_jis utf-8",
  zh: `gb18030 ${WIDE}`,
  tw: `big5 ${WIDE}`,
  ko: `euc-kr ${WIDE}`,
  // People of many countries in one list.
  west: WESTERN,
  central: CENTRAL,
};

const MIXED: Record<string, string> = { west: "de fr es pt it nl da sv en", central: "pl cs sk hu ro hr de" };

/** Signs as people write them; those that a page lacks are left out of its lists. */
const SIGNS: Record<string, string[]> = {
  common: ["call – later", "“VIP”", "Smith’s", "€50", "10–12", "…", "O’Neill", "25 °C"],
  en: ["£20", "Paid £150", "D’Arcy", "St Mary’s", "café", "25–30", "£7.50", "naïve"],
  de: ["§ 12", "20 €", "„neu“", "Müller & Söhne", "Café", "2. OG – links", "± 5 %"],
  fr: ["n° 5", "12 €", "« ami »", "l’été", "1ᵉʳ", "d’Arc", "rue de l’Église"],
  es: ["3º D", "2ª planta", "nº 7", "1º izda", "Mª", "¿cuándo?", "C/ Mayor 4, 2º B"],
  pt: ["nº 12", "3º Dto", "2ª feira", "1º andar", "R. 5, 4º esq."],
  it: ["n° 3", "5° piano", "L’Aquila", "dell’Orto", "2ª"],
  nl: ["’t Hof", "€ 15", "zo’n", "‘s avonds"],
  ro: ["„nou”", "SC „Alfa” SRL", "20 €", "nr. 5 – et. 2", "„Micul Prinț”"],
  pl: ["§ 3", "„nowy”", "20 zł – gotówka"],
  ru: ["№ 5", "«Ромашка»", "д. 3 – кв. 4", "ООО «Заря»"],
  bg: ["№ 12", "„Шипка“", "бл. 5 – вх. А"],
  uk: ["№ 7", "«Зоря»", "буд. 3"],
  el: ["«νέο»", "αρ. 5", "1ος – Α΄"],
};

/** The same numbers for the same seed: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `each` lists for every language and page. */
export function contactLists(half: Half, each: number): ContactList[] {
  return Object.entries(PAGES).flatMap(([language, pages]) =>
    pages.split(" ").flatMap((page) =>
      Array.from({ length: each }, (_, number) => makeList(half, language, page, number)).filter((list) => list !== null),
    ),
  );
}

function makeList(half: Half, language: string, page: string, number: number): ContactList | null {
  const random = randomNumbers(hash(`${half} ${language} ${page} ${number}`));
  for (let attempt = 0; attempt < 20; attempt++) {
    const list = draw(half, language, page, random);
    const bytes = list === null ? null : encode(list, page);
    // A list of ASCII alone says nothing about its page.
    if (list !== null && bytes?.some((byte) => byte > 127 || byte === 0)) return { language, page, text: list, bytes };
  }
  return null;
}

const hash = (text: string) => [...text].reduce((sum, char) => Math.imul(sum ^ char.charCodeAt(0), 16777619), 2166136261);

const NARROW = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const NARROW_TO = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ";
const NARROW_NAMES: Record<Half, string> = {
  a: "サトウ スズキ タカハシ ワタナベ ヤマモト コバヤシ カトウ ヨシダ ササキ マツモト イノウエ キムラ タロウ ジロウ ハナコ ユミコ ケンイチ トウキョウト シブヤク オオサカシ ミナトク",
  b: "タナカ イトウ ナカムラ ヤマダ シミズ ヤマザキ モリ イケダ ハシモト アベ イシカワ オガワ ヒロシ ミホ サチコ ダイスケ ナオキ ヨコハマシ カナガワケン ナゴヤシ フクオカ",
};

function narrow(text: string): string {
  return [...text.normalize("NFD")]
    .map((char) => (char === "\u3099" ? "ﾞ" : char === "\u309a" ? "ﾟ" : (NARROW_TO[NARROW.indexOf(char)] ?? (char === "ョ" ? "ｮ" : char === "ュ" ? "ｭ" : char === "ャ" ? "ｬ" : char))))
    .join("");
}

function wordsOf(half: Half, language: string): string[] {
  if (language === "ja-narrow") return narrow(NARROW_NAMES[half]).split(" ");
  const languages = MIXED[language]?.split(" ") ?? [language];
  return languages.flatMap((name) => words[name]?.[half].split("|") ?? []);
}

function draw(half: Half, language: string, page: string, random: () => number): string | null {
  const own = wordsOf(half, language).filter((word) => encodable(word, page));
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  if (own.length < 5) return null;
  const signs = [...(SIGNS.common ?? []), ...(SIGNS[language] ?? []), ...(SIGNS[language] ?? [])].filter((sign) => encodable(sign, page));
  const casing = random();
  const locale = language.length === 2 && language !== "tw" ? language : "en";
  const shape = (word: string) =>
    casing < 0.2 ? word.toLocaleUpperCase(locale) : casing < 0.3 ? word.toLocaleLowerCase(locale) : casing < 0.4 && random() < 0.5 ? word.toLocaleUpperCase(locale) : word;
  const delimiter = pick([",", ";", "\t"]) ?? ",";
  const end = pick(["\n", "\r\n"]) ?? "\n";
  const withSigns = random() < 0.5;
  // In many a list only a few of the names are not plain English.
  const plain = random() < 0.2 ? wordsOf(half, "en") : [];
  const rows = 3 + Math.floor(random() ** 2 * 38);
  const word = () => {
    const shaped = shape(pick(plain.length > 0 && random() < 0.85 ? plain : own) ?? "");
    return encodable(shaped, page) ? shaped : (pick(own) ?? "");
  };
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      `p${row}@example.com`,
      word(),
      random() < 0.15 ? `${word()}-${word()}` : word(),
      `${word()} ${1 + Math.floor(random() * 99)}${random() < 0.2 ? "a" : ""}`,
      random() < 0.4 ? `${word()} ${word()}` : word(),
      withSigns && random() < 0.4 ? (pick(signs) ?? "") : "",
    ].join(delimiter),
  );
  return ["email", "first_name", "last_name", "street", "city", "notes"].join(delimiter) + end + lines.join(end) + end;
}

const KNOWN = new Map<string, boolean>();

function encodable(text: string, page: string): boolean {
  const key = `${page} ${text}`;
  const known = KNOWN.get(key) ?? encode(text, page) !== null;
  KNOWN.set(key, known);
  return known;
}

/** The bytes of a text in a page, or null when the page lacks one of its characters. */
export function encode(text: string, page: string): Buffer | null {
  if (page === "utf-8") return Buffer.from(text);
  if (page === "utf-16le") return Buffer.from(text, "utf16le");
  if (page === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const table = encoder(page);
  const bytes: number[] = [];
  for (const char of asHeld(text, page)) {
    const found = table.get(char);
    if (!found) return null;
    bytes.push(...found);
  }
  return Buffer.from(bytes);
}

/** Text as the page holds it: tones are characters of their own in windows-1258, ş and ţ have commas in iso-8859-16. */
export function asHeld(text: string, page: string): string {
  if (page === "iso-8859-16") return text.replace(/[şŞţŢ]/g, (char) => "șȘțȚ"["şŞţŢ".indexOf(char)] ?? char);
  return page === "windows-1258" ? toneApart(text) : text;
}

function toneApart(text: string): string {
  return [...text.normalize("NFC")]
    .map((char) => {
      if (char <= "\u007f" || encoder("windows-1258").has(char)) return char;
      const parts = [...char.normalize("NFD")];
      const tone = parts.findIndex((part) => /[\u0300\u0301\u0303\u0309\u0323]/.test(part));
      return tone === -1 ? char : parts.toSpliced(tone, 1).join("").normalize("NFC") + parts[tone];
    })
    .join("");
}

const ENCODERS = new Map<string, Map<string, number[]>>();

/** The decoder turned round. (That the decoders themselves are right, encodings.json shows, made by another program.) */
function encoder(page: string): Map<string, number[]> {
  const known = ENCODERS.get(page);
  if (known) return known;
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const text = decodeLegacy(Uint8Array.from(bytes), page);
    if ([...text].length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"].includes(page)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  }
  ENCODERS.set(page, table);
  return table;
}
