import { foldSearch } from "./search-fold";
import { countryCodeLength, phoneDigits } from "./search-phone";

/** Each word is looked for in every contact's text. More than people type, less than would keep the database busy. */
export const MAX_WORDS = 12;

/** Separates the parts of a contact's searchable text. */
export const PART = "\u001f";

/** What must be found of a phone number. */
export interface PhoneSearch {
  /** The words it was typed as: a match for these counts as well. */
  words: string[];
  /** Digits that all its spellings contain in a row. */
  core: string;
  /** One of these must occur. */
  spellings: string[];
  /** Or the core after any country's code, because it was typed with the trunk zero. */
  isNational: boolean;
}

/** What people typed: words in any order, each of which must be found, and phone numbers. */
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

/** Null where the words alone find everything the digits would: `12` is part of `+4930123` just as it may be part of a name. */
function readPhone(words: string[]): PhoneSearch | null {
  const digits = phoneDigits(words.join(" "));
  const isPlain = words.length === 1 && words[0] === digits && /^[1-79]/.test(digits);
  if (isPlain || digits.replace("+", "").length < 3) return null;
  return { words: withoutParts(words), ...spell(digits) };
}

/** With a country's code, with the trunk zero, or neither; in Russia the trunk prefix is an eight. */
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

/** Without repetitions, and without words that are part of another: a match for that one implies them. Longest first. */
function withoutParts(words: string[]): string[] {
  const longest = [...new Set(words)].sort((a, b) => b.length - a.length);
  return longest.filter((word, index) => !longest.slice(0, index).some((other) => other.includes(word)));
}
