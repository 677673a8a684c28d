import { BLOCK_LISTS, BLOCKS_WITHIN } from "./leaving-blocks";
import { PAIR_LISTS, PAIRS_WITHIN } from "./leaving-pairs";
import { PHRASES } from "./leaving-words";
import { letterOf } from "./letters";
import { beginningsOf, KEY_LENGTH } from "./phrase-keys";

/**
 * How the words begin with which somebody may say to leave, of all phrases, pairs and blocks, as a tree: a table of what
 * follows which letter, so that one look-up for each letter of a text finds them.
 */

/** What ends or forbids, what is sent or consented to, and the beginning of a phrase: both of the first two, or the last. */
export const [ENDS, SENT, PHRASE] = [1, 2, 4];

/** Letters are of 64 kinds: Latin ones, digits, and the others by the end of their number. A collision only costs time. */
const WIDTH = 64;
const OTHERS = 28;
export const BLANK = 0;
export const LONGER = 0xff;
export const ROOT = WIDTH;

/**
 * What comes after a node, by kind of letter, at `node | letter`: the number of the next node, a multiple of `WIDTH`, and
 * above `NODE` what has been found by then; 0 is nowhere.
 */
export type Tree = Uint32Array;
export const NODE = 0xffffff;
export const FOUND = 24;

function kindOf(code: number): number {
  const letter = letterOf(code);
  if (letter >= 0x61 && letter <= 0x7a) return letter - 0x60;
  if (letter >= 0x30 && letter <= 0x39) return letter === 0x30 ? OTHERS - 1 : WIDTH - 1;
  return letter === 0x20 ? BLANK : OTHERS + (letter % (WIDTH - 1 - OTHERS));
}

const known = new Uint8Array(0x10000).fill(0xff);
/** The kind of a letter, by its number. */
export function letterKind(code: number): number {
  if (code > 0xffff) return BLANK;
  const before = known[code] ?? 0xff;
  if (before !== 0xff) return before;
  const kind = kindOf(code);
  known[code] = kind;
  return kind;
}

/** The same for bytes of ASCII; the others begin or continue longer letters. */
export const BYTE_KINDS = Uint8Array.from({ length: 0x100 }, (_, code) =>
  code < 0x80 ? kindOf(code) : LONGER,
);

let made: Tree | null = null;
/** The tree of all lists. Made once, in a tenth of a second, for the first file that is so large. */
export function phraseTree(): Tree {
  made ??= grown();
  return made;
}

/** Room for the beginnings of more words than the lists have. */
const MOST_NODES = 0xffff;

function grown(): Tree {
  const tree = new Uint32Array(MOST_NODES * WIDTH);
  let free = ROOT + WIDTH;
  for (const [key, kind] of beginnings()) {
    let [node, at] = [ROOT, 0];
    for (const letter of key) {
      at = node + letterKind(letter.codePointAt(0) ?? 0);
      node = (tree[at] ?? 0) & NODE;
      if (node !== 0) continue;
      if (free === tree.length) throw new Error("The lists of phrases have more beginnings than fit.");
      node = free;
      free += WIDTH;
      tree[at] = node;
    }
    tree[at] = ((tree[at] ?? 0) | (kind << FOUND)) >>> 0;
  }
  return tree.slice(0, free);
}

function* beginnings(): Generator<[string, number]> {
  const each = (keys: string[], kind: number) => keys.map((key): [string, number] => [key, kind]);
  const stems = (words: string) =>
    words
      .split(" ")
      .map((word) => (word.endsWith("*") ? word.slice(0, -1) : `${word} `).slice(0, KEY_LENGTH));
  for (const one of PHRASES) yield* each(beginningsOf(one.replaceAll("W ", "\\p{L}+ ")), PHRASE);
  for (const one of PAIR_LISTS.ends) yield* each(beginningsOf(one, true), ENDS);
  for (const one of PAIR_LISTS.sent) yield* each(beginningsOf(one, true), SENT);
  for (const one of [...PAIR_LISTS.lists, "메일 ?x"]) yield* each(beginningsOf(one), PHRASE);
  for (const { no, off, after = "", reach, list, alone = "" } of BLOCK_LISTS) {
    yield* each([no, off, after].flatMap(stems), ENDS);
    yield* each([reach, list].flatMap(stems), SENT);
    yield* each(stems(alone), PHRASE);
  }
  for (const [about = "", ended = ""] of [...PAIRS_WITHIN, ...BLOCKS_WITHIN]) {
    yield* each(beginningsOf(about), SENT);
    yield* each(beginningsOf(ended), ENDS);
  }
}
