import { type Quoting, STANDARD } from "./quotes";

const DELIMITERS = ",;\t|^~#: \x1e\x1f";
/** A cell in single quotation marks, from delimiter to delimiter; a doubled or escaped one may stand within. */
const SINGLE = new RegExp(
  `(?:^|[${DELIMITERS}])[ \\t]*'(?:[^'\\\\]|''|\\\\.)*?'[ \\t]*(?=[${DELIMITERS}]|$)`,
  "gms",
);
/** A quotation mark behind a backslash, within a cell that is quoted. */
const ESCAPED = { '"': /\\"/, "'": /\\'/ } as const;
const ENOUGH = 2;

/** Ways to quote of which a text shows signs, the usual one first. Whether they make sense of it is not asked here. */
export function quotingsOf(sample: Uint8Array): Quoting[] {
  const text = Buffer.from(sample.subarray(0, 16 * 1024)).toString("utf8");
  const found: Quoting[] = [STANDARD];
  if (ESCAPED['"'].test(text)) found.push({ quote: '"', escape: "backslash" });
  if (!text.includes("'") || (text.match(SINGLE)?.length ?? 0) < ENOUGH) return found;
  found.push({ quote: "'", escape: "double" });
  if (ESCAPED["'"].test(text)) found.push({ quote: "'", escape: "backslash" });
  return found;
}
