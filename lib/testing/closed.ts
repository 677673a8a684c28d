/** Keywords of JSON Schema and OpenAPI whose members are named by us, not keywords. */
const NAMED =
  /^(?:properties|patternProperties|\$defs|dependentSchemas|schemas|responses|parameters|headers)$/;
/** Keywords whose values are data. */
const DATA = /^(?:examples?|default|const|enum)$/;

/**
 * A schema that accepts no fields but those it names, if it names any. Clients ignore fields they do not know, but a
 * field that is missing in the document may be a column that was exposed by accident.
 */
export function closed<T>(schema: T): T {
  return close(schema, false) as T;
}

function close(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => close(one, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    if (!isNamed && DATA.test(key)) return [key, one];
    return [key, close(one, !isNamed && NAMED.test(key))];
  });
  const isOpen = !isNamed && "properties" in value && !("additionalProperties" in value);
  return Object.fromEntries(isOpen ? [...entries, ["additionalProperties", false]] : entries);
}
