import { foldSearch } from "@/lib/contacts/search-fold";
import { FIELD_LIMITS } from "@/lib/field-limits";

/** The API's maximum: the rest of a longer text is left out. */

function words(text: string): string[] {
  return text.split(/[\s\p{Cc}]+/u).filter(Boolean);
}

/** The search term of a typed text: trimmed, and within the API's limits. */
export function askedFor(text: string): string {
  const asked = text.trim().slice(0, FIELD_LIMITS.search).toWellFormed();
  const all = words(asked);
  return all.length <= FIELD_LIMITS.searchWords ? asked : all.slice(0, FIELD_LIMITS.searchWords).join(" ");
}

/** Whether all words of a search occur in the text, as the API compares them: in any order, ignoring accents and case. */
export function isFound(text: string, search: string): boolean {
  const folded = foldSearch(text);
  return words(foldSearch(search)).every((word) => folded.includes(word));
}
