import { language } from "./encoding-language";
import { decodeLegacy } from "./encoding-legacy";
import { FREQUENT_IDEOGRAPHS } from "./encoding-models";
import { ideographReader, letterReader, type Reader } from "./encoding-score";

export type Candidate = {
  encoding: string;
  /** Natural logarithm of how common it is in today's files, relative to the most common. */
  prior: number;
  /** One reader for each language written with it. */
  readers: readonly Reader[];
};

const WESTERN = "en de fr es pt it nl da nb sv fi is";
const CENTRAL = "pl cs sk hu ro hr sl de";
const BALTIC = "lt lv et";
const NORTHERN = "is sv nb da fi";

/**
 * Prior of pages that hardly any program ever wrote, and which are therefore never more than a guess: their letters
 * are where the Western pages have others, and with -6 a short list in Italian was "likely" Lithuanian.
 */
export const RARE = -25;

/**
 * The page that has Romanian at the bytes of windows-1250, but the letters ș and ț with a comma instead of a cedilla:
 * only its „…”, € and Œ tell the two apart.
 */
export const ROMANIAN = "iso-8859-16";

/** Encoding, prior, languages. */
const ALPHABETS: readonly [string, number, string][] = [
  ["windows-1252", 0, `${WESTERN} et`],
  ["windows-1250", -1, CENTRAL],
  ["windows-1251", -1, "ru uk bg mk sr"],
  ["windows-1253", -1, "el"],
  ["windows-1254", -1.5, "tr"],
  ["windows-1255", -1, "he"],
  ["windows-1256", -1, "ar fa"],
  ["windows-1257", -2.5, BALTIC],
  ["windows-1258", -3, "vi"],
  ["windows-874", -1, "th"],
  ["iso-8859-15", -2, `${WESTERN} et`],
  ["iso-8859-2", -2.5, CENTRAL],
  ["iso-8859-4", RARE, BALTIC],
  ["iso-8859-5", -4, "ru uk bg mk sr"],
  ["iso-8859-6", -5, "ar"],
  ["iso-8859-7", -2.5, "el"],
  ["iso-8859-10", RARE, `${BALTIC} ${NORTHERN}`],
  ["iso-8859-13", -5, BALTIC],
  [ROMANIAN, RARE, "ro"],
  ["koi8-r", -2, "ru"],
  ["koi8-u", -3, "uk"],
  ["macintosh", -3, WESTERN],
  ["x-mac-ce", -5, "pl cs sk hu lt lv et"],
  ["x-mac-cyrillic", -4, "ru uk bg mk sr"],
  ["x-mac-greek", -6, "el"],
  ["x-mac-turkish", -6, "tr"],
  ["ibm437", -4.5, "en de fr es it nl sv fi"],
  ["ibm850", -3.5, WESTERN],
  ["ibm852", -3.5, CENTRAL],
  ["ibm866", -3, "ru uk bg"],
  ["ibm1125", -4, "uk"],
  ["ibm855", -7, "ru bg mk sr"],
  ["ibm857", -5, "tr"],
  ["ibm737", -5, "el"],
  ["ibm775", -6, BALTIC],
  ["ibm862", -6, "he"],
  ["ibm860", -6, "pt"],
  ["ibm861", -5, "is"],
  ["ibm863", -6, "fr"],
];

/** Encoding, prior, language, the byte range of its common characters. */
const IDEOGRAPHS: readonly [string, number, string, [first: number, last: number]][] = [
  ["shift_jis", 0, "ja", [0x889f, 0x9872]],
  ["euc-jp", -1, "ja", [0xb0a1, 0xcfd3]],
  ["gb18030", 0, "zh", [0xb0a1, 0xd7f9]],
  ["big5", 0, "tw", [0xa440, 0xc67e]],
  ["euc-kr", 0, "ko", [0xb0a1, 0xc8fe]],
];

let made: readonly Candidate[] | undefined;

/** Every encoding that can be guessed. Built at the first call. */
export function candidates(): readonly Candidate[] {
  made ??= [
    ...ALPHABETS.map(([encoding, prior, languages]) => ({
      encoding,
      prior,
      readers: languages.split(" ").map((name) => letterReader(language(name))),
    })),
    ...IDEOGRAPHS.map(([encoding, prior, name, usual]) => ({
      encoding,
      prior,
      readers: [ideographReader(rarity(encoding, name, usual))],
    })),
  ];
  return made;
}

/** Logarithm of the probability of a character: by its known frequency, else by whether its standard considers it common. */
function rarity(
  encoding: string,
  name: string,
  [first, last]: [number, number],
): (char: string) => number | null {
  const ranks = new Map([...(FREQUENT_IDEOGRAPHS[name] ?? "")].map((char, rank) => [char, rank]));
  const usual = new Set(charactersBetween(encoding, first, last));
  const own = name === "ko" ? isHangul : isHan;
  return (char) => {
    const rank = ranks.get(char);
    if (rank !== undefined) return -4.2 - Math.log(1 + rank / 60);
    if (name === "ja" && isKana(char)) return -5.2;
    if (name === "ja" && isNarrowKana(char)) return -3.9;
    if (own(char)) return usual.has(char) ? -8.2 : -12;
    return isHan(char) || isHangul(char) || isKana(char) || isNarrowKana(char) ? -12.5 : wide(char);
  };
}

const isKana = (char: string) => char >= "\u3041" && char <= "\u30fe";
const isNarrowKana = (char: string) => char >= "\uff66" && char <= "\uff9f";
const isHangul = (char: string) => char >= "\uac00" && char <= "\ud7a3";
const isHan = (char: string) => char === "々" || (char >= "\u4e00" && char <= "\u9fa5");
const wide = (char: string) => (char >= "\uff10" && char <= "\uff5a" ? -6 : null);

function charactersBetween(encoding: string, first: number, last: number): string {
  const bytes: number[] = [];
  for (let code = first; code <= last; code++) {
    const trail = code & 0xff;
    if (trail >= 0x40 && trail !== 0x7f && trail < 0xff) bytes.push(code >> 8, trail);
  }
  return decodeLegacy(Uint8Array.from(bytes), encoding).replaceAll("\ufffd", "");
}
