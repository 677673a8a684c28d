/** Unicode spaces, and zero-width characters: direction marks, joiners, byte order marks. */
const BLANK = /[\s\p{Cf}]/u;

/** Without blanks at its ends. By hand, because a pattern for trailing blanks takes quadratic time on others. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether it has more than `max` characters, counted as declarations and the database count: an emoji is one, not two. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

/** Why no database stores it: a NUL, or half of a surrogate pair. */
export function textFault(text: string): "nul_character" | "broken_unicode" | null {
  if (text.includes("\0")) return "nul_character";
  return text.isWellFormed() ? null : "broken_unicode";
}

/** All text without it is NFC: the first character that may combine with another is U+0300. */
const MAY_COMBINE = /[\u0300-\uffff]/;
const PILE = 100;
/** More marks on one letter than any language writes. The lookbehind keeps the search linear. */
const PILE_OF_MARKS = new RegExp(`(?<!\\p{M})\\p{M}{${PILE}}`, "u");

/**
 * NFC. Sorting the marks of one letter takes quadratic time (80 000 of them: three seconds), so text with such a pile,
 * which no language has, stays unchanged.
 */
export function toNfc(text: string): string {
  if (!MAY_COMBINE.test(text) || (text.length > PILE && PILE_OF_MARKS.test(text))) return text;
  return text.normalize("NFC");
}

/** Zero-width non-joiner and joiner: spelling in Persian and Indic scripts, and what makes one emoji of several. */
export const JOINERS = "\u200c\u200d";

/**
 * One line without what nobody sees: controls, direction marks and overrides. A joiner stays where it may show: after
 * a character beyond ASCII that is visible itself.
 */
export function visibleLine(text: string): string {
  const bare = text.replace(/\s+/gu, " ").replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "");
  return cleanText(bare.replace(/(?<![^\p{ASCII}\p{Cf}\s])[\u200c\u200d]/gu, ""));
}

/** Text as it is stored, whatever its source: trimmed and NFC. Importing an export again finds it unchanged. */
export function cleanText(text: string): string {
  return toNfc(trimBlanks(text));
}
