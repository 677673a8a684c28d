/**
 * The beginnings of the texts that a pattern matches, for a search that is quicker than the pattern. Of regular expressions,
 * it knows what the lists of phrases use: alternatives, groups, classes, optional and repeated letters, and edges.
 */

/** Letters of a beginning; a blank is the end of a word. */
export const KEY_LENGTH = 6;
/** More beginnings of one pattern than this say nothing: they are cut where they are. */
const MOST = 4000;

/** What has been read of a text so far; `isOpen` when more of it is known. */
type Begun = Map<string, boolean>;

/** The beginnings of `source`; `isWhole` if each match ends where a word does. */
export function beginningsOf(source: string, isWhole = false): string[] {
  const reader = new Reader(source);
  const begun = reader.alternatives(new Map([["", true]]));
  const ended = isWhole ? grow(begun, [" "]) : begun;
  return [...ended.keys()].filter((key) => key.trim() !== "").map((key) => key.replace(/^ +/, ""));
}

/** Each open beginning with each of these letters; null stands for any letter, after which nothing is known. */
function grow(begun: Begun, letters: readonly (string | null)[]): Begun {
  const grown: Begun = new Map();
  for (const [key, isOpen] of begun) {
    if (!isOpen) grown.set(key, false);
    else
      for (const letter of letters) {
        // An unknown letter at the beginning leaves the rest of the word.
        if (letter === null) grown.set(key, key === "");
        else if (letter === " " && (key === "" || key.endsWith(" "))) grown.set(key, true);
        else grown.set(key + letter, key.length + 1 < KEY_LENGTH);
      }
  }
  return grown.size > MOST ? new Map([...grown.keys()].map((key) => [key, false])) : grown;
}

const union = (...all: Begun[]): Begun => new Map(all.flatMap((one) => [...one]));

/** Reads a pattern from left to right, with what it has begun. */
class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Alternatives up to the end of the pattern, or of the group. */
  alternatives(before: Begun): Begun {
    let found: Begun = new Map();
    let current = before;
    for (;;) {
      const next = this.#source[this.#at];
      if (next === undefined || next === ")") break;
      if (next === "|") {
        this.#at++;
        found = union(found, current);
        current = before;
      } else current = this.#item(current);
    }
    return union(found, current);
  }

  /** One letter, class, group or edge, as often as the pattern says. */
  #item(before: Begun): Begun {
    const from = this.#at;
    const after = this.#one(before);
    const { least, most } = this.#times();
    const end = this.#at;
    let [current, all] = [after, least === 0 ? union(before, after) : after];
    for (let time = 1; time < Math.min(most, KEY_LENGTH); time++) {
      this.#at = from;
      current = this.#one(current);
      all = time < least ? current : union(all, current);
    }
    this.#at = end;
    return all;
  }

  #one(before: Begun): Begun {
    const letter = this.#source[this.#at++] ?? "";
    if (letter === "\\") return this.#escaped(before);
    if (letter === "[") return grow(before, this.#class());
    if (letter === "(") return this.#group(before);
    if (letter === ".") return grow(before, [null]);
    return letter === "^" || letter === "$" ? before : grow(before, [letter]);
  }

  #escaped(before: Begun): Begun {
    const kind = this.#source[this.#at++] ?? "";
    if (kind === "b") return grow(before, [" "]);
    if (kind === "p" || kind === "P") this.#at = this.#source.indexOf("}", this.#at) + 1;
    return /[pPdwSsDW]/.test(kind) ? grow(before, [null]) : grow(before, [kind]);
  }

  #class(): (string | null)[] {
    const end = this.#source.indexOf("]", this.#at);
    const inside = this.#source.slice(this.#at, end);
    this.#at = end + 1;
    return /^\^|\\|-./.test(inside) ? [null] : [...inside];
  }

  /** What looks ahead or behind says nothing of the text itself. */
  #group(before: Begun): Begun {
    const [sign = ""] = /^\?(?::|<?[=!])/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += sign.length;
    const within = this.alternatives(before);
    this.#at++;
    return sign === "" || sign === "?:" ? within : before;
  }

  #times(): { least: number; most: number } {
    const [text = ""] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += text.length;
    if (text === "") return { least: 1, most: 1 };
    if (text[0] === "?") return { least: 0, most: 1 };
    if (text[0] === "*" || text[0] === "+") return { least: text[0] === "+" ? 1 : 0, most: KEY_LENGTH };
    const [least = 0, most = least] = (text.match(/\d+/g) ?? []).map(Number);
    return { least, most: text.includes(",}") ? KEY_LENGTH : most };
  }
}
