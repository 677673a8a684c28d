import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { catalogues } from "./all";
import { type Catalogue, type Language, type MessageKey, type Translate, translator } from "./catalogue";
import { chooseLanguage } from "./choice";

/**
 * The language of this request: the user's choice (cookie), else the browser's, else English. Dates and numbers are as in the
 * browser's country, where it names one for that language.
 */
async function requestLanguage(): Promise<{ language: Language; locale: string }> {
  const chosen = (await cookies()).get("kith-lang")?.value;
  const wanted = (await headers()).get("accept-language") ?? "";
  return chooseLanguage(chosen, wanted);
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
