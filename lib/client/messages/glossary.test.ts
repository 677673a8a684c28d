import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mailWords } from "@/lib/email/speech";
import { catalogues } from "./all";
import { languages, type Message } from "./catalogue";

/** The catalogues speak as docs/glossary.md says. */

const rows = readFileSync("docs/glossary.md", "utf8")
  .split("\n")
  .filter((line) => /^\|(?!-)/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const at = rows.findIndex(([first]) => first === "Language");
const [names = [], ...terms] = rows.slice(0, at);
const avoided = rows.slice(at + 1);
const columns = ["en", "de", "fr", "es", "pt", "ja"] as const;

/** Texts that are about an address, not about a message. */
const ADDRESSES = ["contact.copyEmail", "duplicates.reason.similar_email", "check.duplicates"] as const;

/** All that is said in a language, without the values that are put in. */
const said = (language: (typeof languages)[number]): string[] =>
  [...Object.values<Message>(catalogues[language]), ...Object.values<Message>(mailWords[language])]
    .flatMap((message) => (typeof message === "string" ? [message] : Object.values(message)))
    .map((text) => text.replace(/\{\w+\}/g, "").toLocaleLowerCase(language));

/** Texts in which the word stands by itself; words of Japanese are not set apart. */
function uses(texts: string[], word: string): string[] {
  const isApart = /^[\p{Script=Latin} -]+$/u.test(word);
  const low = word.toLowerCase();
  const found = new RegExp(isApart ? `(?<![\\p{L}-])${low}(?![\\p{L}-])` : low, "u");
  return texts.filter((text) => found.test(text));
}

describe("the glossary", () => {
  it("has every language", () => {
    expect([...columns].sort()).toEqual([...languages].sort());
    expect([names.length, terms.length, avoided.length]).toEqual([7, 17, columns.length]);
  });

  it.each(columns)("has the words of %s, and no others for the same", (language) => {
    const column = columns.indexOf(language);
    const texts = said(language);
    const missing = terms
      .map((term) => term[column] ?? "")
      .filter((word) => !texts.some((text) => text.includes(word.toLocaleLowerCase(language))));
    expect(missing).toEqual([]);
    const words = avoided[column]?.[1]?.split(", ") ?? [];
    expect(words.length).toBeGreaterThan(4);
    expect(words.flatMap((word) => uses(texts, word).map((text) => `${word}: ${text}`))).toEqual([]);
  });

  it.each(columns)("calls an address an address in %s", (language) => {
    for (const key of ADDRESSES)
      expect(catalogues[language][key]).toMatch(/address|adresse|dirección|endereço|アドレス/i);
  });

  it("would find a word that is not to be said", () => {
    expect(uses(["your mail is here", "an e-mail", "mailbox"], "mail")).toEqual(["your mail is here"]);
    expect(uses(["このコンタクトを"], "コンタクト")).toHaveLength(1);
  });
});
