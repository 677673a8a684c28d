import { type Candidate, candidates, RARE, ROMANIAN } from "./encoding-candidates";
import { decodeEach } from "./encoding-legacy";

/** Distinct runs beyond ASCII that are examined; more does not change the result. */
const MAX_STRETCHES = 250;
/** This many are enough to rule out the hopeless candidates; the others read all. */
const FIRST_STRETCHES = 40;
const MAX_CANDIDATES = 10;
/** The cost of a language for only some of the words. */
const OTHER_LANGUAGE = 3;
/** The margin over every other reading that makes it likely (natural logarithm). */
const CLEAR = 11;
/** With fewer distinct characters the result is never likely. */
const FEW_CHARACTERS = 3;
/** Nor is it when more than this share of the runs cannot be read to the end. */
const UNREADABLE = 0.1;
/** Such a letter costs 2 to 4.5 in its language. A worse mean is that of a language or page not known here. */
const FOREIGN_MEAN = -5;
/** How much more common a rare page is assumed to be as a rival than as the answer. */
const RARE_AS_RIVAL = 15;
/** Bonus for Windows' Western page when there is only a single character. */
const LONE = 5;
/** Alternatives reported next to the best reading when it is only a guess. */
const RIVALS = 2;

export type Guess = {
  encoding: string;
  certainty: "likely" | "guess";
  /** Encodings whose text differs, the best first, including the answer; only that when it is likely. */
  readings: string[];
};

/**
 * The legacy encoding in which the bytes read best: each candidate is decoded and its text judged by how probable its
 * letters are after each other in the languages written with that encoding, and its signs at their positions. A run
 * that occurs again and again says little more than once. "likely" when the best text is clearly better than every
 * different text, and more than one or two characters say so.
 */
export function guessLegacyEncoding(head: Uint8Array): Guess {
  const stretches = stretchesBeyondAscii(head);
  const lone = new Set(stretches.flatMap(({ bytes }) => [...bytes].filter((byte) => byte > 127))).size === 1;
  const readings = hopeful(stretches)
    .map((candidate) => read(candidate, stretches))
    .map((reading) =>
      lone && reading.encoding === "windows-1252" ? { ...reading, score: reading.score + LONE } : reading,
    )
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = distinct(readings);
  if (!best) return { encoding: "windows-1252", certainty: "guess", readings: ["windows-1252"] };
  const rivals = others.toSorted((a, b) => asRival(b) - asRival(a));
  const margin = best.score - (rivals[0] ? asRival(rivals[0]) : Number.NEGATIVE_INFINITY);
  const characters = new Set([...best.text].filter((char) => char > "\u007f")).size;
  const likely =
    margin >= CLEAR &&
    characters >= FEW_CHARACTERS &&
    best.prior > RARE &&
    unreadableShare(best) <= UNREADABLE &&
    meanOf(best, stretches) > FOREIGN_MEAN;
  const told = likely ? [best] : [best, ...rivals.slice(0, RIVALS)];
  return {
    encoding: best.encoding,
    certainty: likely ? "likely" : "guess",
    readings: told.map((reading) => reading.encoding),
  };
}

/** One reading per text, in the same order: with the best score of that text and the most common name. */
function distinct(readings: readonly Reading[]): Reading[] {
  const byText = new Map<string, Reading>();
  for (const reading of readings) {
    const same = byText.get(reading.text);
    if (!same) byText.set(reading.text, reading);
    else if (reading.prior > same.prior) byText.set(reading.text, { ...reading, score: same.score });
  }
  return [...byText.values()];
}

type Reading = ReturnType<typeof read>;

/** A rare page is hardly ever the answer, but if its text reads better, the answer is no longer certain. */
const asRival = ({ score, prior }: Reading) => score + (prior > RARE ? 0 : RARE_AS_RIVAL);

function unreadableShare({ text }: Reading): number {
  const stretches = text.split("\n");
  return stretches.filter((stretch) => UNREAD.test(stretch)).length / stretches.length;
}

