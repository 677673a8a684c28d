/** Unicode spaces, and what has no width: direction marks, joiners, byte order marks. */
const BLANK = /[\s\p{Cf}]/u;

/** Without blanks at its ends. By hand, because a pattern for blanks at the end takes quadratic time on others. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** More marks on one letter than any language writes. The lookbehind keeps the search linear. */
const PILE_OF_MARKS = /(?<!\p{M})\p{M}{100}/u;

/**
 * NFC. Sorting the marks of one letter takes quadratic time (80 000 of them: three seconds), so text with such a pile,
 * which no language has, stays as it came.
 */
export function toNfc(text: string): string {
  return PILE_OF_MARKS.test(text) ? text : text.normalize("NFC");
}

/** Text as it is stored, whichever way it came: trimmed and NFC. An export that is imported again finds it so. */
export function cleanText(text: string): string {
  return toNfc(trimBlanks(text));
}
