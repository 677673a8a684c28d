import { LETTER_PAIRS } from "./encoding-models";

/** How a language writes its words: the natural logarithm of the probability of a letter after another. */
export type Language = {
  name: string;
  latin: boolean;
  /** Index of a letter among those of the language; 0 for the border of a word, -1 for a letter it does not have. */
  place(letter: number): number;
  /** Logarithm of P(second | first) for two such indexes. */
  pair(first: number, second: number): number;
};

const ALL = new Map<string, Language>();

/** The language of that name in encoding-models.ts. Throws RangeError for another one. */
export function language(name: string): Language {
  const known = ALL.get(name);
  if (known) return known;
  const [letters, pairs] = LETTER_PAIRS[name] ?? [];
  if (letters === undefined || pairs === undefined) throw new RangeError(`No such language: ${name}`);
  const size = letters.length + 1;
  const places = new Map([...letters].map((letter, at) => [letter.charCodeAt(0), at + 1]));
  // What was counted writes е for ё, as most Russians do; names of people often keep it.
  if (name === "ru") places.set("ё".charCodeAt(0), places.get("е".charCodeAt(0)) ?? -1);
  const logs = Float32Array.from(pairs, (char) => (char.charCodeAt(0) - 35) / -5);
  const made: Language = {
    name,
    latin: places.has(97),
    place: (letter) => places.get(letter) ?? -1,
    pair: (first, second) => logs[first * size + second] ?? FOREIGN,
  };
  ALL.set(name, made);
  return made;
}

/** The cost of a letter that the language does not have. */
export const FOREIGN = -9.5;
