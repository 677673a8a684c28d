import { isObject, type Json, objectAt } from "./json";

/** Values of fields without an example in the schema, by their names. */
const NAMED: Record<string, unknown> = {
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Lovelace",
  phone: "+44 20 7946 0018",
  company: "Analytical Engines Ltd",
  custom_fields: { birthday: "1815-12-10" },
  filename: "people.csv",
  encoding: "utf-8",
  delimiter: ",",
  header: "E-Mail",
  headers: ["E-Mail", "First name"],
  total: 1,
  limit: 20,
  line: 2,
  row: 1,
};

/** The same by the format of a text. */
const FORMATS: Record<string, string | undefined> = {
  uuid: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
  "date-time": "2026-11-20T21:50:00.000Z",
  date: "2026-11-20",
  email: "ada@example.com",
  uri: "https://crm.example.com/kith",
};

/** Deeper than any schema of ours, unless it refers to itself. */
const MAX_DEPTH = 12;

/** A value that the schema allows, as an answer may have it: from examples and names, otherwise the simplest. */
export function exampleOf(schema: unknown, named: Json, field = "", depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const inner = (one: unknown, name = field) => exampleOf(one, named, name, depth + 1);
  const reference = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  if (reference) return inner(named[reference]);
  if ("example" in schema) return schema.example;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const types = [schema.type].flat();
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const forms = choices.map((form) =>
      isObject(form) && form.type === undefined ? { ...form, type: schema.type } : form,
    );
    return inner(forms.find((form) => isObject(form) && form.type !== "null"));
  }
  if (field in NAMED && isOfType(NAMED[field], types)) return NAMED[field];
  if (types.includes("null") && !types.includes("object") && !types.includes("array")) return null;
  if (types.includes("array")) {
    const least = typeof schema.minItems === "number" ? schema.minItems : 1;
    return Array.from({ length: least }, () => inner(schema.items, ""));
  }
  if (types.includes("object")) return objectExample(schema, inner);
  if (types.includes("boolean")) return false;
  if (types.includes("integer") || types.includes("number"))
    return typeof schema.minimum === "number" ? schema.minimum : 0;
  return FORMATS[String(schema.format)] ?? "text";
}

function isOfType(value: unknown, types: unknown[]): boolean {
  const type = Array.isArray(value) ? "array" : typeof value === "number" ? "integer" : typeof value;
  return types.includes(type);
}

function objectExample(schema: Json, inner: (one: unknown, name: string) => unknown): Json {
  const entries = Object.entries(objectAt(schema, "properties"));
  return Object.fromEntries(entries.map(([name, value]) => [name, inner(value, name)]));
}
