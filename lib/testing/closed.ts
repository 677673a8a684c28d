/**
 * A schema that accepts no fields but those it names, if it names any. Clients ignore fields they do not know, but a
 * field that is missing in the document may be a column that was exposed by accident.
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
