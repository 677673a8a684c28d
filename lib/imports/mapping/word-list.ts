import { headerWords } from "./synonyms";

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** How far `*` goes after a stem: endings, not further words ("Mitgliederbrief"). */
const LONGEST_ENDING = 4;
const FURTHER = /^(?:post|mail|info|news|abo)/;

/** Words to find in a header: sets, because a pattern of so many takes seconds to compile. */
export class WordList {
  readonly #whole = new Set<string>();
  /** With any ending. */
  readonly #stems = new Set<string>();
  /** At the end of a longer word. */
  readonly #tails = new Set<string>();
  /** Of several words, by the first of them: a list has hundreds, and few can be in a header. */
  readonly #phrases = new Map<string, string[]>();
  /** Of a script without spaces. */
  readonly #unspaced: string[] = [];

  constructor(lists: string[]) {
    for (const entry of lists.flatMap((list) => list.split(", "))) {
      const text = headerWords(entry.replaceAll("*", ""));
      const [first = ""] = text.split(" ");
      if (UNSPACED.test(text)) this.#unspaced.push(text);
      else if (text !== first) this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), ` ${text} `]);
      else if (entry.startsWith("*")) this.#tails.add(text);
      else (entry.endsWith("*") ? this.#stems : this.#whole).add(text);
    }
  }

  has(words: string): boolean {
    return this.without(words) !== words;
  }

  /** The words that are not in the list. */
  without(words: string): string {
    let rest = ` ${words} `;
    if (UNSPACED.test(words)) for (const phrase of this.#unspaced) rest = rest.replaceAll(phrase, " ");
    for (const first of words.split(" "))
      for (const phrase of this.#phrases.get(first) ?? []) rest = rest.replaceAll(phrase, " ");
    return rest
      .split(" ")
      .map((word) => this.#rest(word))
      .filter((word) => word !== "")
      .join(" ");
  }

  #rest(word: string): string {
    if (this.#whole.has(word)) return "";
    for (let ending = 0; ending <= Math.min(LONGEST_ENDING, word.length - 2); ending++) {
      const cut = word.length - ending;
      if (this.#stems.has(word.slice(0, cut)) && !FURTHER.test(word.slice(cut))) return "";
    }
    for (let from = 0; from < word.length - 2; from++)
      if (this.#tails.has(word.slice(from))) return word.slice(0, from);
    return word;
  }
}
