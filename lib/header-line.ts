import { z } from "zod";

/** Whatever could end a header line: C0 and C1 controls, the Unicode line and paragraph separators. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;
/** RFC 2047: a mail program decodes it, so it could carry the characters that are otherwise refused. */
const ENCODED_WORD = /=\?[^?\s]+\?[bq]\?[^?]*\?=/i;

/** Text from a client that becomes a header line of a mail. */
export const headerLine = z
  .string()
  .refine((value) => !LINE_BREAKING.test(value), "must not contain line breaks or control characters")
  .refine((value) => !ENCODED_WORD.test(value), "must not contain encoded words");

/** Makes untrusted text safe for one: no line breaks, control characters, direction overrides or encoded words. */
export function oneLine(text: string, max: number): string {
  const clean = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll("=?", "= ?")
    .trim();
  const characters = Array.from(clean);
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : clean;
}
