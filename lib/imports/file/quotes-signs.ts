import { type Quoting, STANDARD } from "./quotes";

const DELIMITERS = ",;\t|^~#: \x1e\x1f";
/** A quotation mark after a backslash. */
const ESCAPED = { '"': /\\"/, "'": /\\'/ } as const;
/** The characters that an escaping backslash precedes. */
const ESCAPES = {
  '"': new RegExp(`\\\\[\\\\"\\r\\n${DELIMITERS}]`, "g"),
  "'": new RegExp(`\\\\[\\\\'\\r\\n${DELIMITERS}]`, "g"),
} as const;
/** A pair at the start of a cell: a network share (`\\\\server\\ada`) starts this way. */
const LEADING_PAIR = /(^|[,;\t|^~])(["']?)\\\\/gm;
/** A quotation mark that is doubled within a cell. */
const DOUBLED = {
  '"': /(?<=[^\\,;\t|^~\r\n])""(?=[^,;\t|^~\r\n])/,
  "'": /(?<=[^\\,;\t|^~\r\n])''(?=[^,;\t|^~\r\n])/,
} as const;

/** Quoting styles of which a text shows signs, the usual one first. Whether they fit the text is not checked here. */
export function quotingsOf(sample: Uint8Array): Quoting[] {
  const text = textOf(sample);
  const found: Quoting[] = [STANDARD];
  if (ESCAPED['"'].test(text) || mustBeEscapes(text, '"')) found.push({ quote: '"', escape: "backslash" });
  if (!text.includes("'") || !inSingleQuotes(DELIMITERS).test(text)) return found;
  found.push({ quote: "'", escape: "double" });
  if (ESCAPED["'"].test(text) || mustBeEscapes(text, "'")) found.push({ quote: "'", escape: "backslash" });
  return found;
}

/**
 * Whether certain signs in a text have no other explanation than this quoting style, where `usual` is the best so far:
 * then it is enough that it makes an equally good table, which the usual one may make by keeping those signs in the
 * cells.
 */
export function mustBe(quoting: Quoting, usual: Quoting, sample: Uint8Array, delimiter: string): boolean {
  const text = textOf(sample);
  const isDoubled = quoting.escape === "double";
  if (quoting.quote === '"') return !isDoubled && mustBeEscapes(text, '"');
  const isSingle = usual.quote === "'" || mustBeSingle(text, delimiter);
  return isSingle && (isDoubled || mustBeEscapes(text, "'"));
}

const textOf = (sample: Uint8Array) => Buffer.from(sample).toString("utf8");

/** A cell in single quotation marks, from delimiter to delimiter; a doubled or escaped one may occur within. */
function inSingleQuotes(delimiters: string): RegExp {
  const signs = [...delimiters].map((sign) => (/[\^|\]\\-]/.test(sign) ? `\\${sign}` : sign)).join("");
  return new RegExp(`(?:^|[${signs}])[ \\t]*'((?:[^'\\\\]|''|\\\\.)*?)'[ \\t]*(?=[${signs}]|\r|$)`, "gms");
}

/** No backslash remains when every one is taken for an escape, and not all are like those at the start of a path. */
function mustBeEscapes(text: string, quote: Quoting["quote"]): boolean {
  if (!text.includes("\\") || DOUBLED[quote].test(text)) return false;
  return (
    !text.replace(ESCAPES[quote], "").includes("\\") && text.replace(LEADING_PAIR, "$1$2").includes("\\")
  );
}

/** Single quotation marks enclose the cells that need them and no others, and double ones enclose none. */
function mustBeSingle(text: string, delimiter: string): boolean {
  const cells = [...text.matchAll(inSingleQuotes(delimiter))].map(([, inside = ""]) => inside);
  const needs = (inside: string) => inside.includes(delimiter) || /[\r\n]|''/.test(inside);
  if (cells.length === 0 || !cells.every(needs)) return false;
  const sign = `[${delimiter === "\t" ? "\\t" : `\\${delimiter}`}]`;
  const opened = text.match(new RegExp(`(?:^|${sign})[ \\t]*(?:'|"(?!"?(?:${sign}|$)))`, "gm"))?.length ?? 0;
  return opened <= cells.length;
}
