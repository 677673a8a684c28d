export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, key: string): Json => {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
};

export const textAt = (value: unknown, key: string): string => {
  const inner = isObject(value) ? value[key] : undefined;
  return typeof inner === "string" ? inner : "";
};

export const listAt = (value: unknown, key: string): unknown[] => {
  const inner = isObject(value) ? value[key] : undefined;
  return Array.isArray(inner) ? inner : [];
};
