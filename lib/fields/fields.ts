import { findOption } from "./options";

/**
 * The types of custom fields: which values fit each, and how a cell of a file is read as one. Pure, so that the
 * dashboard's forms behave like the API (docs/decisions/custom-fields.md).
 */
export const FIELD_TYPES = ["text", "number", "boolean", "date", "choice"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The constraints on a field's values. */
export interface FieldRule {
  type: FieldType;
  /** For a choice. */
  options: readonly string[];
}

/** How the cells of a column write numbers (by their decimal sign) and dates (by the order of their parts). */
export const CELL_FORMATS = ["dot", "comma", "ymd", "dmy", "mdy"] as const;
export type CellFormat = (typeof CELL_FORMATS)[number];
/** The formats of each type; the first is that of our own exports. */
export const FORMATS_OF: Partial<Record<FieldType, readonly CellFormat[]>> = {
  number: ["dot", "comma"],
  date: ["ymd", "dmy", "mdy"],
};

export const FIELD_OPTIONS = { max: 100, length: 100 };

export const VALUE_FAULTS = ["not_a_number", "not_yes_or_no", "not_a_date", "not_an_option"] as const;
type ValueFault = (typeof VALUE_FAULTS)[number];
const FAULT_OF: Record<Exclude<FieldType, "text">, ValueFault> = {
  number: "not_a_number",
  boolean: "not_yes_or_no",
  date: "not_a_date",
  choice: "not_an_option",
};
export const faultOf = (type: FieldType): ValueFault | null => (type === "text" ? null : FAULT_OF[type]);

/** Doubles keep fifteen digits, and write those of this size without an exponent: the stored value equals the given one. */
const DIGITS = 15;
const LEAST = 1e-6;
const isExact = (value: number) =>
  value === 0 ||
  (Math.abs(value) < 10 ** DIGITS &&
    Math.abs(value) >= LEAST &&
    (Number.isInteger(value) || Number(value.toPrecision(DIGITS)) === value));

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const GROUPED = {
  dot: /^[-+−]?(?:\d{1,15}|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+)(?:\.\d{1,15})?$/,
  comma: /^[-+−]?(?:\d{1,15}|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+)(?:,\d{1,15})?$/,
};

function numberOf(plain: string): number | undefined {
  const digits = plain.replace(/^-?0*|\./g, "");
  const value = Number(plain);
  return digits.length <= DIGITS && isExact(value) ? value + 0 : undefined;
}

/** A number as a column writes it. */
export function readNumber(text: string, format: "dot" | "comma"): number | undefined {
  if (text.length > 40 || !GROUPED[format].test(text)) return undefined;
  const [group, decimal] = format === "dot" ? [",", "."] : [".", ","];
  const plain = text
    .replaceAll(group, "")
    .replace(/[ \u00a0\u202f'’+]/g, "")
    .replace("−", "-")
    .replace(decimal, ".");
  return numberOf(plain);
}

const DATE = {
  ymd: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/,
  dmy: /^(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4})(?: 00:00(?::00)?)?$/,
  mdy: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: (?:00:00(?::00)?|12:00(?::00)? AM))?$/,
};

const TIME =
  /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[-+]\d\d(?::?\d\d)?))?$/;

/** A text without its time of day, if it is a timestamp by ISO 8601: the day is the one that is written. */
export const withoutTime = (text: string) => text.replace(TIME, "$1");

/** A date as a column writes it, as YYYY-MM-DD. A date with a time is invalid: the time would be lost. */
export function readDate(text: string, format: "ymd" | "dmy" | "mdy"): string | undefined {
  const parts = text.length <= 30 && DATE[format].exec(text);
  if (!parts) return undefined;
  const [a = "", b = "", c = ""] = parts.slice(1);
  if (format === "ymd") return dayOf(a, b, c);
  return format === "dmy" ? dayOf(c, b, a) : dayOf(c, a, b);
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  if (year < "1000" || Number.isNaN(moment.getTime())) return undefined;
  return moment.toISOString().startsWith(iso) ? iso : undefined;
}

/**
 * A JSON value as the field stores it: a number, a boolean, a date as YYYY-MM-DD, an option in its own spelling; for
 * text anything, as always. Strings are parsed in this one form. Null means no value, and so does an empty text.
 * Undefined when it does not fit.
 */
export function fitValue({ type, options }: FieldRule, value: unknown): unknown {
  if (type === "text" || value === null) return value;
  if (value === "") return null;
  if (type === "number") return fitNumber(value);
  if (type === "boolean") return fitBoolean(value);
  if (typeof value !== "string") return undefined;
  if (type === "choice") return findOption(options, value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? readDate(value, "ymd") : undefined;
}

function fitBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" ? true : value === "false" ? false : undefined;
}

function fitNumber(value: unknown): number | undefined {
  if (typeof value === "number") return isExact(value) ? value + 0 : undefined;
  return typeof value === "string" && PLAIN_NUMBER.test(value) ? numberOf(value) : undefined;
}

const EXAMPLES: Record<CellFormat, string> = {
  dot: "1234.5",
  comma: "1234,5",
  ymd: "2026-11-23",
  dmy: "23/11/2026",
  mdy: "11/23/2026",
};
export const exampleOf = (format: CellFormat) => EXAMPLES[format];

/** What is expected instead, in English. */
export function expectation({ type, options }: FieldRule, format?: CellFormat | null): string {
  if (type === "number")
    return `a number of at most ${DIGITS} digits, 0 or ${LEAST} at least without its sign, like ${EXAMPLES[format ?? "dot"]}`;
  if (type === "date") return `a date like ${EXAMPLES[format ?? "ymd"]}`;
  if (type === "boolean") return format === undefined ? "true or false" : "yes or no";
  const shown = options.slice(0, 5).join(", ");
  return `one of: ${shown}${options.length > 5 ? ", …" : ""}`;
}
