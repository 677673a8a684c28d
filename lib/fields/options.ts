import { foldSearch } from "@/lib/contacts/search-fold";

/** The options of a choice, and how texts name them. */

interface Known {
  /** By their spelling in lower case. */
  byCase: Map<string, string>;
  /** Without case, accents and blanks; null where several options are the same then. */
  loose: Map<string, string | null>;
  /** Every option, and how it is compared. */
  letters: [option: string, letters: string][];
  /** What was found for misspelt texts. */
  nearest: Map<string, string | undefined>;
}

/** Of each list of options: a file asks for the same one row by row. */
const KNOWN = new WeakMap<readonly string[], Known>();
/** Misspelt texts that are remembered. */
const MOST_MISSPELT = 1000;

const inLowerCase = (text: string) => text.toLocaleLowerCase("und").normalize("NFC");
const inLetters = (text: string) => foldSearch(text).replace(/\s+/g, "");

function knownOf(options: readonly string[]): Known {
  const before = KNOWN.get(options);
  if (before) return before;
  const known: Known = { byCase: new Map(), loose: new Map(), letters: [], nearest: new Map() };
  for (const option of options) {
    const [cased, letters] = [inLowerCase(option), inLetters(option)];
    known.letters.push([option, letters]);
    if (!known.byCase.has(cased)) known.byCase.set(cased, option);
    known.loose.set(letters, known.loose.has(letters) ? null : option);
  }
  known.loose.delete("");
  KNOWN.set(options, known);
  return known;
}

/** The option that a text names, in any case; if only one is meant, without its accents and blanks, too. */
export function findOption(options: readonly string[], text: string): string | undefined {
  if (options.includes(text)) return text;
  const { byCase, loose } = knownOf(options);
  return byCase.get(inLowerCase(text)) ?? loose.get(inLetters(text)) ?? undefined;
}

/** The option of which a text is a misspelling: the only one that is a letter away, or two if it is long. */
export function nearestOption(options: readonly string[], text: string): string | undefined {
  const known = knownOf(options);
  const { nearest } = known;
  if (nearest.has(text)) return nearest.get(text);
  if (nearest.size >= MOST_MISSPELT) nearest.clear();
  const found = findNearest(known, inLetters(text));
  nearest.set(text, found);
  return found;
}

/** From how many letters on a word may have one wrong, and two; and where it is a text rather than a word. */
const ONE_WRONG = 4;
const TWO_WRONG = 8;
const MOST_LETTERS = 40;
const digitsOf = (text: string) => text.replace(/\D+/g, " ").trim();

function findNearest({ letters: all }: Known, text: string): string | undefined {
  if (text.length > MOST_LETTERS) return undefined;
  let least = Number.POSITIVE_INFINITY;
  let found: string | undefined;
  for (const [option, letters] of all) {
    const short = Math.min(letters.length, text.length);
    const most = short < ONE_WRONG ? 0 : short < TWO_WRONG ? 1 : 2;
    if (letters[0] !== text[0] || Math.abs(letters.length - text.length) > most) continue;
    // "Plan 2" is no misspelling of "Plan 1".
    if (digitsOf(letters) !== digitsOf(text)) continue;
    const steps = distance(letters, text);
    if (steps > most || steps > least) continue;
    found = steps === least ? undefined : option;
    least = steps;
  }
  return found;
}

/** How many letters were left out, added, replaced, or swapped with the next one. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
}

/** The words that are no options, each once; without misspellings of an option, unless all of them are. */
export function newOptions(options: readonly string[], words: readonly string[]): string[] {
  const byLetters = new Map<string, string>();
  for (const word of words) {
    const letters = inLetters(word);
    if (!findOption(options, word) && !byLetters.has(letters)) byLetters.set(letters, word);
  }
  const unknown = [...byLetters.values()];
  const other = unknown.filter((word) => !nearestOption(options, word));
  return other.length > 0 ? other : unknown;
}
