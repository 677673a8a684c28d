import { LIMITS } from "./limits";

/** The first items whose JSON fits into `bytes`: at least one, unless there is none. */
export function fitting<T>(items: T[], bytes: number = LIMITS.page_bytes.max): T[] {
  if (mostBytes(items) <= bytes) return items;
  let sum = 0;
  const end = items.findIndex((item, index) => {
    sum += jsonBytes(item) + 1;
    return index > 0 && sum > bytes;
  });
  return end < 0 ? items : items.slice(0, end);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A number in JSON has 24 characters at most, a date 26. */
const SHORT = 26;

/**
 * Maximum size of its JSON: six bytes per character, the comma and the colon. Computed without writing it, which takes
 * four times as long.
 */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 2;
  if (typeof value !== "object" || value === null) return SHORT;
  let sum = SHORT;
  if (Array.isArray(value)) for (const one of value) sum += mostBytes(one) + 1;
  else for (const [name, one] of Object.entries(value)) sum += 6 * name.length + 4 + mostBytes(one);
  return sum;
}
