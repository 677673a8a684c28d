import "server-only";
import { apiRoutes } from "@/app/api/routes";
import type {
  DocumentedContent,
  DocumentedOperation,
  DocumentedParameter,
  DocumentedReference,
} from "@/components/docs/types";
import { env } from "@/lib/env";
import { buildDocument } from "@/lib/http/openapi";
import { callsOf } from "./calls";
import { exampleOf } from "./example";
import { guide } from "./guide";
import { isObject, type Json, listAt, objectAt, textAt } from "./json";
import { typeOf } from "./schemas";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** What readers need most. */
const ORDER = [
  "contacts",
  "tags",
  "fields",
  "segments",
  "imports",
  "exports",
  "changes",
  "events",
  "webhooks",
  "statistics",
  "settings",
  "workspace",
  "api-keys",
  "service",
];
/** For the server's own machines: in the document, but nobody integrates with them. */
const INTERNAL = "internal";
const rank = (tag: string) => (ORDER.includes(tag) ? ORDER.indexOf(tag) : ORDER.length);

/** Within a tag the resource itself comes first, then its related operations. */
const besides = ({ tag, path }: DocumentedOperation) => (path.startsWith(`/api/${tag}`) ? 0 : 1);

let cached: DocumentedReference | undefined;

/** The OpenAPI document in a form that can be shown; the same declarations, no second copy. */
export function documented(): DocumentedReference {
  cached ??= readDocument(buildDocument(apiRoutes));
  return cached;
}

/** The same for any document of this form. */
function readDocument(document: unknown): DocumentedReference {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  const paths = Object.entries(objectAt(document, "paths"));
  const operations = paths.flatMap(([path, item]) =>
    METHODS.map((method) => ({ method: method.toUpperCase(), path, operation: objectAt(item, method) }))
      .filter(({ operation }) => textAt(operation, "operationId"))
      .map((found) => readOperation(found, schemas)),
  );
  const groups = listAt(document, "tags").map((tag) => ({
    name: textAt(tag, "name"),
    about: textAt(tag, "description"),
  }));
  return {
    guide: guide(env().APP_URL),
    groups: groups.filter(({ name }) => name !== INTERNAL).toSorted((a, b) => rank(a.name) - rank(b.name)),
    operations: operations
      .filter(({ tag }) => tag !== INTERNAL)
      .toSorted((a, b) => rank(a.tag) - rank(b.tag) || besides(a) - besides(b)),
    schemas: Object.entries(schemas)
      .map(([name, schema]) => ({ ...typeOf(schema), name, about: textAt(schema, "description") }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

interface Found {
  method: string;
  path: string;
  operation: Json;
}

function readOperation({ method, path, operation }: Found, schemas: Json): DocumentedOperation {
  const caller = callerOf(operation);
  const parameters = listAt(operation, "parameters").map(readParameter);
  const content = objectAt(objectAt(operation, "requestBody"), "content");
  const responses = Object.entries(objectAt(operation, "responses"));
  return {
    id: textAt(operation, "operationId"),
    tag: String(listAt(operation, "tags")[0] ?? ""),
    method,
    path,
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    caller,
    scope: textAt(operation, "x-scope"),
    parameters,
    bodies: contentsOf(content, (form) => isObject(form) && form.example),
    calls: callsOf(
      { method, path, caller, parameters, content, responses: objectAt(operation, "responses") },
      env().APP_URL,
    ),
    answers: responses
      .filter(([status, answer]) => status < "400" || !isError(answer))
      .map(([status, answer]) => ({
        status,
        about: textAt(answer, "description"),
        contents: contentsOf(objectAt(answer, "content"), (form) =>
          exampleOf(objectAt(form, "schema"), schemas),
        ),
      })),
    errors: responses.flatMap(([status, answer]) => (isError(answer) ? errorsOf(status, answer) : [])),
  };
}

/** No security means everybody; a secret of the server means a machine. */
function callerOf(operation: Json): DocumentedOperation["caller"] {
  if (!Array.isArray(operation.security)) return "bearer";
  const secret = textAt(operation, "x-secret");
  if (secret === "") return "public";
  return secret === "CRON_SECRET" ? "cron" : "webhook";
}

function contentsOf(content: Json, example: (form: unknown) => unknown): DocumentedContent[] {
  return Object.entries(content).map(([media, form]) => ({
    media,
    type: typeOf(objectAt(form, "schema")),
    example: media === "application/json" ? (JSON.stringify(example(form), null, 2) ?? null) : null,
  }));
}

function isError(answer: unknown): boolean {
  const schema = objectAt(objectAt(objectAt(answer, "content"), "application/json"), "schema");
  return textAt(schema, "$ref").endsWith("/Error");
}

function errorsOf(status: string, answer: unknown): DocumentedOperation["errors"] {
  const lines = textAt(answer, "description").split("\n");
  return lines.map((line) => {
    const [code = "", meaning = ""] = line.split(": ", 2);
    return { status, code, meaning };
  });
}

function readParameter(parameter: unknown): DocumentedParameter {
  const schema = objectAt(parameter, "schema");
  return {
    ...typeOf(schema),
    name: textAt(parameter, "name"),
    in: placeOf(textAt(parameter, "in")),
    required: isObject(parameter) && parameter.required === true,
    about: textAt(parameter, "description") || textAt(schema, "description"),
  };
}

const placeOf = (text: string): DocumentedParameter["in"] =>
  text === "path" || text === "header" ? text : "query";
