import type { en } from "./en";

/** A text, or one text for each plural category (Unicode CLDR) of `{count}` that the language tells apart. */
export type Message = string | Plural;
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type MessageKey = keyof typeof en;
export type Catalogue = Record<MessageKey, Message>;
export type Values = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: Values) => string;

/** Languages with a full catalogue by their own names, first the default. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ja: "日本語",
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames).filter(isLanguage);

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(languageNames, value);
}

/**
 * Makes the function that says a message. `{name}` is replaced by the value of that name; numbers are written as
 * the language writes them; a plural is chosen by `count`.
 */
export function translator<Key extends string>(
  catalogue: Record<Key, Message>,
  locale: string,
): (key: Key, values?: Values) => string {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (key, values = {}) => {
    const message: Message = catalogue[key];
    const text =
      typeof message === "string"
        ? message
        : (message[plurals.select(Number(values.count ?? 0))] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
    });
  };
}
