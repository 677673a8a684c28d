/** A part of a text, and whether the other text has it, too. */
export interface Piece {
  text: string;
  isSame: boolean;
}

/** Beyond this many pairs of words a comparison would be noticeable; then only the common beginning and end count as equal. */
const MOST_PAIRS = 40_000;

/** A number, a day or a time is one word, with its sign and its separators. */
const wordsOf = (text: string) =>
  text.match(/[+−-]?\p{N}+(?:[.,:/'’\u00a0\u202f-]\p{N}+)+|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ??
  [];

/** Which words of an old and of a new text differ. The pieces of each, put together, are the text. */
export function compareWords(old: string, now: string): { old: Piece[]; now: Piece[] } {
  const [a, b] = [wordsOf(old), wordsOf(now)];
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = common(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const marked = (words: string[], kept: ReadonlySet<number>) =>
    join(
      words.map((text, at) => ({
        text,
        isSame: at < head || at >= words.length - tail || kept.has(at - head),
      })),
    );
  return { old: marked(a, middle.old), now: marked(b, middle.now) };
}

/** Positions of the words of a longest common subsequence. */
function common(a: string[], b: string[]): { old: Set<number>; now: Set<number> } {
  const found = { old: new Set<number>(), now: new Set<number>() };
  if (a.length * b.length > MOST_PAIRS) return found;
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.old.add(i++);
      found.now.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

/** Merges neighbours of the same kind; a blank between two changed words is part of the change. */
function join(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const [at, { text, isSame }] of pieces.entries()) {
    const isBetween =
      isSame && text.trim() === "" && !pieces[at - 1]?.isSame && pieces[at + 1]?.isSame === false;
    const last = joined.at(-1);
    const kind = isSame && !(isBetween && at > 0);
    if (last?.isSame === kind) last.text += text;
    else joined.push({ text, isSame: kind });
  }
  return joined;
}

/** Characters that are kept before the first change and after the last one. */
const AROUND = 24;

/** The pieces with long ones truncated to the text next to a change; `max` characters of a changed one. */
export function shorten(pieces: readonly Piece[], max: number): Piece[] {
  const isFirst = (at: number) => at === 0;
  const isLast = (at: number) => at === pieces.length - 1;
  return pieces.map(({ text, isSame }, at) => {
    if (!isSame || pieces.length === 1) return { isSame, text: cut(text, max) };
    if (text.length <= 2 * AROUND + 1) return { isSame, text };
    const start = isFirst(at) ? "" : text.slice(0, AROUND).toWellFormed();
    const end = isLast(at) ? "" : text.slice(-AROUND).toWellFormed();
    return { isSame, text: `${start}…${end}` };
  });
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}
