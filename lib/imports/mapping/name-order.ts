import { compactHeader, findMeaning, headerWords, namesOnlyIn } from "./synonyms";

/** Column names that by themselves say which part comes first: фамилия, имя, отчество. */
const FAMILY_FIRST = new Set(["фио", "піб"]);
/** Last names of people who have two: the plural, and a word for one of them. */
const TWO_NAMES = new Set(["apellidos", "cognoms", "llinatges", "apelidos"]);
const ONE_OF_TWO = new Set(["apellido", "cognom", "llinatge", "apelido"]);
/** In Catalan, the word for a name means the first one beside these; in French it means the last. */
const CATALAN = new Set(["cognom", "cognoms", "llinatge", "llinatges"]);
const HUNGARIAN = namesOnlyIn("hu");

/**
 * How many words of a full name are the family name, if it comes first: in a column whose header says so ("Nachname,
 * Vorname", "Apellidos y nombre"), and in a file with Hungarian headers. 0 if it comes last.
 */
export function familyWords(headers: readonly string[], column: number): number {
  const header = headers[column] ?? "";
  const words = headerWords(header).split(" ");
  const isCatalan = words.some((word) => CATALAN.has(word));
  const said = words.map((word) => (isCatalan && word === "nom" ? "first_name" : findMeaning(word)?.meaning));
  const placeOf = (meaning: "first_name" | "last_name") =>
    said.includes(meaning) ? said.indexOf(meaning) : said.indexOf("name");
  const [given, family] = [placeOf("first_name"), placeOf("last_name")];
  if (given >= 0 && family >= 0 && given !== family) return given < family ? 0 : hasTwoNames(words) ? 2 : 1;
  const isFirst =
    FAMILY_FIRST.has(compactHeader(header)) || headers.some((one) => HUNGARIAN.has(compactHeader(one)));
  return isFirst ? 1 : 0;
}

function hasTwoNames(words: readonly string[]): boolean {
  return words.some((word) => TWO_NAMES.has(word)) || words.filter((word) => ONE_OF_TWO.has(word)).length > 1;
}
