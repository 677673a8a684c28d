import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX } from "@/lib/contacts/fields";

const EMAIL = new RegExp(EMAIL_PATTERN);
const DISPLAY_FORM = /^([^<>]*)<\s*([^<>\s]+)\s*>$/s;
/** Before the name there is another address: `a@b.c; Ada <d@e.f>` */
const SEVERAL = /@[^\s,;]+[,;]/;

/** An address, and the name before it. */
export type EmailCell = { address: string; name: string | null };

/** Whether a text is an address, and nothing else. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text);
}

/** A link to write to somebody, which may contain a subject: `mailto:a%40b.c?subject=Hello`. */
function withoutLink(text: string): string {
  const address = /^mailto:([^?]*)/i.exec(text)?.[1];
  return address === undefined ? text : address.replace(/%40/g, "@").trim();
}

/**
 * `Name <a@b.c>`, `mailto:a@b.c`, and one address that Google Contacts joins with itself (`a@b.c ::: a@b.c`). Of several
 * different ones none is the address, as with any other sign between them: which is the right one, the user decides.
 */
export function unwrapEmail(text: string): EmailCell {
  const [first = "", ...others] = text
    .slice(0, 1000)
    .split(/ ::: (?=\S)/)
    .map((part) => part.replace(/ :::$/, "").trim());
  if (others.some((other) => other.toLowerCase() !== first.toLowerCase()))
    return { address: text, name: null };
  const form = SEVERAL.test(first) ? null : DISPLAY_FORM.exec(first);
  const address = withoutLink((form?.[2] ?? first).trim());
  const name =
    form?.[1]
      ?.trim()
      .replace(/^"(.*)"$/s, "$1")
      .trim() ?? "";
  return { address, name: name === "" ? null : name };
}
