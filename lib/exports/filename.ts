import { FIELD_LIMITS } from "@/lib/field-limits";

const EXTENSION = ".csv";

/** Controls, line separators, marks that change the reading direction, half surrogates. A joiner is part of emoji. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Characters that Windows or a shell cannot handle. */
const FORBIDDEN = /["'`<>:*?|]/g;

/**
 * A file name that every system accepts: no path (a slash becomes a hyphen), without quotes, controls, leading dots and
 * hyphens, at most 255 characters, ending in `.csv`. If nothing is left, or nothing was given: `contacts-YYYY-MM-DD.csv` (UTC).
 */
export function exportFilename(wanted: string | null | undefined, now = new Date()): string {
  const stem = (wanted ?? "")
    .replace(/[/\\]+/g, "-")
    .replace(INVISIBLE, "")
    .replace(FORBIDDEN, "")
    .trim()
    .replace(/\.csv$/i, "")
    .replace(/^[-.\s]+|[.\s]+$/g, "");
  const named = stem || `contacts-${now.toISOString().slice(0, 10)}`;
  return cut(named, FIELD_LIMITS.filename - EXTENSION.length) + EXTENSION;
}

/** At most `max` UTF-16 units, without splitting a character. */
function cut(value: string, max: number): string {
  let result = "";
  for (const character of value) {
    if (result.length + character.length > max) break;
    result += character;
  }
  return result;
}
