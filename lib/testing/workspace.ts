import { randomBytes, randomInt } from "node:crypto";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { db } from "@/db/client";
import { memberships } from "@/db/schema";
import type { RouteHandler } from "@/lib/http/operation";
import { startSession } from "@/lib/identity/embedded/sessions";
import { findUser, insertUser } from "@/lib/identity/embedded/users";
import { provision } from "@/lib/workspaces/provision";
import type { Rights } from "@/lib/workspaces/roles";
import { apiDocument, operationNamed } from "./api-document";
import { closed } from "./closed";

export interface CallOptions {
  method?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer with its JSON already read; `body` is null if there is none. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Untyped: a test reads what it expects, and fails if it is missing. */
  body: ReturnType<typeof JSON.parse>;
  response: Response;
}

// While a test file is loaded, not within its first test: on a busy machine building it takes most of that one's minute.
if (process.env.VITEST) apiDocument();

/** A user with a workspace of their own and a caller for route handlers that sends their token. */
export async function newWorkspace(name = "acme") {
  const email = `${name}-${randomBytes(6).toString("hex")}@example.com`;
  const inserted = await insertUser({ email, passwordHash: null, confirmed: true, data: {} });
  if (!inserted) throw new Error("the test user exists already");
  const id = await provision(inserted.id);
  const user = await findUser(inserted.id);
  if (!id || !user) throw new Error("the test user got no workspace");
  const { access_token: token } = await startSession(user, "password");
  const call = (handler: RouteHandler, options: CallOptions = {}) =>
    callRoute(handler, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  return { id, user: { id: user.id, email }, token, call };
}

/** A user with a workspace of their own who is also a member of this one, and calls for it. */
export async function newMember(workspaceId: string, rights: Partial<Rights> & Pick<Rights, "role">) {
  const home = await newWorkspace(rights.role);
  const all = { may_import: true, may_undo: true, may_export: true, may_send: true, ...rights };
  const row = { workspace_id: workspaceId, user_id: home.user.id, email: home.user.email, ...all };
  await db().insert(memberships).values(row);
  const chosen = { authorization: `Bearer ${home.token}`, "x-workspace-id": workspaceId };
  const call = (handler: RouteHandler, options: CallOptions = {}) =>
    callRoute(handler, { ...options, headers: { ...chosen, ...options.headers } });
  return { id: workspaceId, home, user: home.user, token: home.token, call };
}

/**
 * Calls a route handler as Next would, each time from another client address, so that the global limit does not matter
 * unless a test sets one. A success is checked against the OpenAPI document.
 */
export async function callRoute(handler: RouteHandler, options: CallOptions = {}): Promise<Answer> {
  const { params = {}, query = {}, body, headers = {} } = options;
  const raw =
    body instanceof Uint8Array ||
    body instanceof ReadableStream ||
    body instanceof FormData ||
    typeof body === "string";
  const request = new Request(`http://localhost/api?${new URLSearchParams(query)}`, {
    method: options.method ?? methodOf(handler),
    headers: {
      "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(body !== undefined && !raw && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = {
    status: response.status,
    headers: response.headers,
    body: isJson ? await response.json() : null,
    response,
  };
  if (isJson && response.ok) checkAgainstDocument(handler, answer);
  return answer;
}

function methodOf({ operation }: RouteHandler): string {
  const described = operation && operationNamed(operation.operationId);
  return described?.method ?? "GET";
}

const DOCUMENT = "document";
let schemas: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** The served document, and a validator for what one operation answers with one status. */
function checkAgainstDocument(handler: RouteHandler, answer: Answer): void {
  const operationId = handler.operation?.operationId;
  if (!operationId) return;
  const key = `${operationId} ${answer.status}`;
  const validate = validators.get(key) ?? compile(operationId, answer.status);
  validators.set(key, validate);
  if (validate(answer.body)) return;
  throw new Error(`${key} does not match the OpenAPI document: ${JSON.stringify(validate.errors)}`);
}

function compile(operationId: string, status: number): ValidateFunction {
  const described = operationNamed(operationId);
  const schema = described?.operation.responses?.[String(status)]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`${operationId} does not declare an answer with status ${status}`);
  schemas ??= withComponents();
  return schemas.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', `"${DOCUMENT}#/`)));
}

/** What the schemas of the document share is closed and compiled once. */
function withComponents(): Ajv2020 {
  const options = {
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
  };
  return new Ajv2020(options).addSchema(closed({ components: apiDocument().components }), DOCUMENT);
}
