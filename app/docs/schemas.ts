import type { DocumentedField, DocumentedType } from "@/components/docs/types";
import { isObject, type Json, listAt, objectAt, textAt } from "./json";

const plain = (text: string): DocumentedType => ({ text, link: null, fields: [] });

/** A JSON Schema in words; named ones are linked, and written out in one place. */
export function typeOf(schema: unknown): DocumentedType {
  if (!isObject(schema)) return plain("any");
  const name = textAt(schema, "$ref").split("/").at(-1);
  if (name) return { text: name, link: name, fields: [] };
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return eitherOf(choices.map(typeOf));
  if ("const" in schema) return plain(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return plain(schema.enum.map((value) => JSON.stringify(value)).join(" | "));
  if (Array.isArray(schema.type) && /object|array/.test(schema.type.join()))
    return eitherOf(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === "array") return listOf(typeOf(schema.items));
  if (schema.type === "object") return objectOf(schema);
  if (textAt(schema, "format") === "binary") return plain("file");
  const types = [schema.type].flat().filter((type) => typeof type === "string");
  return plain(`${types.join(" | ") || "any"}${limitsOf(schema)}`);
}

function eitherOf(types: DocumentedType[]): DocumentedType {
  return {
    text: types.map(({ text }) => text).join(" | "),
    link: types.find(({ link }) => link)?.link ?? null,
    fields: mergedByName(types.flatMap(({ fields }) => fields)),
  };
}

/** A member that several alternatives have is listed once, with each of its types. */
function mergedByName(fields: DocumentedField[]): DocumentedField[] {
  return [...Map.groupBy(fields, ({ name }) => name).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const types = new Map([first, ...others].map((one) => [one.text, one]));
    const required = first.required && others.every((one) => one.required);
    const about = [first, ...others].find((one) => one.about)?.about ?? "";
    return { ...first, ...eitherOf([...types.values()]), required, about };
  });
}

function listOf(one: DocumentedType): DocumentedType {
  return { ...one, text: one.text.includes(" | ") ? `(${one.text})[]` : `${one.text}[]` };
}

function objectOf(schema: Json): DocumentedType {
  const fields = fieldsOf(schema);
  if (fields.length > 0 || !isObject(schema.additionalProperties)) return { ...plain("object"), fields };
  const value = typeOf(schema.additionalProperties);
  return { ...value, text: `object of ${value.text}` };
}

function fieldsOf(schema: Json): DocumentedField[] {
  const required = new Set(listAt(schema, "required"));
  return Object.entries(objectAt(schema, "properties")).map(([name, value]) => ({
    ...typeOf(value),
    name,
    required: required.has(name),
    about: textAt(value, "description"),
  }));
}

function limitsOf({ format, minLength, maxLength, minimum, maximum, default: usual }: Json): string {
  const limits = [
    format,
    rangeOf(minLength || undefined, maxLength, " characters"),
    rangeOf(minimum, maximum),
    usual !== undefined && usual !== "" && `default ${JSON.stringify(usual)}`,
  ];
  const told = limits.filter(Boolean);
  return told.length > 0 ? ` (${told.join(", ")})` : "";
}

function rangeOf(least: unknown, most: unknown, unit = ""): string {
  if (typeof least === "number" && typeof most === "number") return `${least}–${most}${unit}`;
  if (typeof most === "number") return `≤ ${most}${unit}`;
  return typeof least === "number" ? `≥ ${least}${unit}` : "";
}
