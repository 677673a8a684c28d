import "server-only";
import { apiRoutes } from "@/app/api/routes";
import type { DocumentedField, DocumentedOperation } from "@/components/docs/types";
import { buildDocument } from "@/lib/http/openapi";

type Json = Record<string, unknown>;
const METHODS = ["get", "post", "put", "patch", "delete"];

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, key: string): Json => {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
};
const textAt = (value: unknown, key: string): string => {
  const inner = isObject(value) ? value[key] : undefined;
  return typeof inner === "string" ? inner : "";
};
const listAt = (value: unknown, key: string): unknown[] => {
  const inner = isObject(value) ? value[key] : undefined;
  return Array.isArray(inner) ? inner : [];
};

/** What people come for first. */
const ORDER = [
  "contacts",
  "tags",
  "imports",
  "exports",
  "statistics",
  "settings",
  "workspace",
  "api-keys",
  "service",
];
const rank = (tag: string) => (ORDER.includes(tag) ? ORDER.indexOf(tag) : ORDER.length);

let cached: DocumentedOperation[] | undefined;

/** Every operation of the OpenAPI document, in a form that can be shown; the same declarations, no second copy. */
export function documentedOperations(): DocumentedOperation[] {
  cached ??= readDocument(buildDocument(apiRoutes)).toSorted((a, b) => rank(a.tag) - rank(b.tag));
  return cached;
}

function readDocument(document: unknown): DocumentedOperation[] {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectAt(item, method);
      return Object.keys(operation).length > 0 ? [readOperation(operation, method, path, schemas)] : [];
    }),
  );
}

function readOperation(operation: Json, method: string, path: string, schemas: Json): DocumentedOperation {
  const json = objectAt(objectAt(objectAt(operation, "requestBody"), "content"), "application/json");
  return {
    id: textAt(operation, "operationId"),
    tag: String(listAt(operation, "tags")[0] ?? ""),
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    isPublic: Array.isArray(operation.security) && operation.security.length === 0,
    parameters: listAt(operation, "parameters").map(readParameter),
    body: fieldsOf(resolve(json.schema, schemas), schemas),
    example: json.example === undefined ? null : JSON.stringify(json.example, null, 2),
    answers: Object.entries(objectAt(operation, "responses")).map(([status, answer]) => ({
      status,
      text: textAt(answer, "description"),
    })),
  };
}

function readParameter(parameter: unknown): DocumentedField {
  return {
    name: textAt(parameter, "name"),
    place: textAt(parameter, "in"),
    type: typeOf(objectAt(parameter, "schema")),
    required: isObject(parameter) && parameter.required === true,
    text: textAt(parameter, "description") || textAt(objectAt(parameter, "schema"), "description"),
  };
}

function fieldsOf(schema: Json, schemas: Json): DocumentedField[] {
  const required = new Set(listAt(schema, "required"));
  return Object.entries(objectAt(schema, "properties")).map(([name, value]) => {
    const field = resolve(value, schemas);
    return {
      name,
      place: "body",
      type: typeOf(field),
      required: required.has(name),
      text: textAt(field, "description"),
    };
  });
}

function resolve(schema: unknown, schemas: Json): Json {
  const name = textAt(schema, "$ref").split("/").at(-1);
  if (name) return objectAt(schemas, name);
  return isObject(schema) ? schema : {};
}

function typeOf(schema: Json): string {
  const types = Array.isArray(schema.type) ? schema.type.join(" | ") : textAt(schema, "type") || "any";
  const limits = [
    textAt(schema, "format"),
    Array.isArray(schema.enum) && schema.enum.join(" | "),
    typeof schema.maxLength === "number" && `≤ ${schema.maxLength}`,
    typeof schema.minimum === "number" &&
      typeof schema.maximum === "number" &&
      `${schema.minimum}–${schema.maximum}`,
  ].filter(Boolean);
  return limits.length > 0 ? `${types} (${limits.join(", ")})` : types;
}
