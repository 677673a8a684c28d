import { type DateParts, shownDate } from "./serial-date";

/** How a cell's number is shown. ECMA-376 part 1, 18.8.31; dates as ISO 8601, numbers with a point and no separators. */
export type NumberFormat = (raw: string) => string;

interface Section {
  /** The values it is for; absent when its position says so. */
  fits?: (value: number) => boolean;
  tokens: Token[];
  date: DateParts | null;
}

type Token =
  | { kind: "digit"; sign: "0" | "#" | "?" }
  | { kind: "literal"; text: string }
  | { kind: "point" | "comma" | "percent" | "general" | "plain" };

/** The built-in formats, which have no code in the file, by their number. Those of East Asia (27–36, 50–58) are dates. */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  32: "h:mm",
  33: "h:mm:ss",
  34: "h:mm",
  35: "h:mm:ss",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
};

/** The code of a built-in format. Currency (5–8, 41–44) is shown as plain numbers: the currency depends on the locale. */
export function builtInFormat(id: number): string {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return "yyyy-mm-dd";
  if (id >= 5 && id <= 8) return id < 7 ? "0" : "0.00";
  if (id >= 41 && id <= 44) return id < 43 ? "0" : "0.00";
  return BUILT_IN[id] ?? "General";
}

/** Parses a format once. One that cannot be parsed shows the plain number. */
export function numberFormat(code: string, date1904: boolean): NumberFormat {
  const sections = sectionsOf(code).slice(0, 3).map(readSection);
  const hidesAll = sections.every(({ tokens, date }) => tokens.length === 0 && !date);
  if (hidesAll) return plain;
  return (raw) => {
    const value = Number(raw);
    if (raw.trim() === "" || !Number.isFinite(value)) return raw;
    const { section, isOwn } = choose(sections, value);
    if (!section) return plain(raw);
    if (section.date) return shownDate(value, section.date, date1904) ?? plain(raw);
    const shown = showNumber(section.tokens, plain(raw).replace(/^-/, "")).trim();
    // Hidden by its format, like `;;;` a cell that has a number all the same; zeros are hidden to look empty.
    if (shown === "" && value !== 0) return plain(raw);
    const needsSign = value < 0 && !isOwn && !shown.startsWith("-") && /[1-9]/.test(shown);
    return needsSign ? `-${shown}` : shown;
  };
}

/** The section for a value; `isOwn` when it alone defines how a negative number looks. */
function choose(sections: Section[], value: number): { section: Section | undefined; isOwn: boolean } {
  const [first, second, third] = sections;
  if (sections.some(({ fits }) => fits)) {
    const found = sections.find(({ fits }) => fits?.(value)) ?? sections.findLast(({ fits }) => !fits);
    return { section: found, isOwn: false };
  }
  if (value < 0 && second) return { section: second, isOwn: true };
  if (value === 0 && third) return { section: third, isOwn: true };
  return { section: first, isOwn: false };
}

/** Splits a code at each `;` that is not part of a text. */
function sectionsOf(code: string): string[] {
  const sections = [""];
  for (const [part] of code.matchAll(/"[^"]*"?|\\.?|\[[^\]]*\]?|./gs)) {
    if (part === ";") sections.push("");
    else sections[sections.length - 1] += part;
  }
  return sections;
}

const PART = /General|"([^"]*)"?|\\(.?)|\[([^\]]*)\]?|_.?|\*.?|AM\/PM|A\/P|E[+-]|./gis;
const CONDITION = /^(<=|>=|<>|<|>|=)\s*(-?[0-9.]+(?:E[+-]?[0-9]+)?)$/i;
const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "<>": (a, b) => a !== b,
};

function readSection(code: string): Section {
  const tokens: Token[] = [];
  const letters: string[] = [];
  let fits: Section["fits"];
  let [isPlain, isCalendar] = [false, false];
  for (const [part, quoted, escaped, bracket] of code.matchAll(PART)) {
    const text = quoted ?? escaped;
    if (text !== undefined) tokens.push({ kind: "literal", text });
    else if (bracket !== undefined) {
      const [, sign = "", bound = ""] = CONDITION.exec(bracket.trim()) ?? [];
      const compare = COMPARE[sign];
      if (compare) fits = (value) => compare(value, Number(bound));
      else if (/^(?:h+|m+|s+)$/i.test(bracket)) letters.push("[", bracket[0] ?? "");
      else if (bracket.startsWith("$"))
        tokens.push({ kind: "literal", text: bracket.slice(1).split("-")[0] ?? "" });
    } else if (/^general$/i.test(part)) tokens.push({ kind: "general" });
    else if (/^[_*]/.test(part)) tokens.push({ kind: "literal", text: part.startsWith("_") ? " " : "" });
    else if (/^(?:AM\/PM|A\/P)$/i.test(part)) letters.push("h");
    else if (/^E[+-]$/i.test(part) || part === "/" || part === "@") isPlain = true;
    else if (/^[ymdhs]$/i.test(part)) letters.push(part.toLowerCase());
    else if (part === "0" || part === "#" || part === "?") tokens.push({ kind: "digit", sign: part });
    else if (part === ".") tokens.push({ kind: "point" });
    else if (part === ",") tokens.push({ kind: "comma" });
    else if (part === "%") tokens.push({ kind: "percent" });
    else {
      isCalendar ||= /^[abeg]$/i.test(part);
      tokens.push({ kind: "literal", text: part });
    }
  }
  // Days of the week and years of an era, as East Asia writes them (`aaaa`, `ggge`), are those of a date.
  if (isCalendar && tokens.every(({ kind }) => kind === "literal")) letters.push("d");
  const date = letters.length > 0 ? datePartsOf(letters) : null;
  // Exponents and fractions are number formats that no list of people uses.
  return { ...(fits && { fits }), tokens: isPlain && !date ? [{ kind: "plain" }] : tokens, date };
}

