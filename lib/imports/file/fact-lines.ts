import { shapeOf } from "@/lib/imports/mapping/shapes";
import { findMeaning } from "@/lib/imports/mapping/synonyms";

/** Separators of a name and its value, and the most cells that a line with one may have: text may follow a colon. */
const SIGNS: readonly [sign: string, cells: number][] = [
  [":", Number.POSITIVE_INFINITY],
  ["=", Number.POSITIVE_INFINITY],
  ["\t", 2],
  [";", 2],
  [",", 2],
  ["|", 2],
];
const MOST_LINES = 60;
const NAME = /^\p{L}[^@]{0,39}$/u;

interface Fact {
  name: string;
  value: string;
  meaning: string | undefined;
}

/**
 * Whether a text has one fact of a person in each line (`Name: Ann`, `Email: a@b.c`), people being blocks of lines: as
 * a table of two columns it would be people called "Email".
 */
export function isFactLines(text: string): boolean {
  const lines = text
    .split(/\r\n?|\n/, 2 * MOST_LINES)
    .filter((line) => line.trim() !== "")
    .slice(0, MOST_LINES);
  return SIGNS.some(([sign, cells]) => areFacts(lines, sign, cells));
}

function areFacts(lines: string[], sign: string, most: number): boolean {
  const facts = lines.flatMap((line) => factOf(line, sign, most));
  const addresses = facts.filter(({ meaning }) => meaning === "email");
  if (addresses.length === 0 || !addresses.every(({ value }) => shapeOf(value) === "email")) return false;
  const known = facts.filter(({ meaning }) => meaning !== undefined);
  if (new Set(known.map(({ meaning }) => meaning)).size < 2) return false;
  const share = facts.length / lines.length;
  // A single block could as well be lines above a table: then nothing else may be there.
  if (addresses.length === 1) return most > 2 && share === 1 && known.length >= facts.length / 2;
  const names = Map.groupBy(facts, ({ name }) => name);
  const repeated = facts.filter(({ name }) => (names.get(name)?.length ?? 0) > 1);
  return share >= 0.8 && repeated.length >= 0.7 * facts.length;
}

function factOf(line: string, sign: string, most: number): Fact[] {
  const at = line.indexOf(sign);
  if (at < 0 || (most === 2 && line.indexOf(sign, at + 1) >= 0)) return [];
  const name = bare(line.slice(0, at));
  const value = bare(line.slice(at + sign.length));
  if (!NAME.test(name)) return [];
  return [{ name: name.toLowerCase(), value, meaning: findMeaning(name)?.meaning }];
}

const bare = (text: string) =>
  text
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .trim();