/** Bytes without a letter, or something in a Latin word that does not belong there: that of a page not known here. */
const UNREAD =
  /\ufffd|\p{Script=Latin}[^\0-\x7f\p{Script=Latin}\p{M}\p{N}’‘´·–—\u00ad\u00a0™®©°]\p{Script=Latin}/u;

/** The mean score of a letter of an alphabet that has none of ASCII's; 0 for other scripts, of which this says too little. */
function meanOf({ text, score, prior }: Reading, stretches: readonly Stretch[]): number {
  const lines = text.split("\n");
  const count = (pattern: RegExp) =>
    stretches.reduce((sum, { weight }, at) => sum + weight * (lines[at]?.match(pattern)?.length ?? 0), 0);
  const foreign = count(OTHER_ALPHABETS);
  return foreign > count(/\p{L}/gu) / 2 ? (score - prior) / foreign : 0;
}

const OTHER_ALPHABETS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

function hopeful(stretches: readonly Stretch[]): readonly Candidate[] {
  if (stretches.length <= FIRST_STRETCHES) return candidates();
  const first = stretches.slice(0, FIRST_STRETCHES);
  return candidates()
    .map((candidate) => ({ candidate, score: read(candidate, first).score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ candidate }) => candidate);
}

type Stretch = { bytes: Uint8Array; weight: number };

function read({ encoding, prior, readers }: Candidate, stretches: readonly Stretch[]) {
  const decoded = decodeEach(
    stretches.map(({ bytes }) => bytes),
    encoding,
  );
  const texts = encoding === ROMANIAN ? decoded.map(withCedillas) : decoded;
  const byLanguage = readers.map((reader) => texts.map(reader));
  // A word of another language of the same encoding, such as a foreign name, is no surprise.
  const best = texts.map((_, at) => Math.max(...byLanguage.map((scores) => scores[at] ?? 0)));
  const total = (scores: number[]) =>
    stretches.reduce(
      (sum, { weight }, at) => sum + weight * Math.max(scores[at] ?? 0, (best[at] ?? 0) - OTHER_LANGUAGE),
      prior,
    );
  return { encoding, prior, text: texts.join("\n"), score: Math.max(...byLanguage.map(total)) };
}

const CEDILLAS: Record<string, string> = { ș: "ş", Ș: "Ş", ț: "ţ", Ț: "Ţ" };

/** Romanian with the letters of the other pages: the same text is not another reading. */
function withCedillas(text: string): string {
  return text.replace(/[șȘțȚ]/g, (char) => CEDILLAS[char] ?? char);
}

/** A cell may be cut at these bytes in any encoding: no character beyond ASCII contains them. */
const CUTS = new Set([...Buffer.from('\t\n\r ",;')]);

/**
 * Other signs may be the second byte of a character, but not after a byte of ASCII. Then they end a word as well: the
 * rest of the row (addresses, numbers) says nothing, and is likelier in one language than in another.
 */
const isSign = (byte: number) =>
  byte < 48 || (byte > 57 && byte < 65) || (byte > 90 && byte < 97) || (byte > 122 && byte < 128);

/** The words that contain bytes above 127, each once, with a weight that grows slowly with their number. */
function stretchesBeyondAscii(head: Uint8Array): Stretch[] {
  const counts = new Map<string, number>();
  let start = 0;
  let beyond = false;
  for (let at = 0; at <= head.length; at++) {
    const byte = head[at] ?? 10;
    if (byte > 127) beyond = true;
    if (!CUTS.has(byte) && !(isSign(byte) && (head[at - 1] ?? 0) < 128)) continue;
    if (beyond) {
      const key = Buffer.from(head.buffer, head.byteOffset + start, at - start).toString("latin1");
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (counts.size >= MAX_STRETCHES) break;
    }
    start = at + 1;
    beyond = false;
  }
  return [...counts].map(([key, count]) => ({
    bytes: Buffer.from(key.slice(0, 200), "latin1"),
    weight: 1 + Math.log(count) / 4,
  }));
}
