import { FIELD_LIMITS } from "@/lib/field-limits";
import { FIELD_OPTIONS, fitValue } from "./fields";

/** A range of numbers or of days, both ends included; one of them may be missing. */
export interface Range<Value> {
  from?: Value;
  to?: Value;
}

/**
 * A filter's condition on one custom field. The condition says how values are compared, whatever type the field has by
 * now: a range of numbers finds numbers, a range of days finds days.
 */
export type Condition =
  | string
  | number
  | boolean
  | { contains: string }
  | { any_of: string[] }
  | { is_set: boolean }
  | Range<number>
  | Range<string>;

export const MAX_ANY_OF = FIELD_OPTIONS.max;
export const CONDITION_FORMS = `text, a number, true or false, {"contains": text}, {"any_of": [text, …]}, {"is_set": true or false}, or {"from": …, "to": …} with numbers or days like 2026-11-23; texts of at most ${FIELD_LIMITS.customText} characters`;

type ReadText = (value: string) => string | undefined;
const anyText: ReadText = (value) => value || undefined;

/** A condition parsed from JSON, its texts as `text` reads them; undefined when it is invalid. */
export function readCondition(value: unknown, text: ReadText = anyText): Condition | undefined {
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const { contains, any_of, is_set, from, to, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) return undefined;
  const said = [contains, any_of, is_set, from ?? to].filter((one) => one !== undefined);
  if (said.length !== 1) return undefined;
  if (typeof contains === "string") return wrap("contains", text(contains));
  if (typeof is_set === "boolean") return { is_set };
  if (any_of !== undefined) return wrap("any_of", readTexts(any_of, text));
  return readRange(from, to);
}

function wrap<Name extends string, Value>(name: Name, value: Value | undefined) {
  return value === undefined ? undefined : ({ [name]: value } as Record<Name, Value>);
}

function readTexts(value: unknown, text: ReadText): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ANY_OF) return undefined;
  const read = value.flatMap((one) => (typeof one === "string" ? (text(one) ?? []) : []));
  return read.length === value.length ? read : undefined;
}

function readRange(from: unknown, to: unknown): Range<number> | Range<string> | undefined {
  const ends = [from, to].filter((end) => end !== undefined);
  if (ends.length === 0) return undefined;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  if (ends.every((end) => typeof end === "number" && Number.isFinite(end))) return range as Range<number>;
  return ends.every(isDay) ? (range as Range<string>) : undefined;
}

const isDay = (value: unknown) =>
  typeof value === "string" && fitValue({ type: "date", options: [] }, value) === value && value !== "";
