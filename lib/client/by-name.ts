import { languageOfPage } from "./language";

/**
 * The order of names in the language of the page: "Österreich" before "Zürich", "Step 4" before "Step 10". The server's is
 * that of their characters.
 */
export function byName<T extends { name: string }>(list: readonly T[], language = languageOfPage()): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return list.toSorted((one, other) => compare(one.name, other.name));
}
