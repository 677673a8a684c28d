/**
 * Folds text for search like `fold_search` in the database: ignoring accents, case and variants of a character. Marks
 * that are significant in their script stay: the voicing of kana, vowels of Indic scripts and Thai. A test compares the
 * two for every character.
 */
export function foldSearch(value: string): string {
  if (!NOT_ASCII.test(value)) return value.toLowerCase();
  if (value.length <= PIECE) return foldPiece(value);
  const chars = [...value];
  let folded = "";
  for (let at = 0; at < chars.length; at += PIECE) folded += foldPiece(chars.slice(at, at + PIECE).join(""));
  return folded;
}

const NOT_ASCII = /[\u0080-\uffff]/;
/** Sorting the marks of one letter takes quadratic time, so long text is folded in pieces of this many characters. */
const PIECE = 256;

/** Accents, points of Hebrew and Arabic, tatweel, variation selectors, and zero-width characters. */
const MARKS = new RegExp(
  [
    String.raw`[\u00ad\u0300-\u036f\u0483-\u0489]`,
    String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`,
    String.raw`[\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7]`,
    String.raw`[\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff]`,
    String.raw`[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f]`,
    String.raw`[\ufeff\u{e0100}-\u{e01ef}]`,
  ].join("|"),
  "gu",
);

/** Letters without a decomposition, and characters that are typed in place of each other. */
const ALIKE = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    þ: "th",
    ø: "o",
    đ: "d",
    ð: "d",
    ħ: "h",
    ı: "i",
    ł: "l",
    ŧ: "t",
    ƀ: "b",
    ς: "σ",
    "\u0649": "\u064a",
    "\u06cc": "\u064a",
    "\u06a9": "\u0643",
    "\u0671": "\u0627",
    "\u0629": "\u0647",
    "‘": "'",
    "’": "'",
    ʼ: "'",
    "′": "'",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2015": "-",
    "\u2212": "-",
    ...digits(0x660),
    ...digits(0x6f0),
  }),
);
const HAS_ALIKE = new RegExp(`[${[...ALIKE.keys()].join("")}]`, "g");

function digits(zero: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 10 }, (_, n) => [String.fromCharCode(zero + n), String(n)]));
}

function foldPiece(piece: string): string {
  return piece
    .replaceAll("´", "'")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(HAS_ALIKE, (sign) => ALIKE.get(sign) ?? sign)
    .normalize("NFC");
}
