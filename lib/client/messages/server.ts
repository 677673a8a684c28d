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

/** The language of this request: the user's choice (cookie), else the browser's, else English. */
async function requestLanguage(): Promise<Language> {
  const chosen = (await cookies()).get("kith-lang")?.value;
  if (isLanguage(chosen)) return chosen;
  const wanted = (await headers()).get("accept-language") ?? "";
  return (
    wanted
      .split(",")
      .map((part) => part.trim().slice(0, 2).toLowerCase())
      .find(isLanguage) ?? "en"
  );
}

/** The catalogue and its function for a server component. */
export async function serverMessages(): Promise<{ catalogue: Catalogue; language: Language; t: Translate }> {
  const language = await requestLanguage();
  const catalogue = catalogues[language];
  return { catalogue, language, t: translator(catalogue, language) };
}

/** The `generateMetadata` of a page with this title. */
export function titled(title: MessageKey): () => Promise<Metadata> {
  return async () => ({ title: (await serverMessages()).t(title) });
}
