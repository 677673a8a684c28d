import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mailWords } from "@/lib/email/speech";
import { catalogues } from "./all";
import { type Language, languages, type Message, translator } from "./catalogue";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { ja } from "./ja";
import { pt } from "./pt";

/** Messages that lack a plural category which the language tells apart, or name one that it does not. */
function wrongPlurals(language: string, catalogue: Record<string, Message>): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort().join();
  return Object.entries(catalogue)
    .filter(([, message]) => typeof message !== "string" && Object.keys(message).sort().join() !== wanted)
    .map(([key]) => key);
}

/** Keys that a catalogue does not say, and those that English does not know. */
function unlike(catalogue: Record<string, Message>, english: Record<string, Message> = en): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(catalogue, key));
  const unknown = Object.keys(catalogue).filter((key) => !Object.hasOwn(english, key));
  return [...missing.map((key) => `missing: ${key}`), ...unknown.map((key) => `unknown: ${key}`)];
}

/** The placeholders of a message, in every plural form. */
function placeholders(message: Message): string[][] {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return forms.map((form) =>
    [...new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))].sort(),
  );
}

describe("messages", () => {
  it("put numbers and plurals as the language does", () => {
    expect(translator(en, "en")("contacts.count", { count: 1 })).toBe("1 contact");
    expect(translator(en, "en")("contacts.count", { count: 1200 })).toBe("1,200 contacts");
    expect(translator(de, "de")("contacts.count", { count: 1200 })).toBe("1.200 Kontakte");
    const french = translator(fr, "fr");
    expect([0, 1, 2, 1_000_000].map((count) => french("contacts.count", { count }))).toEqual([
      "0 contact",
      "1 contact",
      "2 contacts",
      "1 000 000 de contacts".replaceAll(" 0", "\u202f0"),
    ]);
    expect(french("contacts.tagRefused", { count: 2_000_000 })).toMatch(/ de contacts ont déjà/);
    expect(translator(es, "es")("imports.rows", { count: 3_000_000 })).toBe("3.000.000 de filas");
    expect([1, 5000, 2_000_000].map((count) => translator(pt, "pt")("imports.rows", { count }))).toEqual([
      "1 linha",
      "5.000 linhas",
      "2.000.000 de linhas",
    ]);
    expect([1, 1200].map((count) => translator(ja, "ja")("contacts.count", { count }))).toEqual([
      "1件の連絡先",
      "1,200件の連絡先",
    ]);
  });

  it("never let a value be read as a placeholder", () => {
    expect(translator(en, "en")("contacts.added", { name: "{name} $& $1" })).toBe("{name} $& $1 added");
  });

  it.each(languages)("say everything in %s", (language) => {
    expect(unlike(catalogues[language])).toEqual([]);
  });

  it("would be missed where one is not said", () => {
    const { "action.save": _, ...rest } = pt;
    expect(unlike({ ...rest, "action.safe": "Salvar" })).toEqual([
      "missing: action.save",
      "unknown: action.safe",
    ]);
  });

  it.each(languages)("speak of the same values in %s as in English", (language) => {
    const all = (said: Message | undefined) => new Set(said ? placeholders(said).flat() : []);
    for (const [key, message] of Object.entries<Message>(en)) {
      const translated: Message | undefined = Reflect.get(catalogues[language], key);
      // A language with a single form says what English says of many, not what it says of one by name.
      const isSingle = typeof message !== "string" && typeof translated !== "string" && !translated?.one;
      expect(all(translated), `${language}: ${key}`).toEqual(all(isSingle ? message.other : message));
    }
  });

  it.each(languages)("say in %s what an undo keeps, and why, with a single colon", (language) => {
    const kept = Object.entries<Message>(catalogues[language]).filter(([key]) =>
      /^history\.kept\b/.test(key),
    );
    const colons = kept.map(([key, said]) => [key, String(said).match(/[:：]/g)?.length ?? 0]);
    expect(Object.fromEntries(colons.filter(([, count]) => count !== 0))).toEqual({
      "history.kept": 1,
      "history.kept.by": 1,
    });
  });

  it.each(languages)("have every plural category of %s", (language) => {
    expect(wrongPlurals(language, catalogues[language])).toEqual([]);
  });

  it("would be caught without one, or with one too many", () => {
    expect(wrongPlurals("fr", { a: { one: "{count} contact", other: "{count} contacts" } })).toEqual(["a"]);
    expect(
      wrongPlurals("ja", { a: { one: "{count} 件", other: "{count} 件" }, b: { other: "{count} 件" } }),
    ).toEqual(["a"]);
  });

  it("choose the category by the language, and say the rest when a form is missing", () => {
    const forms = { one: "{count} contacto", many: "{count} de contactos", other: "{count} contactos" };
    const t = translator({ ...en, "contacts.count": forms }, "es");
    expect([1, 2, 1_000_000].map((count) => t("contacts.count", { count }))).toEqual([
      "1 contacto",
      "2 contactos",
      "1.000.000 de contactos",
    ]);
    expect(translator(en, "fr")("contacts.count", { count: 1_000_000 })).toMatch(/contacts$/);
  });
});

