import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { saysLeaving } from "./leaving";
import { beginningsOf } from "./phrase-keys";
import { QuickLook } from "./quick-look";

/** Notes of people who leave, and of people who stay. */
const notes: { leaves: string[]; stays: string[] } = JSON.parse(
  readFileSync(new URL("../../testing/corpus/notes.json", import.meta.url), "utf8"),
);
const finds = (text: string) => new QuickLook().finds(Buffer.from(text));
const inFile = (note: string) => `p1@example.com,Ada,"${note}",+44 20 1\np2@example.com,Bob,,\n`;

describe("the quick search of a large file", () => {
  it("finds every note that reading it finds, in whatever language, and no other", () => {
    const read = notes.leaves.filter(saysLeaving);
    expect(read.length).toBeGreaterThan(700);
    expect(read.filter((note) => !finds(inFile(note)))).toEqual([]);
    expect(
      read.filter((note) => !finds(inFile(note.toUpperCase())) && saysLeaving(note.toUpperCase())),
    ).toEqual([]);
    expect(notes.stays.filter((note) => finds(inFile(note)))).toEqual([]);
  });

  it("finds them at either end of a piece, and behind long stories in other letters", () => {
    for (const note of ["no more mails please", "не писать", "メール不要", "odhlášen"]) {
      expect(finds(note)).toBe(true);
      expect(finds(`Ελένη,${"Ж".repeat(500)} 日本,${note}`)).toBe(true);
    }
  });

  it("finds words in which letters of another script look alike", () => {
    expect(finds(inFile("Отпиcался"))).toBe(true);
    expect(finds(inFile("unsubsсribed"))).toBe(true);
  });

  it("reads a cell that many rows have once, and still finds another one", () => {
    const look = new QuickLook();
    const stays = notes.stays.find((note) => /newsletter/i.test(note));
    expect(look.finds(Buffer.from(`a@example.com,"${stays}"\n`.repeat(100_000)))).toBe(false);
    expect(look.finds(Buffer.from("a@example.com,no newsletter\n"))).toBe(true);
  });
});

it.each([
  ["desabo|\\bno (?:more|further) mail", false, ["desabo", "no mor", "no fur"]],
  ["e ?mail", true, ["e mail", "email "]],
  ["n[ıi]l\\p{L}*|k", true, ["nıl", "nil", "k "]],
  ["(?<!a)let+er{0,2}(?=x)", false, ["lete", "leter", "leterr", "lette", "letter", "lettte", "lettt"]],
])("knows how what a pattern matches begins: %s", (source, isWhole, beginnings) => {
  const found = beginningsOf(source, isWhole);
  for (const one of beginnings)
    expect([found, found.some((key) => one.startsWith(key) || key.startsWith(one))]).toEqual([found, true]);
});
