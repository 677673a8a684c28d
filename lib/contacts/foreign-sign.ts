import { EMAIL_MAX } from "./fields";

/**
 * The first character of an address that a mail server would reject because it is not ASCII. Text beside the address in
 * a cell, usually a name, may be in any script.
 */
export function foreignSign(text: string): string | null {
  const at = text.indexOf("@");
  if (at < 0) return null;
  const [before] = /[^\s<>()[\]"“”;,:]*$/.exec(text.slice(Math.max(0, at - EMAIL_MAX), at)) ?? [""];
  const [after] = /^[^\s<>()[\]"“”;,]*/.exec(text.slice(at, at + EMAIL_MAX)) ?? [""];
  return /[^\p{ASCII}\p{Cf}]/u.exec(before + after)?.[0] ?? null;
}

/**
 * The first invisible character of a text by its code point, such as `U+200B`, because otherwise nobody could see what
 * is wrong.
 */
export function hiddenSign(text: string): string | null {
  const sign = /\p{Cf}/u.exec(text)?.[0].codePointAt(0);
  return sign === undefined ? null : `U+${sign.toString(16).toUpperCase().padStart(4, "0")}`;
}
