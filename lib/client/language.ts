import { setCookie } from "./cookie";
import { isLanguage, type Language } from "./messages/catalogue";

/** Stores the language in a cookie; the next page from the server uses it. */
export function setLanguage(language: Language): void {
  setCookie("kith-lang", language);
}

/** The language in which the page is. */
export function languageOfPage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
}
