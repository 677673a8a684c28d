import { isLanguage, type Language } from "./messages/catalogue";

const YEAR_S = 31_536_000;

/** Stores the language in a cookie; the next page from the server uses it. */
export function setLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = `kith-lang=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** The language in which the page is. */
export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
}
