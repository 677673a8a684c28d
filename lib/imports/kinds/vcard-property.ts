/** One property of a vCard, decoded. */
export interface Property {
  name: string;
  /** As it is written there. */
  value: string;
  text: string;
  /** Parts of structured values, between `;`. */
  parts: string[];
  /** Parts of lists, between `,` (and, as some programs write them, `;`). */
  list: string[];
  /** 1 is the most preferred, 101 has no preference, 102 is a fax, at which nobody answers. */
  preference: number;
}

const NO_PREFERENCE = 101;
const FAX = 102;

const HEAD = /^(?:[A-Za-z0-9_-]+\.)?([A-Za-z0-9_-]+)((?:;(?:"[^"]*"|[^":])*)?):/;
const QUOTED = /^(?:ENCODING=)?QUOTED-PRINTABLE$/i;
const BASE64 = /^(?:ENCODING=(?:B|BASE64)|BASE64)$/i;

/** What the first line of a property says about it; null when it is not one. */
export function headOf(line: string): { name: string; isQuoted: boolean } | null {
  const [, name, said = ""] = HEAD.exec(line) ?? [];
  if (name === undefined) return null;
  return { name: name.toUpperCase(), isQuoted: said.split(";").some((one) => QUOTED.test(one)) };
}

/**
 * Parses an unfolded line; null when it is not a property. The group before a name (`item1.EMAIL`) only ties
 * properties together.
 */
export function readProperty(line: string): Property | null {
  const head = HEAD.exec(line);
  if (!head) return null;
  const [whole, name = "", said = ""] = head;
  const parameters = said.slice(1).match(/(?:"[^"]*"|[^;"])+/g) ?? [];
  const find = (key: string) =>
    parameters
      .find((one) => one.toUpperCase().startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('"', "");
  const raw = line.slice(whole.length);
  const value = textOf(raw, parameters, find("CHARSET"));
  return {
    name: name.toUpperCase(),
    value,
    text: plainText(value),
    parts: cut(value, ";").map(plainText),
    list: cut(value, ",")
      .flatMap((part) => cut(part, ";"))
      .map((part) => plainText(part).trim()),
    preference: preferenceOf(parameters, find("PREF")),
  };
}

/** A value as text: some telephones pack that like pictures. */
function textOf(raw: string, parameters: string[], charset: string | undefined): string {
  if (parameters.some((one) => QUOTED.test(one))) return fromQuotedPrintable(raw, charset);
  return parameters.some((one) => BASE64.test(one)) ? decoded(Buffer.from(raw, "base64"), charset) : raw;
}

/** `PREF=1` of 4.0, `TYPE=pref` of 3.0, `PREF` of 2.1. */
function preferenceOf(parameters: string[], number: string | undefined): number {
  if (number && /^[0-9]{1,3}$/.test(number)) return Number(number);
  const types = parameters.flatMap((one) =>
    one
      .replace(/^TYPE=/i, "")
      .replaceAll('"', "")
      .split(","),
  );
  const has = (wanted: string) => types.some((type) => type.trim().toUpperCase() === wanted);
  if (has("PREF")) return 1;
  return has("FAX") ? FAX : NO_PREFERENCE;
}

/** Splits at a sign that is not escaped. */
function cut(value: string, sign: "," | ";"): string[] {
  const parts = [""];
  for (const [piece] of value.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (piece === sign) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function plainText(value: string): string {
  return value
    .replace(/\\([nN,;:\\])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign))
    .replace(/\r\n?/g, "\n");
}

/** RFC 2045, 6.7, in the declared charset; without one UTF-8, or what Outlook writes. */
function fromQuotedPrintable(raw: string, charset: string | undefined): string {
  const joined = raw.replace(/=[ \t]*\n/g, "");
  const bytes: Buffer[] = [];
  for (const [piece] of joined.matchAll(/=[0-9A-Fa-f]{2}|[^=]+|=/g))
    bytes.push(/^=../.test(piece) ? Buffer.from(piece.slice(1), "hex") : Buffer.from(piece));
  return decoded(Buffer.concat(bytes), charset);
}

function decoded(bytes: Buffer, charset: string | undefined): string {
  for (const label of [charset ?? "utf-8", "utf-8"]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // An unknown charset, or one that it is not in.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
