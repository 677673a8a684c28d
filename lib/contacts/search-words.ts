import { foldSearch } from "./search-fold";
import { countryCodeLength, phoneDigits } from "./search-phone";

/**
 * Maximum number of words, each of which is searched in every contact's text: more than people type, but few enough not
 * to keep the database busy.
 */
export const MAX_WORDS = 12;

/** Separates the parts of a contact's searchable text. */
export const PART = "\u001f";

/** The condition for a phone number. */
export interface PhoneSearch {
  /** The words as they were typed; matching these is enough. */
  words: string[];
  /** Consecutive digits that all its spellings contain. */
  core: string;
  /** At least one of these must occur. */
  spellings: string[];
  /** Or these digits after any country code, because the number was typed with its trunk zero. */
  isNational: boolean;
}

/** A parsed search: words in any order, all of which must occur, and phone numbers. */
export interface Search {
  words: string[];
  phones: PhoneSearch[];
}

const SPACES = /[\s\p{Cc}]+/u;
const OF_PHONE = /^[-0-9+()/.]+$/;

function allWords(search: string): string[] {
  return foldSearch(search).split(SPACES).filter(Boolean);
}

/** Number of words that are looked for. */
export function countWords(search: string): number {
  return new Set(allWords(search)).size;
}

/** Parses a search. Adjacent words that look like parts of a phone number are joined, whatever separates them. */
export function readSearch(search: string): Search {
  const words: string[] = [];
  const phones: PhoneSearch[] = [];
  let run: string[] = [];
  for (const word of [...allWords(search), ""]) {
    if (OF_PHONE.test(word)) {
      run.push(word);
      continue;
    }
    const phone = run.length > 0 && readPhone(run);
    if (phone) phones.push(phone);
    else words.push(...run);
    run = [];
    if (word) words.push(word);
  }
  return { words: withoutParts(words), phones };
}

/**
 * Null if the words alone find everything that the digits would: `12` is part of `+4930123` as well as it may be part
 * of a name.
 */
function readPhone(words: string[]): PhoneSearch | null {
  const digits = phoneDigits(words.join(" "));
  const isPlain = words.length === 1 && words[0] === digits && /^[1-79]/.test(digits);
  if (isPlain || digits.replace("+", "").length < 3) return null;
  return { words: withoutParts(words), ...spell(digits) };
}

/** With a country code, with the trunk prefix, or with neither; in Russia the trunk prefix is an eight. */
function spell(digits: string): Omit<PhoneSearch, "words"> {
  if (digits.startsWith("+")) {
    const core = digits.slice(1 + countryCodeLength(digits.slice(1)));
    if (core === "") return { core: digits, spellings: [digits], isNational: false };
    const trunks = digits.startsWith("+7") ? ["", "0", "8"] : ["", "0"];
    const national = trunks.map((trunk) => `${PART}${trunk}${core}`);
    return { core, spellings: [digits, ...national], isNational: false };
  }
  if (/^8[0-9]{10}$/.test(digits)) {
    const core = digits.slice(1);
    return { core, spellings: [digits, `+7${core}`], isNational: false };
  }
  const isNational = digits.startsWith("0");
  return { core: isNational ? digits.slice(1) : digits, spellings: [digits], isNational };
}

/** Without duplicates, and without words contained in another one, whose match implies them. Longest first. */
function withoutParts(words: string[]): string[] {
  const longest = [...new Set(words)].sort((a, b) => b.length - a.length);
  return longest.filter((word, index) => !longest.slice(0, index).some((other) => other.includes(word)));
}
