import { LIMITS } from "./limits";

/** As many of the items, from the first on, as make `bytes` of JSON: at least one, unless there is none. */
export function fitting<T>(items: T[], bytes: number = LIMITS.page_bytes.max): T[] {
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
