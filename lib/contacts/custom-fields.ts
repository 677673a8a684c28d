import { FIELD_LIMITS } from "@/lib/field-limits";
import { cleanText, isLonger, textFault } from "@/lib/text";

/** Custom fields: text by key, within these bounds (docs/limits.md). */
export const CUSTOM_FIELD_LIMITS = {
  keys: 50,
  keyLength: FIELD_LIMITS.customKey,
  bytes: 16 * 1024,
  depth: 8,
};

/** The only name that no custom field may have: zod records and other JSON tools skip it. */
export const isPrototype = (key: string) => key === "__proto__";
export const hasNoPrototype = (value: unknown) =>
  typeof value !== "object" || value === null || !Object.hasOwn(value, "__proto__");
export const NO_PROTOTYPE = "no custom field has the name __proto__";

/**
 * Custom fields as they are stored: keys in the form in which column headers are shown, text cleaned. Values of other
 * types are unchanged.
 */
export function cleanCustomFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      cleanKey(key),
      typeof value === "string" ? cleanText(value) : value,
    ]),
  );
}

/**
 * Removes invisible characters, including joiners, so that two keys never look alike. NUL is not removed but refused
 * later, in keys as in values.
 */
export function cleanKey(key: string): string {
  const visible = key
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/(?!\0)[\p{Cc}\p{Cf}]/gu, "");
  return visible.trim();
}

/** The messages, each with its row error code. */
const PROBLEMS = {
  too_many_custom_fields: `must have at most ${CUSTOM_FIELD_LIMITS.keys} keys`,
  custom_key_invalid: `keys must have 1 to ${CUSTOM_FIELD_LIMITS.keyLength} characters, and none is __proto__`,
  custom_fields_too_deep: `must not be nested deeper than ${CUSTOM_FIELD_LIMITS.depth} levels`,
  nul_character: "must not contain NUL",
  broken_unicode: "must be well-formed Unicode",
  custom_fields_too_long: `must not exceed ${CUSTOM_FIELD_LIMITS.bytes} bytes as JSON`,
};

/** Why these custom fields cannot be stored, or null. */
export function customFieldsProblem(fields: Record<string, unknown>): string | null {
  const fault = customFieldsFault(fields);
  return fault && PROBLEMS[fault];
}

/** The same as a code. Iterative, so that a deeply nested value cannot exhaust the stack. */
export function customFieldsFault(fields: Record<string, unknown>): keyof typeof PROBLEMS | null {
  const keys = Object.keys(fields);
  if (keys.length > CUSTOM_FIELD_LIMITS.keys) return "too_many_custom_fields";
  const isNone = (key: string) =>
    key === "" || isLonger(key, CUSTOM_FIELD_LIMITS.keyLength) || isPrototype(key);
  if (keys.some(isNone)) return "custom_key_invalid";
  return valueFault(fields) ?? (isTooLong(fields) ? "custom_fields_too_long" : null);
}

function valueFault(root: unknown): "custom_fields_too_deep" | ReturnType<typeof textFault> {
  const stack: [unknown, number][] = [[root, 0]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [value, depth] = entry;
    if (depth > CUSTOM_FIELD_LIMITS.depth) return "custom_fields_too_deep";
    const fault = typeof value === "string" ? textFault(value) : null;
    if (fault) return fault;
    if (value === null || typeof value !== "object") continue;
    for (const [key, inner] of Object.entries(value)) {
      const fault = textFault(key);
      if (fault) return fault;
      stack.push([inner, depth + 1]);
    }
  }
  return null;
}

function isTooLong(fields: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(fields)) > CUSTOM_FIELD_LIMITS.bytes;
}

/** Merges key by key; `null` deletes. Null when nothing is left. */
export function mergeCustomFields(
  stored: Record<string, unknown> | null,
  changes: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (changes === null) return null;
  const entries = Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
