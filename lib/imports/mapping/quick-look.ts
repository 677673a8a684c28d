import { isAscii } from "node:buffer";
import { LOOKED_AT, saysLeaving } from "./leaving";
import { KEY_LENGTH } from "./phrase-keys";
import {
  BLANK,
  BYTE_KINDS,
  ENDS,
  FOUND,
  LONGER,
  letterKind,
  NODE,
  PHRASE,
  phraseTree,
  ROOT,
  SENT,
  type Tree,
} from "./phrase-tree";

/**
 * A quick search for notes in which somebody leaves, for more text than can be read: words that begin as those of the
 * phrases do are found in bytes, and only a cell that may match is then read as any other is.
 */

/** Cells that are read, and remembered. */
const MOST_READ = 20_000;
const KEPT_CHARS = 200;

/** Looks through one file. */
export class QuickLook {
  #read = 0;
  #known = new Map<string, boolean>();
  #tree: Tree = phraseTree();

  /** Whether a piece of text, as UTF-8, has a cell in which somebody leaves. */
  finds(piece: Uint8Array): boolean {
    return isAscii(piece) ? this.#findsPlain(piece) : this.#findsAny(piece);
  }

  /** The same for ASCII, in half the time. */
  #findsPlain(piece: Uint8Array): boolean {
    const tree = this.#tree;
    const kinds = BYTE_KINDS;
    const { length } = piece;
    let [from, found, phrase] = [0, 0, 0];
    for (let at = 0; at < length; at++) {
      let letter = kinds[piece[at] ?? 0] ?? BLANK;
      if (letter === BLANK) {
        const byte = piece[at] ?? 0;
        if (ENDS_CELL[byte] === 0 || (byte === COMMA && piece[at + 1] === SPACE)) continue;
        if (found >= ENDS + SENT && this.#says(piece, from, at)) return true;
        from = at + 1;
        found = 0;
        phrase = 0;
        continue;
      }
      let node = ROOT;
      const begun = at;
      while (letter !== BLANK && node !== 0) {
        const after = tree[node + letter] ?? 0;
        found |= after >>> FOUND;
        node = after & NODE;
        letter = ++at < length ? (kinds[piece[at] ?? 0] ?? BLANK) : BLANK;
      }
      while (letter !== BLANK) letter = ++at < length ? (kinds[piece[at] ?? 0] ?? BLANK) : BLANK;
      if (phrase !== 0) {
        for (let more = begun; more < at && phrase !== 0; more++) {
          const after = tree[phrase + (kinds[piece[more] ?? 0] ?? BLANK)] ?? 0;
          found |= after >>> FOUND;
          phrase = after & NODE;
        }
      }
      const after = tree[phrase === 0 ? node : phrase] ?? 0;
      found |= after >>> FOUND;
      phrase = after & NODE;
      found |= (tree[node] ?? 0) >>> FOUND;
      at--;
    }
    return found >= ENDS + SENT && this.#says(piece, from, length);
  }

  #findsAny(piece: Uint8Array): boolean {
    const tree = this.#tree;
    // Of the cell: where it begins, what was found in it, and a phrase of which the first words were read.
    let [from, found, phrase] = [0, 0, 0];
    for (let at = 0; at < piece.length; at++) {
      let byte = piece[at] ?? 0;
      let letter: number = BYTE_KINDS[byte] ?? BLANK;
      if (letter === LONGER) {
        const code = codeAt(piece, at);
        if (isSign(code)) found |= PHRASE;
        if (letterKind(code) === BLANK) {
          at += widthOf(byte) - 1;
          continue;
        }
      }
      if (letter !== BLANK) {
        // A word: as far as the lists have one that begins so, and then to its end.
        let node = ROOT;
        for (; letter !== BLANK; letter = BYTE_KINDS[byte] ?? BLANK) {
          if (letter === LONGER) {
            const code = codeAt(piece, at);
            letter = letterKind(code);
            if (letter === BLANK) break;
            if (isUnspaced(code)) found |= foundFrom(piece, at, tree);
            at += widthOf(byte) - 1;
          }
          if (node !== 0) {
            const after = tree[node + letter] ?? 0;
            found |= after >>> FOUND;
            node = after & NODE;
          }
          if (phrase !== 0) {
            const after = tree[phrase + letter] ?? 0;
            found |= after >>> FOUND;
            phrase = after & NODE;
          }
          byte = piece[++at] ?? 0;
          // No list has a word that begins so: on to its end.
          if ((node | phrase) === 0) while (IS_LETTER[byte] === 1) byte = piece[++at] ?? 0;
        }
        const after = tree[node] ?? 0;
        found |= after >>> FOUND;
        phrase = (phrase === 0 ? after : (tree[phrase] ?? 0)) & NODE;
        at--;
      } else if (ENDS_CELL[byte] === 1 && !(byte === COMMA && piece[at + 1] === SPACE)) {
        if (found >= ENDS + SENT && this.#says(piece, from, at)) return true;
        [from, found, phrase] = [at + 1, 0, 0];
      }
    }
    return found >= ENDS + SENT && this.#says(piece, from, piece.length);
  }

  #says(piece: Uint8Array, from: number, to: number): boolean {
    const end = Math.min(to, from + LOOKED_AT);
    const cell = Buffer.from(piece.buffer, piece.byteOffset + from, end - from)
      .toString()
      .trim();
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    if (this.#read++ >= MOST_READ) return false;
    const says = saysLeaving(cell);
    if (cell.length <= KEPT_CHARS) this.#known.set(cell, says);
    return says;
  }
}

const IS_LETTER = BYTE_KINDS.map((kind) => (kind === BLANK || kind === LONGER ? 0 : 1));
const [COMMA, SPACE] = [0x2c, 0x20];
/** What ends a cell. Blanks follow a comma within a text, and rarely one between two cells. */
const ENDS_CELL = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  ';,|"\t\n'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** What the words may be that begin here, in a script without spaces between them. */
function foundFrom(piece: Uint8Array, from: number, tree: Tree): number {
  let [node, found, at] = [ROOT, 0, from];
  for (let length = 0; length < KEY_LENGTH && node !== 0; length++) {
    const after = tree[node + letterKind(codeAt(piece, at))] ?? 0;
    found |= after >>> FOUND;
    node = after & NODE;
    at += widthOf(piece[at] ?? 0);
  }
  return found;
}

const widthOf = (byte: number) => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1);

function codeAt(piece: Uint8Array, at: number): number {
  const byte = piece[at] ?? 0;
  const tail = (offset: number) => (piece[at + offset] ?? 0) & 0x3f;
  if (byte >= 0xf0) return ((byte & 7) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3);
  if (byte >= 0xe0) return ((byte & 15) << 12) | (tail(1) << 6) | tail(2);
  return byte >= 0xc0 ? ((byte & 31) << 6) | tail(1) : byte;
}

const isUnspaced = (code: number) =>
  (code >= 0xe00 && code < 0x1100) || (code >= 0x1780 && code < 0x1800) || (code >= 0x3040 && code < 0xd7b0);

/** Crosses, and pictures of mail. */
const SIGNS: ReadonlySet<number> = new Set(
  [..."✗✘❌✖✕🚫👎⛔📧✉📩📨"].map((sign) => sign.codePointAt(0) ?? 0),
);
const isSign = (code: number) => code > 0x2600 && code < 0x1f900 && SIGNS.has(code);
