interface InexactNumber {
  /** As it is written. */
  number: string;
  /** Where it is, from the outside in; only that many levels. To be asked for before the next number. */
  path: (levels?: number) => (string | number)[];
}

/** Levels of a path: no value that is stored lies deeper. */
const LEVELS = 16;

/** What every inexact number contains: more than fifteen digits, or an exponent. */
const SUSPECT = /[\d.]{16}|\dE/i;

/**
 * The numbers in the text of valid JSON that a double does not hold to the digit, or not at all. In linear time, and
 * without recursion.
 */
export function* inexactNumbers(json: string): Generator<InexactNumber> {
  if (!SUSPECT.test(json)) return;
  /** For each open level the index of the element, or, negative, where the key begins. */
  const open: number[] = [];
  let depth = 0;
  const enter = (place: number) => {
    if (depth > 0 && depth <= LEVELS) open[depth - 1] = place;
  };
  const path = (levels = LEVELS) =>
    open.slice(0, levels).map((place) => (place < 0 ? keyAt(json, ~place) : place));
  for (let at = 0, last = 0; at < json.length; at++) {
    const sign = json[at] ?? "";
    if (sign === '"') {
      last = at;
      at = endOfString(json, at);
    } else if (sign === ":") enter(~last);
    else if (sign === "{" || sign === "[") {
      depth++;
      enter(0);
    } else if (sign === "}" || sign === "]") {
      depth--;
      open.length = Math.min(open.length, depth);
    } else if (sign === ",") {
      const place = open[depth - 1] ?? -1;
      if (place >= 0) enter(place + 1);
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      const start = at;
      while (isPartOfNumber(json[at + 1] ?? "")) at++;
      const number = json.slice(start, at + 1);
      if (!isExact(number)) yield { number, path };
    }
  }
}

const isPartOfNumber = (sign: string) =>
  (sign >= "0" && sign <= "9") || (sign !== "" && ".eE+-".includes(sign));

/** Position of the quotation mark that ends the string that begins there. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

const keyAt = (json: string, start: number) =>
  String(JSON.parse(json.slice(start, endOfString(json, start) + 1)));

function isExact(number: string): boolean {
  if (!SUSPECT.test(number)) return true;
  const value = Number(number);
  return Number.isFinite(value) && digitsOf(number) === digitsOf(String(value));
}

/** The digits between the first and the last that is not zero. A regular expression for the end would be quadratic. */
function digitsOf(number: string): string {
  const digits = number.replace(/e.*/i, "").replace(/[-.]/g, "");
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === "0") from++;
  while (to > from && digits[to - 1] === "0") to--;
  return digits.slice(from, to);
}
