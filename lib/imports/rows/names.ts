export type PersonName = { first: string; last: string | null };

/** Words that begin a last name. */
const PARTICLES = new Set(
  "van von vom zu zum zur de der den del della delle degli di da das do dos du des la le los las bin ibn binti al el ter ten te st san santa af av".split(
    " ",
  ),
);
/** Words between two last names: Ortega y Gasset, Puig i Cadafalch, Sousa e Silva. */
const JOINING = new Set(["y", "i", "e"]);
/** What may follow a comma without being a first name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq|mba|msc|ma|ba|dr|cpa|rn|d\.?d\.?s)\.?$/i;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々\s・]+$/u;
/** A Russian patronymic comes last when the family name comes first. */
const PATRONYMIC = /(?:вич|вна|ична|инична)$/u;
/** Nine in ten Vietnamese family names, written with their diacritics where they have any. */
const VIETNAMESE =
  /^(?:nguyễn|trần|lê|phạm|hoàng|huỳnh|phan|vũ|võ|đặng|bùi|đỗ|hồ|ngô|dương|lý|đinh|đoàn|trương|lương)$/iu;
const TITLE = /^(?:dr|prof|ifj|id|özv)\.?$/iu;

/**
 * First and last name of a full name: "Last, First", "First Middle Last", "First van der Last", family name first in
 * Chinese, Japanese and Korean (if a space separates the parts), in Vietnamese, in Russian with a patronymic, and
 * where the column says so: `family` words of it (`familyWords`). One word is a first name. Never loses a word.
 */
export function splitFullName(text: string, family = 0): PersonName {
  const full = text.replace(/\s+/gu, " ").trim();
  const [before = "", after, ...more] = full.split(/\s*,\s*/u);
  if (after && before && more.length === 0) {
    if (!SUFFIX.test(after)) return { first: after, last: before };
    const { first, last } = splitWords(before.split(" "), family);
    return { first, last: last === null ? after : `${last}, ${after}` };
  }
  return splitWords(full.split(" "), family);
}

/** The same beside a column with one of the two: the rest of the full name is the other, whichever comes first. */
export function splitBeside(
  text: string,
  known: { first: string | null; last: string | null },
  family = 0,
): PersonName {
  const full = text.replace(/\s+/gu, " ").trim();
  const part = known.last ?? known.first ?? "";
  const rest = part === "" ? null : withoutPart(full, part);
  if (rest === null) return splitFullName(full, family);
  return known.last === null ? { first: part, last: rest } : { first: rest, last: part };
}

function withoutPart(full: string, part: string): string | null {
  const [starts, ends] = [
    full.startsWith(`${part} `) || full.startsWith(`${part},`),
    full.endsWith(` ${part}`),
  ];
  if (starts === ends) return null;
  const rest = starts ? full.slice(part.length) : full.slice(0, -part.length);
  const text = rest.replace(/^[\s,]+|[\s,]+$/gu, "");
  return text === "" ? null : text;
}

function splitWords(words: string[], said: number): PersonName {
  const [one = "", ...rest] = words;
  if (rest.length === 0) return { first: one, last: null };
  const family = familyFirst(words, said);
  if (family > 0) return { first: words.slice(family).join(" "), last: words.slice(0, family).join(" ") };
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && PARTICLES.has(word.toLowerCase()),
  );
  const cut = particle === -1 ? words.length - 1 : particle;
  return { first: words.slice(0, cut).join(" "), last: words.slice(cut).join(" ") };
}

/** How many of two or more words are a family name that comes first. */
function familyFirst(words: string[], said: number): number {
  const [one = "", second = "", third = ""] = words;
  if (EAST_ASIAN.test(words.join(" "))) return 1;
  if (words.length === 3 && PATRONYMIC.test(third)) return 1;
  if (words.length === 3 && PATRONYMIC.test(second)) return 0;
  const last = words.at(-1) ?? "";
  if (VIETNAMESE.test(one) && !VIETNAMESE.test(last)) return 1;
  if (said === 0) return 0;
  return Math.min(wordsOfFamily(words, said), words.length - 1);
}

/** The words up to the given number of names; particles, titles and conjunctions between two names are not counted. */
function wordsOfFamily(words: string[], said: number): number {
  const isCounted = words.map((word, index) => {
    const small = word.toLowerCase();
    return !TITLE.test(word) && !PARTICLES.has(small) && !(said > 1 && index > 0 && JOINING.has(small));
  });
  let end = 0;
  for (let names = 0; names < said && end < words.length; end++) if (isCounted[end]) names++;
  if (said === 1) return end;
  // "López de Haro" is one of two surnames: no first name begins with a particle.
  const next = isCounted.indexOf(true, end);
  return next > end && next < words.length - 1 ? next + 1 : end;
}
