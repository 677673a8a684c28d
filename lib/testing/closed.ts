/**
 * A schema that takes no field but those it names, wherever it names any. Clients ignore what they do not know; what
 * the document does not know may be a column that nobody meant to tell.
 */
export function closed<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    isOpen(value) ? { ...value, additionalProperties: false } : value,
  );
}

function isOpen(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("properties" in value)) return false;
  return "type" in value && !("additionalProperties" in value);
}
