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

/** Text as it is stored, whichever way it came: trimmed and NFC. An export that is imported again finds it so. */
export function cleanText(text: string): string {
  return trimBlanks(text).normalize("NFC");
}
