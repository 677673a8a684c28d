/** What never makes a link by itself, in any mail program. */
const PLAIN = "\\p{L}\\p{N}\\p{M} &'’()+,!_-";
/**
 * A full stop of an abbreviation ("Co.", "e.V.", "S.p.A."): at the end of a word, or before a single letter. No
 * top-level domain has one letter, so neither makes a link.
 */
const STOP = "\\.(?=$|[ &'’()+,!]|[\\p{Lu}\\p{Ll}](?![\\p{L}\\p{N}\\p{M}_-]))";

const NAME = new RegExp(`^(?:[\\p{Emoji_Presentation}${PLAIN}]|${STOP})+$`, "u");
const OTHERS = new RegExp(`(?:(?!${STOP})[^${PLAIN}])+`, "gu");

/** Whether a workspace may have this name. It is quoted in mails to strangers, where it must not become a link. */
export function isWorkspaceName(name: string): boolean {
  return NAME.test(name);
}

/** The name without what may become a link: one that was made from an address has such signs. */
export function withoutLinks(name: string): string {
  return name.replace(OTHERS, " ").trim();
}
