import { type Char, charOf, signCost } from "./encoding-chars";
import { FOREIGN, type Language } from "./encoding-language";

/** How well a run of text reads: approximately the natural logarithm of its probability, close enough to compare readings. */
export type Reader = (text: string) => number;

const BORDER: Char = charOf(32);
/** ASCII is the same in all readings and only indicates the language: it counts half. */
const ASCII_WEIGHT = 0.5;
const BAD = -16;
const STRANGE_LETTER = -12;
/** A word of one letter that is not an initial. */
const ALONE = -3;
/** Each word of letters pays for its first letter and its end; a run of ideographs pays this. */
const RUN = -2;

/** A reader of a language that has letters. */
export function letterReader(language: Language): Reader {
  return (text) => {
    let score = 0;
    let place = 0;
    let before = BORDER;
    let start = 0;
    for (let at = 0; at <= text.length; at++) {
      const char = at < text.length ? charOf(text.charCodeAt(at)) : BORDER;
      if (char.kind === "letter" || char.kind === "mark") {
        if (!isPart(before)) start = at;
        const to = language.place(char.folded);
        const cost = letterCost(language, place, to, char, before);
        score +=
          char.beyond || before.beyond
            ? cost + misfit(char, before, at - start, language)
            : cost * ASCII_WEIGHT;
        place = to;
      } else {
        if (isPart(before) && before.beyond && at - start === 1 && text.charAt(at) !== ".") score += ALONE;
        if (place > 0) score += language.pair(place, 0) * (before.beyond ? 1 : ASCII_WEIGHT);
        if (char.kind === "digit" && before.beyond && isPart(before)) score -= language.latin ? 4 : 1.5;
        if (char.beyond) score += otherCost(text, at, char, before);
        place = 0;
      }
      before = char;
    }
    return score;
  };
}

const isPart = (char: Char) => char.kind === "letter" || char.kind === "mark";

function letterCost(language: Language, from: number, to: number, char: Char, before: Char): number {
  if (to >= 0) {
    const mixed = from < 0 && !language.latin ? -6 : 0;
    return language.pair(Math.max(from, 0), to) + mixed;
  }
  if (char.beyond)
    return (language.latin && isLatin(char) ? FOREIGN : STRANGE_LETTER) + (char.kind === "mark" ? -2 : 0);
  // A Latin word among letters of another script: an address, a brand. Not inside one of their words.
  return -3.6 + (from > 0 || (isPart(before) && before.beyond) ? -6 : 0);
}

const isLatin = (char: Char) => char.folded < 0x250 || (char.folded >= 0x1e00 && char.folded < 0x1f00);

/** How unusual a letter is among its neighbours: its case, or a digit before it. */
function misfit(char: Char, before: Char, position: number, language: Language): number {
  if (before.kind === "digit") return char.beyond ? (language.latin ? -4 : -1.5) : 0;
  if (!isPart(before)) return char.upper ? -0.5 : char.lower ? -1 : 0;
  if (before.lower && char.upper) return -6;
  if (before.upper && char.upper) return position === 1 ? -1.2 : 0;
  return before.upper && char.lower && position > 1 ? -4.5 : 0;
}

function otherCost(text: string, at: number, char: Char, before: Char): number {
  if (char.kind === "bad") return BAD;
  const next = at + 1 < text.length ? charOf(text.charCodeAt(at + 1)) : BORDER;
  return signCost(text.charAt(at), {
    inWord: isPart(before) && isPart(next),
    startsWord: !isPart(before) && isPart(next),
    endsWord: isPart(before) && !isPart(next),
    beforeDigit: before.kind !== "digit" && next.kind === "digit",
    besideDigit: before.kind === "digit" || next.kind === "digit",
  });
}

/** A reader of a language with a character per syllable or word. `costOf` says how rare a character is. */
export function ideographReader(costOf: (char: string) => number | null): Reader {
  return (text) => {
    let score = 0;
    let before = BORDER;
    let inRun = false;
    for (let at = 0; at < text.length; at++) {
      const char = charOf(text.charCodeAt(at));
      const cost = char.beyond ? costOf(text.charAt(at)) : null;
      if (cost !== null) score += cost + (inRun ? 0 : runCost(text, at, before));
      else if (!char.beyond)
        score += char.kind === "letter" ? -1.8 + (before.beyond && isPart(before) ? -3 : 0) : 0;
      else if (isPart(char)) score += STRANGE_LETTER;
      else score += otherCost(text, at, char, before);
      inRun = cost !== null;
      before = char;
    }
    return score;
  };
}

/** The cost of a switch from another script to this one: more inside a word or number, and for a single character. */
function runCost(text: string, at: number, before: Char): number {
  const single = at + 1 >= text.length || text.charCodeAt(at + 1) < 128;
  const beside = isPart(before) ? -3 : before.kind === "digit" ? -1 : 0;
  const narrow = text.charCodeAt(at) >= 0xff61;
  return RUN + beside + (single ? -1.5 : 0) + (narrow ? -2 : 0);
}