/** What is said to friends, where everybody else is addressed as Sie. */
const FAMILIAR =
  /\b(?:du|dich|dir|deine?[mnrs]?)\b|(?:^|[.:!?;,–] )(?:Bestätige|Entferne|Filtere|Gib|Klicke|Korrigiere|Lade|Lass|Lies|Lösche|Nimm|Öffne|Prüfe|Schreibe|Sieh|Speichere|Versuche|Wähle|Warte)\b/iu;

describe("German", () => {
  it("addresses everybody as Sie", () => {
    const texts = [...Object.entries<Message>(de), ...Object.entries<Message>(mailWords.de)];
    const familiar = texts.filter(([, said]) => FAMILIAR.test(JSON.stringify(said).replaceAll('"', "")));
    expect(familiar.map(([key]) => key)).toEqual([]);
  });

  it("would be caught with a word to a friend", () => {
    expect("Höchstens 5 Segmente. Lösche zuerst eines.").toMatch(FAMILIAR);
    expect("Das ist deine Datei.").toMatch(FAMILIAR);
  });
});

/** What a reader of the language takes for a slip of the typewriter. */
const SLIPS: Record<Language, RegExp> = {
  en: /[„«»]|\p{L}'\p{L}|\.\.\./u,
  de: /[«»”]|\p{L}'\p{L}|\.\.\.|[^\u00a0]…/u,
  fr: /(?:^|[^\u00a0\u202f])[;!?»]|[^\u00a0]:(?=\s|$)|«[^\u00a0]|[“”„]|\p{L}'\p{L}|\.\.\./u,
  es: /^[^¿]*\p{L}\?|^[^¡]*\p{L}!|[“”„]|\p{L}'\p{L}|\.\.\./u,
  pt: /[„«»]|\p{L}'\p{L}|\.\.\./u,
  ja: /[」}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,!?:;(]|[！？](?=[ \p{Script=Han}\p{Script=Hiragana}])|[“”„«»]|\.\.\./u,
};

describe("typography", () => {
  it.each(languages)("is that of %s", (language) => {
    const texts = [...Object.entries(catalogues[language]), ...Object.entries(mailWords[language])];
    const slips = texts.flatMap(([key, said]) =>
      (typeof said === "string" ? [said] : Object.values(said))
        .filter((text) => !key.startsWith("map.quotes.") && SLIPS[language].test(text))
        .map((text) => `${key}: ${text}`),
    );
    expect(slips).toEqual([]);
  });

  it.each([
    ["fr", "Supprimer cet import ?"],
    ["fr", "« {tag} »"],
    ["es", "Cerrar la sesión?"],
    ["de", "Mehr laden…"],
    ["ja", "削除しますか?"],
    ["en", "the workspace's name"],
  ] as const)("would be caught in %s: %s", (language, text) => {
    expect(text).toMatch(SLIPS[language]);
  });
});

/** Text that stands in JSX instead of in the catalogue. */
function literals(source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...withoutComments.matchAll(/<\/?[A-Za-z][^<>]*[^=]>\s*([A-Z][A-Za-z]{2,}[^<>{}()=;]*?)\s*</g)].map(
    ([, text]) => text ?? "",
  );
}

describe("components", () => {
  it("hold no text of their own", () => {
    const files = globSync("{app,components}/**/*.tsx", { cwd: process.cwd() });
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) =>
      literals(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("would be caught with one", () => {
    expect(literals("return <p className='a'>Hello there</p>;")).toEqual(["Hello there"]);
  });
});

const escaped = (text: string) => text.replaceAll(".", "\\.");

/** Keys that no code names, neither as they are nor by a template with one part put in. */
function unused(keys: string[], source: string): string[] {
  const named = new Set([...source.matchAll(/"([\w.]+)"/g)].map(([, key]) => key));
  const templates = [...source.matchAll(/`((?:\w+\.)+)\$\{[^`{}]+(?:\{[^{}]*\})?[^`{}]*\}([\w.]*)`/g)].map(
    ([, start = "", end = ""]) => new RegExp(`^${escaped(start)}\\w+${escaped(end)}$`),
  );
  return keys.filter((key) => !named.has(key) && !templates.some((template) => template.test(key)));
}

describe("every message", () => {
  const keys = Object.keys(en);

  it("is said somewhere", () => {
    const files = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: process.cwd() });
    const speaking = files.filter((file) => !/messages\/(en|de|fr|es|pt|ja)|\.test\./.test(file));
    expect(unused(keys, speaking.map((file) => readFileSync(file, "utf8")).join("\n"))).toEqual([]);
  });

  it("would be missed", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text.
    const source = 't("a.said") + t(`b.${one}`) + t(`c.${one}.body`)';
    expect(unused(["a.said", "a.unsaid", "b.x", "b.x.body", "c.x.body"], source)).toEqual([
      "a.unsaid",
      "b.x.body",
    ]);
  });
});
