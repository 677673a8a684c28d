import { guessLegacyEncoding } from "./encoding-guess";
import { decodeLegacy } from "./encoding-legacy";
import { LATIN, MISPLACED, SEVERAL_BYTES } from "./encoding-mix";

/** More different characters beyond ASCII are not valid UTF-8 by accident. */
const FEW = 2;

/**
 * Letters of living alphabets among those of phonetics: Azeri, Ewe, Fula, Hausa, Lingala, Hawaiian and others. Small
 * ones are not in words of capitals, where `CAFÉ”` has them in windows-1252.
 */
const OF_ALPHABETS = /(?<![A-Z]{2})[əɓɖɗɛɔɣɨɩɪɲʃʉʊʋʒʔ]|[ƏƁƉƊƐƆƔƗƖƝƩɄƱƲƷ]|[ʻʼ]/gu;

/** Beside the others of their alphabets: Chuvash, Kazakh, Mongolian, Tajik and others. */
const FURTHER_CYRILLIC = /(?<=[\u0400-\u045f])[\u048a-\u052f]|[\u048a-\u052f](?=[\u0400-\u045f])/gu;

/** What is not ASCII, with the ASCII letters beside it. */
const STRETCH = /[A-Za-z]*[^\0-\x7f]+[A-Za-z]*/gu;

/**
 * Two bytes of another encoding may happen to be valid UTF-8, as ’É of the Macintosh is. Where the only characters beyond
 * ASCII are one or two such pairs that do not belong where they are, these are the readings of the file, the best first:
 * another encoding only if it makes words of all of them. Null where there is no doubt.
 */
export function doubtedReadings(utf8: Uint8Array, lines: Uint8Array): string[] | null {
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString();
  const beyond = new Set<string>();
  for (const [char] of text.matchAll(/[^\0-\x7f]/gu)) {
    if (beyond.add(char).size > FEW || char > "\u07ff") return null;
  }
  if (!MISPLACED.test(text.replace(OF_ALPHABETS, "a").replace(FURTHER_CYRILLIC, "\u0430"))) return null;
  const { readings } = guessLegacyEncoding(lines);
  const best = readings.find((encoding) => makesWords(encoding, text, lines));
  const others = readings.filter((encoding) => encoding !== best).slice(0, best ? 1 : 2);
  return best ? [best, ...others, "utf-8"] : ["utf-8", ...others];
}

/** Whether all that is not ASCII is at home where it stands, when it is read in this encoding. */
function makesWords(encoding: string, utf8: string, lines: Uint8Array): boolean {
  if (SEVERAL_BYTES.has(encoding))
    return [...utf8.matchAll(STRETCH)].every(([stretch]) => /^[^\0-\x7f]{2,}$/u.test(stretch));
  if (!LATIN.test(encoding)) return false;
  const words = [...decodeLegacy(lines, encoding).matchAll(STRETCH)].map(([word]) => word);
  const isRare = !COMMON.test(utf8);
  return words.every((word) => WORD.test(word) && (isRare || word.includes("’")));
}

/** Letters of Greek, Cyrillic, Armenian, Hebrew and Arabic, of which one slips into a word of Latin letters now and then. */
const COMMON = /[\u0370-\u045f\u0531-\u06ff]/;

/** A word of small letters, of capitals, or with a capital at its start, after an apostrophe or before a closing sign. */
const WORD =
  /^(?=.*[A-Za-z])(?!.*(?!\p{Script=Latin})\p{L})(?:[A-Za-z]*’)?(?:\p{Lu}?\p{Ll}+|\p{Lu}+)[”’»™…]?$/u;
