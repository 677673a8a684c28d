import { isLanguage, type Language } from "./catalogue";

/** The tags of an `Accept-Language` header (RFC 9110, 12.5.4), the most wanted first; those refused with `q=0` are left out. */
function wantedTags(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const quality = parameters.find((each) => each.startsWith("q="));
      return { tag, quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * The language that somebody chose, else the one the browser wants most among ours, else English. Dates and numbers are
 * as in the browser's country, where it names one for that language.
 */
export function chooseLanguage(
  chosen: string | undefined,
  acceptLanguage: string,
): { language: Language; locale: string } {
  const tags = wantedTags(acceptLanguage);
  const languageOf = (tag: string) => (tag.split("-", 1)[0] ?? "").toLowerCase();
  const language = isLanguage(chosen) ? chosen : (tags.map(languageOf).find(isLanguage) ?? "en");
  const country = tags.find(
    (tag) => languageOf(tag) === language && /^[a-z]{2}-(?:[a-z]{2}|\d{3})$/i.test(tag),
  );
  return { language, locale: country ?? language };
}
