import { describe, expect, it } from "vitest";
import { unmixed, wordsOf } from "./letters";
import { suggestMapping } from "./suggest";

const suggested = (header: string, cells: string[]) =>
  suggestMapping(
    ["Email", "Name", header],
    cells.map((cell, n) => [`p${n}@example.com`, "Ada", cell]),
  )[2];

/** The word with each of its letters in turn, and with all of them, replaced by the one that looks like it. */
function disguised(word: string, pairs: Record<string, string>): string[] {
  const letters = [...word];
  const at = [...letters.keys()].filter((index) => pairs[letters[index] ?? ""] !== undefined);
  const withOne = at.map((index) => letters.with(index, pairs[letters[index] ?? ""] ?? "").join(""));
  return withOne.filter((one) => one !== word);
}
const CYRILLIC = {
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  s: "ѕ",
  x: "х",
  y: "у",
  i: "і",
  A: "А",
  O: "О",
  E: "Е",
  H: "Н",
};
const GREEK = { o: "ο", v: "ν", O: "Ο", N: "Ν", E: "Ε", A: "Α", u: "υ" };
const LATIN = {
  а: "a",
  с: "c",
  е: "e",
  о: "o",
  р: "p",
  х: "x",
  у: "y",
  к: "k",
  т: "t",
  О: "O",
  Н: "H",
  В: "B",
};
const LATIN_FOR_GREEK = { α: "a", ρ: "p", ο: "o", ν: "v", Α: "A", Ε: "E", Ο: "O", Δ: "Δ", κ: "k" };

const WORDS: [string, string[]][] = [
  ...["unsubscribed", "Opted out", "Opt-Out", "blacklisted", "abgemeldet", "desuscrito", "dezabonat"].map(
    (word): [string, string[]] => [word, [...disguised(word, CYRILLIC), ...disguised(word, GREEK)]],
  ),
  ...["отписан", "Отписался", "отказался", "Исключить", "не писать", "видалити", "отписана"].map(
    (word): [string, string[]] => [word, disguised(word, LATIN)],
  ),
  ...["Διαγράφηκε", "απεγγραφή"].map((word): [string, string[]] => [word, disguised(word, LATIN_FOR_GREEK)]),
];

describe("letters of another script that look alike", () => {
  it.each(WORDS)("are read as those of %s, in values and headers", (word, others) => {
    expect(others.length).toBeGreaterThan(0);
    const outcome = (text: string) => {
      const state = suggested("Status", ["", text, ""]);
      const flag = suggested(text, ["", "x", ""]);
      return [state?.field, state?.question, flag?.field, flag?.question];
    };
    const plain = outcome(word);
    for (const other of others) expect([other, outcome(other)]).toEqual([other, plain]);
  });

  it.each([
    ["Исkлючить", "Исключить"],
    ["Oтпиcaн", "Отписан"],
    ["unsubsсribеd", "unsubscribed"],
    ["3апрещено", "запрещено"],
    ["ОТКА3", "ОТКАз"],
    ["no е-mail", "no e-mail"],
    ["Ёлка", "Ёлка"],
    ["Mail для Ивана", "Mail для Ивана"],
    ["2024 год", "2024 год"],
    ["Μ&Μ Ltd", "Μ&Μ Ltd"],
  ])("%s is %s", (text, read) => expect(unmixed(text)).toBe(read));

  it("hyphens and marks that nobody sees are not there", () => {
    expect(wordsOf("abge\u00admeldet")).toBe("abgemeldet");
    expect(wordsOf("opt\u200bed\u2060 out")).toBe("opted out");
  });
});
