import { cleanText } from "@/lib/text";

/** Custom fields: text by key, within these bounds (docs/limits.md). */
export const CUSTOM_FIELD_LIMITS = { keys: 50, keyLength: 64, bytes: 16 * 1024, depth: 8 };

/** As they are stored: keys as the header of a column shows them, text clean. Other values stay what they are. */
export function cleanCustomFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      cleanKey(key),
      typeof value === "string" ? cleanText(value) : value,
    ]),
  );
}

function cleanKey(key: string): string {
  const visible = key
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "");
  return visible.trim();
}

/** Why these custom fields cannot be stored, or null. Iterative: a deeply nested value must not exhaust the stack. */
export function customFieldsProblem(fields: Record<string, unknown>): string | null {
  const keys = Object.keys(fields);
  if (keys.length > CUSTOM_FIELD_LIMITS.keys) return `must have at most ${CUSTOM_FIELD_LIMITS.keys} keys`;
  if (keys.some((key) => key.length < 1 || key.length > CUSTOM_FIELD_LIMITS.keyLength)) {
    return `keys must have 1 to ${CUSTOM_FIELD_LIMITS.keyLength} characters`;
  }
  return valueProblem(fields) ?? sizeProblem(fields);
}

function valueProblem(root: unknown): string | null {
  const stack: [unknown, number][] = [[root, 0]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [value, depth] = entry;
    if (depth > CUSTOM_FIELD_LIMITS.depth)
      return `must not be nested deeper than ${CUSTOM_FIELD_LIMITS.depth} levels`;
    if (typeof value === "string" && !isStorable(value)) return "must not contain NUL or broken Unicode";
    if (value === null || typeof value !== "object") continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return "must not contain NUL or broken Unicode";
      stack.push([inner, depth + 1]);
    }
  }
  return null;
}

function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

function sizeProblem(fields: Record<string, unknown>): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  return bytes > CUSTOM_FIELD_LIMITS.bytes
    ? `must not exceed ${CUSTOM_FIELD_LIMITS.bytes} bytes as JSON`
    : null;
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
