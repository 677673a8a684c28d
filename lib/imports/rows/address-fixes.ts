import { domainToASCII } from "node:url";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX } from "@/lib/contacts/fields";
import { saysOptedOut } from "@/lib/imports/mapping/flags";

/** Fixes for a cell that should contain one address. Each returns null where it would change nothing. */

/** No real address cell is longer. It also bounds the time of the patterns below. */
const MAX_CHARS = 500;
const ADDRESS = new RegExp(EMAIL_PATTERN);
/** Anything between addresses, and around one. */
const BETWEEN = /[\s,;|/<>()[\]{}":]+/;
/** Words that people write beside an address. */
const BESIDE = /^(?:mailto|e-?mail|mail|or|and|oder|und|ou|et|y|o)?$/i;
/** Punctuation at the ends of a word that is not part of an address. */
const ENDS = /^['.]+|['.]+$/g;

/** In brackets, and as links (`%40`) and pages (`&#64;`) write it: no address has a `%` or `&`. */
const AT = /\s*[([{<]\s*(?:at|ät|@)\s*[)\]}>]\s*|%40|&#(?:0*64|x0*40);|&commat;/gi;
const AT_WORD = /\s+at\s+/i;
const DOT = /\s*[([{<]\s*(?:dot|punkt|point|punto)\s*[)\]}>]\s*/gi;

export const ADDRESS_FIXES = {
  /** `<mailto:ada@example.com>.` */
  bare_address: (text) => {
    const found = addressesIn(text);
    return found.length === 1 ? found[0] : null;
  },
  /** `ada@example.com; ada@example.org` */
  first_address: (text) => {
    const found = addressesIn(text);
    return found.length > 1 ? found[0] : null;
  },
  /** `ada (at) example (dot) com`, `ada%40example.com` */
  at_sign: (text) => {
    const signs = text.replace(AT, "@").replace(DOT, ".");
    return signs.includes("@") ? signs : signs.replace(AT_WORD, "@");
  },
  /** `ada @ example.com` */
  no_spaces: (text) => (wordsIn(text).some(isAddress) ? null : text.replace(/[\s\p{Cf}]+/gu, "")),
  /** Full-width letters and signs: `ａｄａ＠example．com` */
  ascii: (text) => asciiDomain(text.normalize("NFKC").replace(/\p{Cf}+/gu, "")),
  /** `ada@@example..com`, `ada@example,com`, `"ada"@example.com` */
  punctuation: (text) =>
    text
      .replace(/^"([^"\s]+)"@/, "$1@")
      .replace(/,/g, ".")
      .replace(/\.{2,}/g, ".")
      .replace(/@{2,}/g, "@")
      .replace(/\.@|@\./g, "@"),
} as const satisfies Record<string, (text: string) => string | null | undefined>;

/** The domain as mail servers know it: `ada@müller.de` is `ada@xn--mller-kva.de`. Letters before the sign have no such form. */
function asciiDomain(text: string): string {
  const at = text.lastIndexOf("@") + 1;
  const domain = text.slice(at).trim();
  if (at === 0 || !/\P{ASCII}/u.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return text;
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}

type AddressFix = keyof typeof ADDRESS_FIXES;

/** The cell after one fix; null when it changes nothing. */
export function fixAddress(fix: AddressFix, cell: string): string | null {
  if (cell.length > MAX_CHARS) return null;
  const fixed = ADDRESS_FIXES[fix](cell);
  return fixed === null || fixed === undefined || fixed === cell ? null : fixed;
}

/** One after the other, for cells that no single fix repairs. */
const ALL: AddressFix[] = [
  "ascii",
  "at_sign",
  // Only now is the domain a single one.
  "ascii",
  "first_address",
  "bare_address",
  "no_spaces",
  "punctuation",
];

export function tidyAddress(cell: string): string | null {
  const tidied = ALL.reduce((text, fix) => fixAddress(fix, text) ?? text, cell);
  return tidied === cell ? null : tidied;
}

const wordsIn = (text: string) => text.split(BETWEEN).map((word) => word.replace(ENDS, ""));
const isAddress = (word: string) => word.length <= EMAIL_MAX && ADDRESS.test(word);

/** The name of `Ada Lovelace <ada@example.com>`, in quotation marks or without a sign that separates addresses. */
const DISPLAY_NAME = /(?:"[^"]*"|[^<>"@,;|/:]*)(?=<[^<>\s]+@)/g;

/** The addresses of a cell that contains nothing else, except names in front of them that say nothing about consent. */
function addressesIn(text: string): string[] {
  const words = wordsIn(text.replace(DISPLAY_NAME, (name) => (saysOptedOut(name) ? name : " ")));
  if (!words.every((word) => isAddress(word) || BESIDE.test(word))) return [];
  return words.filter(isAddress);
}

/** What a cell says beside its addresses. */
export function wordsBeside(cell: string): string {
  const words = cell.slice(0, MAX_CHARS).split(BETWEEN);
  return words.length > 1 ? words.filter((word) => !word.includes("@")).join(" ") : "";
}

/** Whom a cell that is no address names. Of several, only if it contains nothing else; in doubt one more than meant. */
export function addressesNamed(cell: string): string[] {
  if (cell.length > MAX_CHARS) return [];
  const words = wordsIn(cell).filter(isAddress);
  const found = words.length === 1 ? words : addressesIn(cell);
  const tidied = tidyAddress(cell) ?? "";
  return [...new Set([...found, ...addressesIn(tidied)].map((address) => address.toLowerCase()))];
}

/** The first address, except `except`, in cells that contain nothing else. */
export function addressElsewhere(cells: readonly string[], except: number): string | null {
  for (const [index, cell] of cells.entries()) {
    if (index === except || cell.length > MAX_CHARS || !cell.includes("@")) continue;
    const [found] = addressesIn(cell);
    if (found !== undefined) return found;
  }
  return null;
}
