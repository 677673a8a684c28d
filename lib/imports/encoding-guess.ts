import { CANDIDATES, type Model } from "./encoding-frequencies";
import { decodeLegacy } from "./encoding-legacy";

/** Bytes of lines with other than ASCII bytes that are looked at; more does not change the answer. */
const SAMPLE_BYTES = 6 * 1024;

export type Guess = { encoding: string; certainty: "likely" | "guess" };

/**
 * The legacy encoding in which the bytes read best: each candidate is decoded and its text judged by how probable
 * its letters and their neighbours are in the languages written with that encoding (naive Bayes, natural
 * logarithms). "likely" when the best text is clearly better than every different text.
 */
export function guessLegacyEncoding(head: Uint8Array): Guess {
  const sample = linesBeyondAscii(head);
  const scored = CANDIDATES.map(({ encoding, handicap, models }) => {
    const text = decodeLegacy(sample, encoding);
    const score = Math.max(...models.map((model) => plausibility(text, model)));
    return { encoding, text, score: score - handicap };
  }).sort((a, b) => b.score - a.score);
  const [best, ...others] = scored;
  if (!best) return { encoding: "windows-1252", certainty: "guess" };
  const rival = others.find((other) => other.text !== best.text);
  const margin = best.score - (rival?.score ?? Number.NEGATIVE_INFINITY);
  return { encoding: best.encoding, certainty: margin >= 8 ? "likely" : "guess" };
}

/** Whole lines that hold bytes above 127. The last line of a cut head may end inside a character: left out. */
function linesBeyondAscii(head: Uint8Array): Buffer {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const lines: Buffer[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < SAMPLE_BYTES; ) {
    let end = start;
    let beyond = false;
    for (; end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13; end++)
      beyond ||= (bytes[end] ?? 0) > 127;
    if (beyond) {
      const line = bytes.subarray(start, Math.min(end + 1, start + SAMPLE_BYTES));
      lines.push(line);
      size += line.length;
    }
    start = end + 1;
  }
  return Buffer.concat(lines);
}

const PUNCTUATION = new Set("“”„‘’‚–—…€«»°·©®™£§№¿¡ªº²³´\u00a0、。「」・（），：".split(""));
const IN_WORD = new Set(["’", "·", "´", "\u00ad"]);
const OPENING = new Set("“„‘‚«¿¡、。「（：，".split(""));
const LETTER = /\p{L}|\p{M}/u;

function plausibility(text: string, model: Model): number {
  let score = 0;
  let before = "";
  const chars = [...text];
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index] ?? "";
    if (char > "\u007f") score += judge(char, before, chars[index + 1] ?? "", model);
    before = char;
  }
  return score;
}

function judge(char: string, before: string, after: string, model: Model): number {
  if (char === "\ufffd" || (char >= "\u0080" && char <= "\u009f")) return -16;
  const known = model.logs.get(char);
  if (known === undefined && !LETTER.test(char)) {
    const inWord = isLetter(before) && isLetter(after) && !IN_WORD.has(char);
    const startsWord = !isLetter(before) && isLetter(after) && !OPENING.has(char);
    return (PUNCTUATION.has(char) ? -4.5 : -9) - (inWord ? 5 : 0) - (startsWord ? 2.5 : 0);
  }
  const letter = known ?? model.other(char);
  return model.script === "cjk" ? letter : letter - misfit(char, before, after, model.script);
}

/** How odd a letter stands among its neighbours: a capital inside a word, a script inside another's word. */
function misfit(char: string, before: string, after: string, script: Model["script"]): number {
  const innerCapital = isLower(before) && char !== char.toLowerCase() ? 4 : 0;
  if (script === "latin") {
    const crowded =
      (before > "\u007f" && isLetter(before) ? 1.5 : 0) + (after > "\u007f" && isLetter(after) ? 1.5 : 0);
    return innerCapital + crowded;
  }
  const foreign = (isAsciiLetter(before) ? 3 : 0) + (isAsciiLetter(after) ? 3 : 0);
  return innerCapital + foreign;
}

const isLetter = (char: string) => LETTER.test(char);
const isLower = (char: string) => char !== char.toUpperCase() && char === char.toLowerCase();
const isAsciiLetter = (char: string) => /^[A-Za-z]$/.test(char);
