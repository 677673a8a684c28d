import { isFlag, type Meaning } from "./meanings";
import { knownNames } from "./synonyms";

type Known = { name: string; letters: number; meaning: Meaning; rank: number };

/** Fields for which a short word may be a slip: of consent, it would have to be certain. */
const MAY_SLIP: ReadonlySet<Meaning> = new Set([
  "email",
  "first_name",
  "last_name",
  "name",
  "phone",
  "company",
  "notes",
]);

/** Known names of five letters and more by their length. */
const byLength = new Map<number, Known[]>();
for (const [name, { meaning, rank }] of knownNames()) {
  if (name.length < 5) continue;
  const known = { name, letters: letterSet(name), meaning, rank };
  byLength.set(name.length, [...(byLength.get(name.length) ?? []), known]);
}

/**
 * The known name that a header (in compact form) is a misspelling of: one edit in names of five letters and more,
 * two from ten on. A swap of neighbours counts as one edit.
 */
export function findMisspelt(compact: string): { meaning: Meaning; rank: number } | null {
  if (compact.length < 5 || compact.length > 40) return null;
  const allowed = compact.length >= 10 ? 2 : 1;
  const letters = letterSet(compact);
  for (let length = compact.length - allowed; length <= compact.length + allowed; length++) {
    for (const known of byLength.get(length) ?? []) {
      // An edit changes at most two of the letters that occur: this rules out nearly all names.
      if (bits(letters ^ known.letters) > 2 * allowed) continue;
      if (isAnotherWord(compact, known.name) || isOpposite(compact, known)) continue;
      if (distance(compact, known.name, allowed) <= allowed) return known;
    }
  }
  return null;
}

/** Of a short word another letter makes another word ("Votes", "Notes"); a slip leaves out, doubles or swaps letters. */
function isAnotherWord(a: string, b: string): boolean {
  const inOrder = (word: string) => [...word].sort().join("");
  return a.length <= 6 && a.length === b.length && inOrder(a) !== inOrder(b);
}

/** Words of consent turn into their opposite where they begin: "Anmeldung", "Abmeldung". */
const isOpposite = (compact: string, { name, meaning }: Known) =>
  isFlag(meaning) && compact.slice(0, 2) !== name.slice(0, 2);

/** Names of four and five Latin letters that are words of their own with any one letter less or more at an end. */
const shortNames = new Map<string, { meaning: Meaning; rank: number }>();
const withoutOne = new Map<string, { meaning: Meaning; rank: number }>();
for (const [name, { meaning, rank }] of knownNames()) {
  if (!/^[a-z]{4,5}$/.test(name) || !MAY_SLIP.has(meaning)) continue;
  if (name.length === 4) shortNames.set(name, { meaning, rank });
  else
    for (const less of withoutInner(name)) if (!withoutOne.has(less)) withoutOne.set(less, { meaning, rank });
}

/** The short known name of which a header lacks a letter, or has one too many: "Fima", "Nahme". */
export function findShortSlip(compact: string): { meaning: Meaning; rank: number } | null {
  if (compact.length === 4) return withoutOne.get(compact) ?? null;
  if (compact.length !== 5) return null;
  const found = withoutInner(compact).find((less) => shortNames.has(less));
  return (found && shortNames.get(found)) || null;
}

/** A word without each of its inner letters. */
function withoutInner(word: string): string[] {
  return [...word].slice(1, -1).map((_, index) => word.slice(0, index + 1) + word.slice(index + 2));
}

/** Which letters occur, as bits; letters may share a bit, which only makes the comparison less sharp. */
function letterSet(text: string): number {
  let set = 0;
  for (let index = 0; index < text.length; index++) set |= 1 << (text.charCodeAt(index) & 31);
  return set;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Edits (a swap of neighbours counts as one) from one text to the other; stops counting above the limit. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}
