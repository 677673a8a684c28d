import { z } from "zod";
import { validationError } from "@/lib/errors";
import { isForms } from "@/lib/http/body";
import { countIn } from "@/lib/http/limits";
import type { Operation, RouteHandler, Schema } from "@/lib/http/operation";
import { readInput } from "@/lib/http/route";
import { own } from "@/lib/own";

/** Arguments of a tool: parameters of the path and the query by their names, and the body as `body`. */
export type Arguments = Record<string, unknown>;

/** An operation of the API that a tool calls. */
export interface Target {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  handler: RouteHandler;
}

/** The declaration of the operation that a tool calls. Throws for a handler that has none. */
export function operationOf({ path, handler }: Target): Operation {
  if (!handler.operation) throw new Error(`${path} has no declaration`);
  return handler.operation;
}

/**
 * The arguments as JSON Schema, from the operation's own; `hidden` names fields that assistants do not get. Definitions
 * stand at its root, where `#/$defs/…` looks for them.
 */
export function inputOf({ params, query, body }: Operation, hidden: readonly string[] = []) {
  const parts = [params, query].flatMap((schema) => (schema ? [described(schema)] : []));
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  const sent = schemaOfBody(body);
  const { $schema: _, $defs = {}, ...inner } = described(sent ?? z.unknown());
  if (sent) {
    properties.body = inner;
    if (!sent.safeParse(undefined).success) required.push("body");
  }
  const objects = [{ properties }, inner, ...Object.values($defs)];
  for (const name of hidden) for (const one of objects) delete one.properties?.[name];
  return {
    type: "object",
    properties,
    required,
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

function schemaOfBody(body: Operation["body"]): Schema {
  return body && isForms(body) ? own(body, "application/json")?.schema : body;
}

function described(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline", override: plain });
}

/**
 * JSON Schema has neither `override` nor `example`, which are for the document of the API, and no pattern of a number: strict
 * clients refuse all three.
 */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { override, example } = jsonSchema;
  delete jsonSchema.override;
  delete jsonSchema.example;
  Object.assign(jsonSchema, override, example !== undefined && { examples: [example] });
  if (jsonSchema.type !== "string") delete jsonSchema.pattern;
}

/** Throws 400 for arguments that the tool does not take, and for a body that is missing. */
export function requireKnown(given: Arguments, input: ReturnType<typeof inputOf>): void {
  const { properties, required, $defs = {} } = input;
  const { body = {} } = properties;
  const inBody = (body.$ref ? $defs[body.$ref.replace("#/$defs/", "")] : body)?.properties ?? {};
  const problemOf = (name: string) => {
    const message = Object.hasOwn(inBody, name)
      ? "belongs in `body`"
      : `is not an argument of this tool, which takes: ${Object.keys(properties).join(", ") || "none"}`;
    return { path: [name], code: "unrecognized_keys", message };
  };
  const problems = Object.keys(given)
    .filter((name) => !Object.hasOwn(properties, name))
    .map(problemOf);
  if (required.includes("body") && given.body === undefined)
    problems.push({ path: ["body"], code: "invalid_type", message: "is missing: an object with the fields" });
  if (problems.length > 0) throw validationError(problems);
}

/** What a call carries besides its arguments. */
export interface Sent {
  /** A body other than the JSON of `body`. */
  file?: string | Uint8Array<ArrayBuffer>;
  /** A person said yes to it. They were asked by a call that was counted, and the limit must not lose their answer. */
  isAnswered?: boolean;
  /** Passed on if the operation honours it, so that a confirmed call is executed once. */
  once?: string;
}

/** Through the operation's own pipeline, with the caller's key: scope, workspace, limits and checks all apply. */
export function callOperation(
  target: Target,
  caller: Request,
  given: Arguments,
  sent: Sent = {},
): Promise<Response> {
  const { request, params } = requestOf(target, caller, given, sent);
  if (sent.isAnswered) countIn("none", request);
  return target.handler(request, { params: Promise.resolve(params) });
}

/** Throws what the operation would answer to arguments that it does not take, whatever is stored. */
export async function checkArguments(target: Target, caller: Request, given: Arguments): Promise<void> {
  const { request, params } = requestOf(target, caller, given, {});
  await readInput(operationOf(target), request, params);
}

function requestOf(
  { method, path, handler }: Target,
  caller: Request,
  { body, ...given }: Arguments,
  { file, once }: Sent,
) {
  const params: Record<string, string> = {};
  const url = new URL(path, caller.url);
  for (const [name, value] of Object.entries(given)) {
    const text = textOf(value);
    if (path.includes(`{${name}}`)) params[name] = text;
    else if (value !== undefined && value !== null) url.searchParams.set(name, text);
  }
  const headers = new Headers();
  for (const name of ["authorization", "x-forwarded-for", "x-real-ip", "x-request-id"]) {
    const value = caller.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (once !== undefined) headers.set("idempotency-key", once);
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body));
  if (sent !== undefined)
    headers.set("content-type", file === undefined ? "application/json" : "application/octet-stream");
  const request = new Request(url, {
    method,
    headers,
    signal: caller.signal,
    ...(sent !== undefined && method !== "GET" && { body: sent }),
  });
  return { request, params: renamed(params, handler) };
}

/** If the folder of a path segment has another name than the document uses. */
function renamed(params: Record<string, string>, { operation }: RouteHandler): Record<string, string> {
  const folders = Object.entries(operation?.rename ?? {}).map(([folder, name]) => [name, folder]);
  const byName = new Map(folders.map(([name = "", folder = ""]) => [name, folder]));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [byName.get(name) ?? name, value]));
}

/** As it is written in a URL. An object cannot be, and may have a `toString` that is not a function. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
