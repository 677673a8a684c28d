import { foldSearch } from "./search-fold";

/**
 * The two-digit country codes (ITU E.164). The one-digit ones, 1 and 7, are left out: their countries have no trunk
 * zero.
 */
const TWO_DIGITS =
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98";
const TWO = new Set(TWO_DIGITS.split(" "));
/** The pattern of the country code in an international number, for PostgreSQL and JavaScript alike. */
export const COUNTRY_CODE = `(?:${[...TWO].join("|")}|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[03578]|9[679])[0-9])`;

/**
 * A number's digits like `phone_digits` in the database: with a plus if it has a country code, otherwise with its
 * leading zero.
 */
export function phoneDigits(phone: string): string {
  const folded = foldSearch(phone);
  const digits = folded.replace(/[^0-9]/g, "");
  const hasPlus = /^[^0-9]*\+/.test(folded);
  if (!hasPlus && !digits.startsWith("00")) return digits;
  const coded = folded.replace(/\( *0 *\)/, "").replace(/[^0-9]/g, "");
  return `+${hasPlus ? coded : coded.slice(2)}`;
}

/** The length of the country code at the beginning of these international digits. */
export function countryCodeLength(digits: string): number {
  if (digits.startsWith("1") || digits.startsWith("7")) return 1;
  return TWO.has(digits.slice(0, 2)) ? 2 : 3;
}
