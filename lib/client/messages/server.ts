import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import {
  type Catalogue,
  isLanguage,
  type Language,
  type MessageKey,
  type Translate,
  translator,
} from "./catalogue";
import { de } from "./de";
import { en } from "./en";

const catalogues: Record<Language, Catalogue> = { en, de };

/**
 * The language of this request: the user's choice (cookie), else the browser's, else English. Dates and numbers are as in the
 * browser's country, where it names one for that language.
 */
async function requestLanguage(): Promise<{ language: Language; locale: string }> {
  const chosen = (await cookies()).get("kith-lang")?.value;
  const wanted = (await headers()).get("accept-language") ?? "";
  const tags = wanted.split(",").map((part) => part.split(";", 1)[0]?.trim() ?? "");
  const languageOf = (tag: string) => tag.slice(0, 2).toLowerCase();
  const language = isLanguage(chosen) ? chosen : (tags.map(languageOf).find(isLanguage) ?? "en");
  const country = tags.find((tag) => languageOf(tag) === language && /^[a-z]{2}-[a-z]{2}$/i.test(tag));
  return { language, locale: country ?? language };
}

/** The catalogue and its function for a server component. */
export async function serverMessages(): Promise<{
  catalogue: Catalogue;
  language: Language;
  locale: string;
  t: Translate;
}> {
  const { language, locale } = await requestLanguage();
  const catalogue = catalogues[language];
  return { catalogue, language, locale, t: translator(catalogue, locale) };
}

/** The `generateMetadata` of a page with this title. */
export function titled(title: MessageKey): () => Promise<Metadata> {
  return async () => ({ title: (await serverMessages()).t(title) });
}
