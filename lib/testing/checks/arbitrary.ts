import fc, { type Arbitrary } from "fast-check";
import { newId } from "@/lib/ids";
import { document, type Schema } from "./operations";

/** Strings that break parsers, databases and headers. */
export const hostileText = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\ufeff",
  "\u202eabc",
  "null",
  "undefined",
  "NaN",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "%",
  "_",
  "\\",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "=1+1",
  "İ",
  "ß",
  "\u0958",
  "👩‍👩‍👧‍👦",
  "e\u0301".repeat(200),
  "x".repeat(201),
  "x".repeat(10_001),
  "-1",
  "0",
  "1e400",
  "0x10",
  "9007199254740993",
  "99999999999999999999",
  "true",
  "[]",
);

const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(nested(500)),
  fc.array(fc.constant(newId()), { minLength: 501, maxLength: 501 }),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

/** A value that a JSON schema of the document allows, as far as the schema says. */
export function fittingValue(schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> {
  const { $ref, type, anyOf, oneOf } = schema;
  if (typeof $ref === "string") return fittingValue(resolve($ref), ids);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one: Schema) => fittingValue(one, ids)));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one: unknown) => fittingValue({ ...schema, type: one }, ids)));
  if (type === "string") return textOf(schema, ids);
  if (type === "integer")
    return fc.integer({ min: number(schema.minimum, -10), max: number(schema.maximum, 1000) });
  if (type === "number") return fc.double({ noNaN: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return arrayOf(schema, ids);
  if (type === "object") return objectOf(schema, ids);
  return fc.jsonValue({ maxDepth: 3 });
}

function textOf(schema: Schema, ids: Arbitrary<string>): Arbitrary<string> {
  if (schema.format === "uuid") return ids;
  if (schema.format === "date-time")
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom("0000-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
    );
  if (typeof schema.pattern === "string" && schema.pattern.includes("@")) {
    return fc.stringMatching(/^[a-z]{1,12}[0-9]{0,4}$/).map((name) => `${name}@example.com`);
  }
  if (typeof schema.example === "string" && schema.maxLength === undefined) {
    return fc.oneof(fc.constant(schema.example), ids);
  }
  const [minLength, maxLength] = [number(schema.minLength, 0), Math.min(40, number(schema.maxLength, 40))];
  const telling = WORDS.filter((word) => word.length >= minLength && word.length <= maxLength);
  return fc.oneof(fc.string({ unit: "grapheme", minLength, maxLength }), fc.constantFrom(...telling));
}

/** Strings that some part of the interface interprets: separators, encodings, colours, fields. */
const WORDS = [
  ",",
  ";",
  "|",
  "a",
  "⭐",
  "utf-8",
  "utf-16le",
  "windows-1252",
  "shift_jis",
  "teal",
  "#0f766e",
  "email",
];

function arrayOf(schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown[]> {
  const items = (schema.items ?? {}) as Schema;
  return fc.array(fittingValue(items, ids), { minLength: number(schema.minItems, 0), maxLength: 4 });
}

function objectOf(schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const shape = Object.fromEntries(properties.map(([name, one]) => [name, fittingValue(one, ids)]));
  const known = fc.record(shape, { requiredKeys: (schema.required ?? []) as string[] });
  if (!schema.additionalProperties) return known;
  return fc.dictionary(fc.oneof(fc.string(), hostileText), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
}

/** The schema's values with one member replaced or added; or a hostile value instead. */
export function brokenValue(schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> {
  const names = Object.keys((resolved(schema).properties ?? {}) as object);
  const name = fc.oneof(fc.constantFrom(...names, "id", "workspace_id", "__proto__", "extra"), hostileText);
  const broken = fc.tuple(fittingValue(schema, ids), name, hostileValue).map(([value, key, bad]) => {
    if (typeof value !== "object" || value === null) return bad;
    // As JSON.parse would create it: `__proto__` is a member like any other.
    return Object.defineProperty({ ...value }, key, { value: bad, enumerable: true, configurable: true });
  });
  return fc.oneof({ weight: 4, arbitrary: broken }, { weight: 1, arbitrary: hostileValue });
}

function resolved(schema: Schema): Schema {
  return typeof schema.$ref === "string" ? resolve(schema.$ref) : schema;
}

function resolve(reference: string): Schema {
  const name = reference.split("/").at(-1) ?? "";
  const found: unknown = document.components?.schemas?.[name];
  if (!found) throw new Error(`no schema ${reference}`);
  return found as Schema;
}

function number(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}
