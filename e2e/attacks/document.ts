import { ask, type Json, type Target } from "./target";

export type Schema = Record<string, Json>;

/** An operation as the product's own description has it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Names of the path's parameters. */
  slots: string[];
  query: { name: string; schema: Schema }[];
  /** Media types of the body; none if it has no body. */
  types: string[];
  schema: Schema;
  example: Json;
  /** The scope that an API key needs for it. */
  scope: string;
  /** The permission that a member's role needs for it. */
  permission: string;
  /** For users and keys; otherwise for everybody, or for machines with a secret. */
  audience: "users" | "everybody" | "machines";
  isIdempotent: boolean;
  statuses: string[];
}

export async function operationsOf(at: Target): Promise<Operation[]> {
  const { json: document } = await ask(at, "/api/openapi.json");
  const entries = Object.entries<Schema>(document.paths);
  return entries.flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, described]) => describe(document, path, method, described)),
  );
}

function describe(document: Json, path: string, method: string, described: Json): Operation {
  const parameters: Json[] = described.parameters ?? [];
  const content = described.requestBody?.content ?? {};
  const json = content["application/json"];
  const isForMachines = described["x-secret"] !== undefined;
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    slots: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name),
    query: parameters.filter((one) => one.in === "query"),
    types: Object.keys(content),
    schema: resolved(document, json?.schema ?? {}),
    example: json?.example ?? json?.schema?.example ?? exampleOf(document, json?.schema),
    scope: described["x-scope"] ?? "",
    permission: described["x-permission"] ?? "",
    audience: described.security === undefined ? "users" : isForMachines ? "machines" : "everybody",
    isIdempotent: parameters.some((one) => one.name === "Idempotency-Key"),
    statuses: Object.keys(described.responses),
  };
}

function exampleOf(document: Json, schema: Schema | undefined): Json {
  return schema && resolved(document, schema).example;
}

/** The schema with its references resolved, as deep as a request can be nested. */
function resolved(document: Json, schema: Schema, depth = 0): Schema {
  if (depth > 6) return {};
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  const found: Schema = name ? document.components.schemas[name] : schema;
  const inner = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(inner);
    return typeof one === "object" && one !== null ? resolved(document, one, depth + 1) : one;
  };
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, inner(value)]));
}

/** The part before a parameter in the path, which says what the parameter names: `contacts`, `tags`, `api-keys`. */
export function kindOf({ path }: Pick<Operation, "path">, slot: string): string {
  const parts = path.split("/");
  return parts[parts.indexOf(`{${slot}}`) - 1] ?? "";
}

/** The path with its parameters filled in. */
export function filled({ path }: Pick<Operation, "path">, values: (slot: string) => string): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, slot) => values(slot));
}

/** Members of a body by their path, and the schema of each. */
export function membersOf(schema: Schema, at: string[] = []): { at: string[]; schema: Schema }[] {
  const own = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, inner]) => [
    { at: [...at, name], schema: inner },
    ...membersOf(inner, [...at, name]),
  ]);
  const choices: Schema[] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...choices.flatMap((one) => membersOf(one, at))];
}

/** A copy of a value with one member set. `__proto__` becomes a member like any other. */
export function withMember(value: Json, [name = "", ...rest]: string[], member: unknown): Json {
  const copy = typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  const inner = rest.length > 0 ? withMember(copy[name], rest, member) : member;
  return Object.defineProperty(copy, name, {
    value: inner,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
