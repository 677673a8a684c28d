import { randomInt } from "node:crypto";
import * as openApi from "@/app/api/openapi.json/route";
import { apiRoutes } from "@/app/api/routes";
import { env } from "@/lib/env";
import { buildDocument } from "@/lib/http/openapi";
import type { Auth, Operation, RouteHandler } from "@/lib/http/operation";

/** Every route module by its documented path, including the route of the OpenAPI document. */
export const modules: Record<string, Record<string, unknown>> = {
  ...apiRoutes,
  "/api/openapi.json": openApi,
};
export const document = buildDocument(modules);

const VERBS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** The methods that Next can route to a module. HEAD is answered by GET if a module does not define it. */
export const METHODS = [...VERBS, "OPTIONS", "HEAD"] as const;

export interface Endpoint {
  id: string;
  path: string;
  method: (typeof VERBS)[number];
  handler: RouteHandler;
  operation: Operation;
  /** The operation as the document describes it. */
  described: Described;
  auth: Auth;
  /** Whether it is for users and their keys. */
  isProtected: boolean;
}

/** The parts of an OpenAPI operation that the tests read. */
export interface Described {
  operationId: string;
  description?: string;
  security?: { bearer: string[] }[];
  "x-secret"?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
export type Schema = Record<string, unknown>;

/** Every operation of the document with the handler that answers it. */
export const endpoints: Endpoint[] = Object.entries(modules).flatMap(([path, module]) =>
  VERBS.flatMap((method) => {
    const handler = handlerOf(module, method);
    const { operation } = handler;
    if (!operation) return [];
    const described = describedOperation(path, method);
    const { operationId: id, auth = "bearer" } = operation;
    return [{ id, path, method, handler, operation, described, auth, isProtected: auth === "bearer" }];
  }),
);

/** A user's token if users may call it, else the credential of a machine. */
export function credentials(auth: Auth, token: string): Record<string, string> {
  const secret = { bearer: token, public: token, cron: env().CRON_SECRET, webhook: env().WEBHOOK_SECRET };
  return { authorization: `Bearer ${secret[auth]}` };
}

export function endpoint(id: string): Endpoint {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** The function Next would call. */
export function handlerOf(module: Record<string, unknown>, method: (typeof METHODS)[number]): RouteHandler {
  const handler = module[method] ?? (method === "HEAD" ? module.GET : undefined);
  if (typeof handler !== "function") throw new Error(`no handler for ${method}`);
  return handler as RouteHandler;
}

function describedOperation(path: string, method: string): Described {
  const item: unknown = document.paths?.[path];
  return (item as Record<string, Described>)[method.toLowerCase()] as Described;
}

export interface Sent {
  method?: string;
  /** Parameters by their documented names; the operation knows the names of Next's folders. */
  params?: Record<string, string>;
  query?: string | Record<string, string>;
  body?: BodyInit | null;
  headers?: Record<string, string>;
}

export interface Got {
  status: number;
  headers: Headers;
  text: string;
  /** Untyped on purpose; undefined if the answer is not JSON. */
  json: ReturnType<typeof JSON.parse>;
}

/** Sends a request to a handler, each time from another client address unless the headers name one. */
export async function send(handler: RouteHandler, sent: Sent = {}, path = "/api"): Promise<Got> {
  const { method = "GET", params = {}, query = "", body = null, headers = {} } = sent;
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const request = new Request(`http://localhost${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { "x-forwarded-for": address, ...headers },
    ...(body !== null && { body, duplex: "half" }),
  });
  const folder = folderNames(handler);
  const renamed = Object.entries(params).map(([name, value]) => [folder[name] ?? name, value]);
  const response = await handler(request, { params: Promise.resolve(Object.fromEntries(renamed)) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson(response.headers.get("content-type") ?? "") ? JSON.parse(text) : undefined,
  };
}

/** Whether a media type is JSON or is written in it. */
export function isJson(type: string): boolean {
  return /^[\w.-]+\/(?:[\w.-]+\+)?json\b/.test(type);
}

/** Documented name of a path parameter → name of its folder. */
function folderNames(handler: RouteHandler): Record<string, string> {
  const entries = Object.entries(handler.operation?.rename ?? {});
  return Object.fromEntries(entries.map(([folder, documented]) => [documented, folder]));
}

export function json(value: unknown): Pick<Sent, "body" | "headers"> {
  return { body: JSON.stringify(value), headers: { "content-type": "application/json" } };
}
