import {
  type CellFormat,
  type FieldRule,
  FORMATS_OF,
  fitValue,
  readDate,
  readNumber,
  withoutTime,
} from "./fields";
import { findOption } from "./options";
import { readYesNo } from "./yes-no";

/** A cell's text as a value of the type, or undefined. Without a format: in any format, if it is unambiguous. */
export function readCell(rule: FieldRule, format: CellFormat | null, text: string): unknown {
  if (rule.type === "boolean") return readYesNo(text);
  if (rule.type === "choice") return findOption(rule.options, text);
  if (format === "dot" || format === "comma") return readNumber(text, format);
  // A date that begins with its year is unambiguous. Whoever made the field one of dates does without times.
  if (format === "ymd" || format === "dmy" || format === "mdy")
    return readDate(text, format) ?? readDate(withoutTime(text), "ymd");
  if (rule.type === "text") return text;
  const readings = (FORMATS_OF[rule.type] ?? []).map((one) => readCell(rule, one, text));
  const said = new Set(readings.filter((one) => one !== undefined));
  // Between dots the day comes first, as in files: its format is tried before that of the month.
  if (rule.type === "date" && text.includes(".")) return [...said][0];
  return said.size === 1 ? [...said][0] : undefined;
}

/** A stored value as a field of another type stores it. Undefined when it does not fit; null when it is empty. */
export function convertValue(rule: FieldRule, format: CellFormat | null, value: unknown): unknown {
  if (rule.type === "text")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof value === "string") return value.trim() === "" ? null : readCell(rule, format, value.trim());
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return fitValue(rule, value) ?? (isPlain ? readCell(rule, format, String(value)) : undefined);
}
