import { foldSearch } from "@/lib/contacts/search-fold";

/** As much as the API takes: of longer text the rest is left out. */
const MAX_LENGTH = 200;
const MAX_WORDS = 12;

function words(text: string): string[] {
  return text.split(/[\s\p{Cc}]+/u).filter(Boolean);
}

/** What is asked for when people type: trimmed, and within the API's limits. */
export function askedFor(text: string): string {
  const asked = text.trim().slice(0, MAX_LENGTH).toWellFormed();
  const all = words(asked);
  return all.length <= MAX_WORDS ? asked : all.slice(0, MAX_WORDS).join(" ");
}

/** Whether all words of a search are found in the text, as the API compares them: in any order, accents and case aside. */
export function isFound(text: string, search: string): boolean {
  const folded = foldSearch(text);
  return words(foldSearch(search)).every((word) => folded.includes(word));
}
