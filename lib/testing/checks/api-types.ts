import type { buildDocument } from "@/lib/http/openapi";

/** The file with the types. */
export const API_TYPES = "lib/client/api-types.ts";

type Document = ReturnType<typeof buildDocument>;
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Described {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

const HEAD = `// Made from the OpenAPI document by \`npm run api-types\`; a test fails when it is not current. Do not edit.
`;

/** TypeScript for every schema and operation under /api in the document: the types of the dashboard's calls. */
export function apiTypes(document: Document): string {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
  const named = schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries((item ?? {}) as Record<string, Described>).map(([method, operation]) =>
      describe(`${method.toUpperCase()} ${path.replace(/^\/api/, "")}`, operation),
    ),
  );
  return [HEAD, ...named.sort(), "", "export interface Operations {", ...operations.sort(), "}", ""].join(
    "\n",
  );
}

/** For each operation that answers with JSON, the members that all of these answers have. */
export function membersOf(document: Document): Record<string, string[]> {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const certain = (schema: Schema): string[] => {
    const named = schemas[schema.$ref?.split("/").at(-1) ?? ""];
    const choices = schema.anyOf ?? schema.oneOf;
    return named ? certain(named) : choices ? shared(choices.map(certain)) : (schema.required ?? []);
  };
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries((item ?? {}) as Record<string, Described>).flatMap(([method, { responses }]) => {
      const bodies = Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith("2") ? [content?.["application/json"]?.schema ?? []].flat() : [],
      );
      const name = `${method.toUpperCase()} ${path.replace(/^\/api/, "")}`;
      return bodies.length > 0 ? [[name, shared(bodies.map(certain))] as const] : [];
    }),
  );
  return Object.fromEntries(entries);
}

function shared([first = [], ...others]: string[][]): string[] {
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/** `request` is the input of a call; `answer` the JSON of its successes, `file` any other kind of success. */
function describe(name: string, { parameters = [], requestBody, responses }: Described): string {
  const places = ["path", "query"].map(
    (place) => [place, parameters.filter((one) => one.in === place)] as const,
  );
  const request = places
    .filter(([, found]) => found.length > 0)
    .map(([place, found]) =>
      member(
        place,
        found.some(({ required }) => required),
        shapeOf(found),
      ),
    );
  const body = requestBody?.content["application/json"]?.schema;
  if (body) request.push(member("body", requestBody?.required === true, typeOf(body)));
  const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
  const contents = successes.map((status) => responses[status]?.content ?? {});
  const json = contents.map((content) => content["application/json"]?.schema);
  const isFile = contents.some((content) => Object.keys(content).some((type) => type !== "application/json"));
  const answer = join(json.map((schema) => (schema ? typeOf(schema) : "undefined")));
  const members = [
    `request: { ${request.join(" ")} };`,
    `answer: ${answer};`,
    ...(isFile ? ["file: Blob;"] : []),
  ];
  return `  "${name}": { ${members.join(" ")} };`;
}

function shapeOf(parameters: Parameter[]): string {
  return `{ ${parameters.map(({ name, required = false, schema }) => member(name, required, typeOf(schema))).join(" ")} }`;
}

function member(name: string, required: boolean, type: string): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${type};`;
}

const SIMPLE: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "never";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return join(choices.map(typeOf));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return join(schema.enum.map((value) => JSON.stringify(value)));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? "unknown" : join(types.map((type) => SIMPLE[type] ?? compound(type, schema)));
}

function compound(type: string, { items, properties, required = [], additionalProperties }: Schema): string {
  if (type === "array") return `${bracketed(typeOf(items ?? {}))}[]`;
  if (type !== "object") throw new Error(`no TypeScript for the type ${type}`);
  if (properties) {
    const members = Object.entries(properties).map(([name, one]) =>
      member(name, required.includes(name), typeOf(one)),
    );
    return `{ ${members.join(" ")} }`;
  }
  return `{ [name: string]: ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"} }`;
}

function bracketed(type: string): string {
  return type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type;
}

function join(types: string[]): string {
  return [...new Set(types)].join(" | ");
}
