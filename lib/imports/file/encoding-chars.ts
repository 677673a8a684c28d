/** The kind of character at a position of a text; cached per UTF-16 unit, because the guess asks for millions. */

type Kind = "letter" | "mark" | "digit" | "space" | "symbol" | "bad";

export type Char = {
  kind: Kind;
  /** Beyond ASCII: ASCII is the same in (nearly) all readings. */
  beyond: boolean;
  upper: boolean;
  lower: boolean;
  /** The lower-case letter, as one unit. */
  folded: number;
};

const CACHE: (Char | undefined)[] = new Array(65536);

export function charOf(unit: number): Char {
  const known = CACHE[unit];
  if (known) return known;
  const made = describe(unit);
  CACHE[unit] = made;
  return made;
}

/** Ordinal indicators are letters in Unicode, but people use them as signs. */
const SIGNS = new Set("ªº");

function describe(unit: number): Char {
  const text = String.fromCharCode(unit);
  const kind = kindOf(text);
  const small = text === "İ" ? "i" : text.toLowerCase();
  return {
    kind,
    beyond: unit > 127,
    upper: kind === "letter" && small !== text,
    lower: kind === "letter" && small === text && (text.toUpperCase() !== text || text === "ĸ"),
    folded: small.charCodeAt(0),
  };
}

function kindOf(text: string): Kind {
  if (/[\p{L}]/u.test(text) && !SIGNS.has(text)) return "letter";
  if (/\p{M}/u.test(text)) return "mark";
  if (/[0-9]/.test(text)) return "digit";
  if (text === " " || text === "\n" || text === "\u3000") return "space";
  return text === "\ufffd" || /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(text) ? "bad" : "symbol";
}

type Place = {
  inWord: boolean;
  startsWord: boolean;
  endsWord: boolean;
  besideDigit: boolean;
  beforeDigit: boolean;
};

/** The cost of signs (logarithm), and how much more where they do not belong. */
const QUOTE_OPEN = new Set("“„‘‚«‹¿¡「『（【《");
const QUOTE_CLOSE = new Set("”»›」』）】》");
const COMMON: Record<string, number> = {
  "’": -4.5,
  "–": -5,
  "—": -6,
  "“": -5.5,
  "”": -5.5,
  "„": -6,
  "‘": -6.5,
  "«": -6.5,
  "»": -6.5,
  "…": -6.5,
  "€": -5,
  "£": -5.5,
  "§": -6.5,
  "°": -5.5,
  º: -5.5,
  ª: -6,
  "№": -5.5,
  "©": -7.5,
  "®": -6.5,
  "™": -7,
  "·": -7,
  "•": -7,
  "¿": -7,
  "¡": -7,
  "½": -6.5,
  "¼": -7,
  "¾": -7,
  "´": -6.5,
  "²": -7.5,
  "³": -8,
  "\u00a0": -5,
  "‚": -9,
  "×": -8.5,
  "±": -9,
  "‹": -9,
  "›": -9,
  "¢": -6.5,
  "¥": -8,
  µ: -9,
  "¶": -11,
  "†": -10.5,
  "‡": -11.5,
  "\u00ad": -9.5,
  "‰": -10,
  "¨": -9.5,
  "¦": -10.5,
  "¬": -10.5,
  "¤": -10.5,
  "¯": -10.5,
  "¸": -10.5,
  ˆ: -10.5,
  "˜": -10,
  "、": -5,
  "。": -6,
  "・": -5,
  "（": -5,
  "）": -5,
  "：": -6.5,
  "，": -6.5,
  "．": -7,
  "－": -5.5,
  "～": -6.5,
  "「": -6,
  "」": -6,
};

/** Signs that follow a number or an abbreviation, and those that precede or follow a number. */
const AFTER = new Set("ºª");
const MONEY = new Set("£€№§¥¢");
const ANYWHERE = new Set("\u00a0®™©");

/** How unusual a sign is at its position. */
export function signCost(text: string, place: Place): number {
  const { inWord, startsWord, endsWord, besideDigit, beforeDigit } = place;
  const box = text >= "\u2500" && text <= "\u25ff";
  const cost = COMMON[text] ?? (box ? -15 : text >= "\u3000" ? -9 : -11.5);
  if (text === "’") return cost + (inWord ? 1 : startsWord ? -1.5 : 0);
  if (text === "´" || text === "·" || text === "\u00ad") return cost + (startsWord ? -3 : 0);
  if (text === "°") return cost + (beforeDigit ? -4 : besideDigit ? 1 : inWord ? -5 : 0);
  if (AFTER.has(text)) {
    return cost + (beforeDigit ? -4 : besideDigit ? 1 : inWord ? -6 : startsWord ? -4 : 0);
  }
  if (MONEY.has(text)) return cost + (besideDigit ? 0.5 : inWord ? -6 : startsWord || endsWord ? -1.5 : 0);
  if (QUOTE_OPEN.has(text)) return cost + (inWord ? -5 : endsWord ? -3 : 0);
  if (QUOTE_CLOSE.has(text)) return cost + (inWord ? -5 : startsWord ? -3 : 0);
  if (ANYWHERE.has(text) || text >= "\u3000") return cost;
  return cost + (inWord ? -5.5 : startsWord ? -3 : endsWord ? -2.5 : 0);
}