/** `m` means minutes after hours and before seconds, otherwise months. */
function datePartsOf(letters: string[]): DateParts {
  const elapsed = letters.includes("[");
  const kinds = letters.filter((letter) => letter !== "[");
  const runs = kinds.filter((letter, at) => letter !== kinds[at - 1]);
  const isMonth = (at: number) => runs[at] === "m" && runs[at - 1] !== "h" && runs[at + 1] !== "s";
  const date = runs.includes("y") || runs.includes("d") || (!elapsed && runs.some((_, at) => isMonth(at)));
  const time = runs.includes("h") || runs.includes("s") || elapsed;
  return { date: date && !elapsed, time, seconds: runs.includes("s"), elapsed };
}

/** A number as in format `General`, but without an exponent as long as digits suffice, and to 15 digits. */
export function plain(raw: string): string {
  // A value written as digits is taken literally: as a number it would lose those beyond the 15th.
  const whole = /^\s*(-?)0*([0-9]+)\s*$/.exec(raw);
  if (whole) return whole[2] === "0" ? "0" : `${whole[1]}${whole[2]}`;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = "", exponent = "0"] = Number(value.toPrecision(15)).toExponential().split("e");
  const shift = Number(exponent);
  if (Math.abs(shift) > 40) return String(value);
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  if (shift < 0) return `${sign}0.${"0".repeat(-shift - 1)}${digits}`;
  const all = digits.padEnd(shift + 1, "0");
  const fraction = all.slice(shift + 1);
  return `${sign}${all.slice(0, shift + 1)}${fraction && `.${fraction}`}`;
}

/** A positive number formatted by the tokens, from its digits. */
function showNumber(tokens: Token[], digits: string): string {
  if (tokens.some(({ kind }) => kind === "plain")) return digits;
  const isDigit = ({ kind }: Token) => kind === "digit";
  const point = tokens.findIndex(({ kind }) => kind === "point");
  const decimals = point < 0 ? [] : tokens.slice(point).filter(isDigit);
  const percents = tokens.filter(({ kind }) => kind === "percent").length;
  const shifted = shift(digits, percents * 2 - 3 * thousandsOf(tokens));
  const [whole = "0", fraction = ""] = round(shifted, decimals.length).split(".");
  const shownWhole = whole === "0" ? "" : whole;
  const wholeSigns = tokens.filter((token, at) => isDigit(token) && (point < 0 || at < point)).length;
  let [left, seen, at] = [wholeSigns, 0, 0];
  let out = "";
  for (const token of tokens) {
    if (token.kind === "literal") out += token.text;
    else if (token.kind === "general") out += digits;
    else if (token.kind === "percent") out += "%";
    else if (token.kind === "point") out += decimalsShown(decimals, fraction) > 0 ? "." : "";
    else if (token.kind === "digit" && left > 0) {
      const upTo = shownWhole.length - left + 1;
      out += upTo > at ? shownWhole.slice(at, upTo) : token.sign === "0" ? "0" : "";
      at = Math.max(at, upTo);
      left--;
    } else if (token.kind === "digit" && seen < decimalsShown(decimals, fraction)) {
      out += fraction[seen++] ?? "0";
    }
  }
  return out;
}

/** Commas after the last digit: each drops three of them. */
function thousandsOf(tokens: Token[]): number {
  const last = tokens.findLastIndex(({ kind }) => kind === "digit");
  return last < 0 ? 0 : tokens.slice(last).filter(({ kind }) => kind === "comma").length;
}

/** Digits after the point: `0` always shows one, `#` and `?` no trailing zeros. */
function decimalsShown(signs: Token[], fraction: string): number {
  const must = signs.findLastIndex((token) => token.kind === "digit" && token.sign === "0") + 1;
  return Math.max(must, fraction.replace(/0+$/, "").length);
}

/** Moves the decimal point to the right, or to the left. */
function shift(digits: string, places: number): string {
  if (places === 0) return digits;
  const [whole = "", fraction = ""] = digits.split(".");
  const all = `${"0".repeat(Math.max(0, -places))}${whole}${fraction.padEnd(Math.max(0, places), "0")}`;
  const point = Math.max(0, -places) + whole.length + places;
  const cut = all.slice(point);
  return `${all.slice(0, point).replace(/^0+(?=.)/, "") || "0"}${cut && `.${cut}`}`;
}

/** Rounded to that many digits after the point, halves away from zero, as spreadsheets do. */
function round(digits: string, places: number): string {
  const [whole = "0", fraction = ""] = digits.split(".");
  if (fraction.length <= places) return `${whole}.${fraction.padEnd(places, "0")}`;
  const kept = BigInt(`${whole}${fraction.slice(0, places)}`);
  const up = (fraction[places] ?? "0") >= "5" ? 1n : 0n;
  const all = String(kept + up).padStart(places + 1, "0");
  return `${all.slice(0, all.length - places)}.${all.slice(all.length - places)}`;
}
